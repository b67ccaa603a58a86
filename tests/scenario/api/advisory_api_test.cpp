// Scenarios of the advisories and their switches, HLA 1.3 clauses 5.10 to 5.13, 6.13, 6.14, 6.17,
// 6.18 and 10.23 to 10.30.
#include <algorithm>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

const std::string kStart = "startRegistrationForObjectClass ObjectRoot.Vehicle";
const std::string kStop = "stopRegistrationForObjectClass ObjectRoot.Vehicle";
const std::string kOn = "turnInteractionsOn InteractionRoot.Report";
const std::string kOff = "turnInteractionsOff InteractionRoot.Report";

// --- Class relevance.

SCENARIO(ClassRelevance, RegistrationStartsAndStopsWithTheSubscription) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  subscriber.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  subscriber.unsubscribe("Vehicle");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStop}));
  subscriber.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  EXPECT_EQ(subscriber.take_callbacks(), Lines());
}

SCENARIO(ClassRelevance, RegistrationStartsWhenThePublicationComesLater) {
  auto& subscriber = federate();
  auto& publisher = federate();
  subscriber.subscribe("Vehicle", {"Speed"});
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
}

SCENARIO(ClassRelevance, OnlyEdgesAreTold) {
  auto& publisher = federate();
  auto& first = federate();
  auto& second = federate();
  publisher.publish("Vehicle", {"Speed"});
  first.subscribe("Vehicle", {"Speed"});
  second.subscribe("Vehicle", {"Speed", "Damage"});
  first.subscribe("Vehicle", {"Speed", "Position"});
  publisher.publish("Vehicle", {"Speed", "Damage"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  first.unsubscribe("Vehicle");
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  second.resign();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStop}));
}

SCENARIO(ClassRelevance, ASubscriptionAtASuperclassCounts) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle.Tank", {"Speed", "Fuel"});
  subscriber.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(),
            Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle.Tank"}));
}

SCENARIO(ClassRelevance, ASubscriptionAtASubclassDoesNotCount) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  subscriber.subscribe("Vehicle.Tank", {"Speed", "Fuel"});
  EXPECT_EQ(publisher.take_callbacks(), Lines());
}

SCENARIO(ClassRelevance, ASubscriptionToOtherAttributesDoesNotCount) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  subscriber.subscribe("Vehicle", {"Damage"});
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  publisher.publish("Vehicle", {"Speed", "Damage"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStop}));
}

SCENARIO(ClassRelevance, APassiveSubscriptionDoesNotCount) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  subscriber.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  subscriber.subscribe("Vehicle", {"Speed"}, RTI::RTI_TRUE);
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  subscriber.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStop}));
}

SCENARIO(ClassRelevance, TheOwnSubscriptionDoesNotCount) {
  auto& publisher = federate();
  auto& bystander = federate();
  publisher.publish("Vehicle", {"Speed"});
  publisher.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  EXPECT_EQ(bystander.take_callbacks(), Lines());
}

SCENARIO(ClassRelevance, AStopForbidsNothing) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  subscriber.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  subscriber.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStop}));
  publisher.register_object("Vehicle", "Car");
  publisher.update("Car", {{"Speed", "1"}});
  EXPECT_EQ(subscriber.take_callbacks(),
            Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                   "reflectAttributeValues Car {Speed=\"1\"} tag=\"\""}));
}

SCENARIO(ClassRelevance, ARepublicationIsAdvisedAfresh) {
  auto& publisher = federate();
  auto& subscriber = federate();
  subscriber.subscribe("Vehicle", {"Speed"});
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  publisher.unpublish("Vehicle");
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "who does not publish is not advised";
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
}

SCENARIO(ClassRelevance, ARepublicationBeforeTheTickIsAdvisedOnce) {
  auto& publisher = federate();
  auto& subscriber = federate();
  subscriber.subscribe("Vehicle", {"Speed"});
  publisher.publish("Vehicle", {"Speed"});
  publisher.unpublish("Vehicle");
  publisher.publish("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
}

SCENARIO(ClassRelevance, NothingIsToldWhileTheSwitchIsOff) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  publisher->disableClassRelevanceAdvisorySwitch();
  publisher->disableClassRelevanceAdvisorySwitch();
  subscriber.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  publisher->enableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart})) << "what became due meanwhile";
  publisher->enableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "what was told is not repeated";
  publisher->disableClassRelevanceAdvisorySwitch();
  publisher->enableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "what was told is not repeated";
}

SCENARIO(ClassRelevance, WhatIsQueuedIsNotToldWhenTheSwitchHasBeenTurnedOff) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish("Vehicle", {"Speed"});
  subscriber.subscribe("Vehicle", {"Speed"});
  publisher->disableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  publisher->enableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kStart}));
  subscriber.unsubscribe("Vehicle");
  publisher->disableClassRelevanceAdvisorySwitch();
  subscriber.subscribe("Vehicle", {"Speed"});
  publisher->enableClassRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "nothing has changed since it was told";
}

// --- Interaction relevance.

SCENARIO(InteractionRelevance, InteractionsAreTurnedOnAndOffWithTheSubscription) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  subscriber.subscribe_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
  subscriber.unsubscribe_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOff}));
}

SCENARIO(InteractionRelevance, ItIsToldToAPublisherThatComesLater) {
  auto& subscriber = federate();
  auto& publisher = federate();
  subscriber.subscribe_interaction("Report");
  publisher.publish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
}

SCENARIO(InteractionRelevance, ASubscriptionAtASuperclassCountsAndOneBelowDoesNot) {
  auto& publisher = federate();
  auto& above = federate();
  auto& below = federate();
  publisher.publish_interaction("Report.Contact");
  below.subscribe_interaction("Report.Contact.Urgent");
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  above.subscribe_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(),
            Lines({"turnInteractionsOn InteractionRoot.Report.Contact"}));
  above.subscribe_interaction("Report.Contact");
  above.unsubscribe_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  above.unsubscribe_interaction("Report.Contact");
  EXPECT_EQ(publisher.take_callbacks(),
            Lines({"turnInteractionsOff InteractionRoot.Report.Contact"}));
}

SCENARIO(InteractionRelevance, PassiveAndOwnSubscriptionsDoNotCount) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish_interaction("Report");
  publisher.subscribe_interaction("Report");
  subscriber.subscribe_interaction("Report", RTI::RTI_FALSE);
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  subscriber.subscribe_interaction("Report", RTI::RTI_TRUE);
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
  subscriber.subscribe_interaction("Report", RTI::RTI_FALSE);
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOff}));
}

SCENARIO(InteractionRelevance, OnlyEdgesAreTold) {
  auto& publisher = federate();
  auto& first = federate();
  auto& second = federate();
  publisher.publish_interaction("Report");
  first.subscribe_interaction("Report");
  second.subscribe_interaction("InteractionRoot");
  publisher.publish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
  first.resign();
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  second.resign();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOff}));
}

SCENARIO(InteractionRelevance, ARepublicationBeforeTheTickIsAdvisedOnce) {
  auto& publisher = federate();
  auto& subscriber = federate();
  subscriber.subscribe_interaction("Report");
  publisher.publish_interaction("Report");
  publisher.unpublish_interaction("Report");
  publisher.publish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
  publisher.unpublish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "who does not publish is not advised";
  publisher.publish_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
}

SCENARIO(InteractionRelevance, NothingIsToldWhileTheSwitchIsOff) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish_interaction("Report");
  publisher->disableInteractionRelevanceAdvisorySwitch();
  publisher->disableInteractionRelevanceAdvisorySwitch();
  subscriber.subscribe_interaction("Report");
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  publisher->enableInteractionRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
  publisher->disableInteractionRelevanceAdvisorySwitch();
  subscriber.unsubscribe_interaction("Report");
  subscriber.subscribe_interaction("Report");
  publisher->enableInteractionRelevanceAdvisorySwitch();
  publisher->enableInteractionRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines()) << "what was told is not repeated";
}

SCENARIO(InteractionRelevance, WhatIsQueuedIsNotToldWhenTheSwitchHasBeenTurnedOff) {
  auto& publisher = federate();
  auto& subscriber = federate();
  publisher.publish_interaction("Report");
  subscriber.subscribe_interaction("Report");
  publisher->disableInteractionRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines());
  publisher->enableInteractionRelevanceAdvisorySwitch();
  EXPECT_EQ(publisher.take_callbacks(), Lines({kOn}));
}

// --- Attribute relevance.

SCENARIO(AttributeRelevance, IsOffUnlessEnabled) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(owner.take_callbacks(), Lines());
  owner->enableAttributeRelevanceAdvisorySwitch();
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
}

SCENARIO(AttributeRelevance, UpdatesAreTurnedOnAndOffWithTheSubscription) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(owner.take_callbacks(), Lines());
  observer.subscribe("Vehicle", {"Speed", "Position"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Damage}"}));
  observer.subscribe("Vehicle", {"Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Speed}"}));
  observer.unsubscribe("Vehicle");
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Damage}"}));
}

SCENARIO(AttributeRelevance, AGroupOfAttributesComesInOneCallback) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle.Tank", {"Speed", "Damage", "Fuel"});
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle.Tank", {"Speed", "Damage", "Fuel", "Turret"});
  owner.register_object("Vehicle.Tank", "Tank");
  EXPECT_EQ(owner.take_callbacks(),
            Lines({"turnUpdatesOnForObjectInstance Tank {Speed Damage Fuel}"}));
}

SCENARIO(AttributeRelevance, OneOfSeveralObserversIsEnough) {
  auto& owner = federate();
  auto& first = federate();
  auto& second = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  first.subscribe("Vehicle", {"Speed"});
  second.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
  first.unsubscribe("Vehicle");
  EXPECT_EQ(owner.take_callbacks(), Lines());
  second.resign();
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Speed}"}));
}

SCENARIO(AttributeRelevance, PassiveSubscriptionsDoNotCount) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  EXPECT_EQ(owner.take_callbacks(), Lines());
  observer.subscribe("Vehicle", {"Speed"}, RTI::RTI_TRUE);
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
  observer.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Speed}"}));
}

SCENARIO(AttributeRelevance, ALocalDeleteByASubscriberThatStaysIsNoChangeInTheEnd) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed"});
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  owner.wait_for_callback("turnUpdatesOnForObjectInstance Car {Speed}");
  observer.unsubscribe("Vehicle");
  observer->localDeleteObjectInstance(observer.object("Car"));
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Speed}"}));
  observer.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
}

SCENARIO(AttributeRelevance, WhatIsNoLongerOwnedIsNoLongerAdvised) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed Damage}"}));
  owner.publish("Vehicle", {"Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines());
  observer.unsubscribe("Vehicle");
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Damage}"}));
}

SCENARIO(AttributeRelevance, WhatIsDivestedBeforeTheTickIsLeftOut) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  while (observer.recorder().lines().empty()) (void)observer->tick(0.01, 0.01);
  owner.publish("Vehicle", {"Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Damage}"}));
}

SCENARIO(AttributeRelevance, ASubscriptionAtASuperclassCounts) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle.Tank", {"Speed", "Fuel"});
  owner.register_object("Vehicle.Tank", "Tank");
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Tank {Speed}"}));
  // The tank is known as a vehicle, so its fuel stays out of scope.
  observer.subscribe("Vehicle.Tank", {"Fuel"});
  EXPECT_EQ(owner.take_callbacks(), Lines());
  observer->localDeleteObjectInstance(observer.object("Tank"));
  Lines told = owner.take_callbacks();
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, Lines({"turnUpdatesOffForObjectInstance Tank {Speed}",
                         "turnUpdatesOnForObjectInstance Tank {Fuel}"}));
}

SCENARIO(AttributeRelevance, NothingIsToldWhileTheSwitchIsOff) {
  auto& owner = federate();
  auto& observer = federate();
  owner->disableClassRelevanceAdvisorySwitch();
  owner->enableAttributeRelevanceAdvisorySwitch();
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(owner.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Speed}"}));
  owner->disableAttributeRelevanceAdvisorySwitch();
  observer.subscribe("Vehicle", {"Damage"});
  EXPECT_EQ(owner.take_callbacks(), Lines());
  owner->enableAttributeRelevanceAdvisorySwitch();
  Lines told = owner.take_callbacks();
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, Lines({"turnUpdatesOffForObjectInstance Car {Speed}",
                         "turnUpdatesOnForObjectInstance Car {Damage}"}));
  owner->enableAttributeRelevanceAdvisorySwitch();
  EXPECT_EQ(owner.take_callbacks(), Lines());
}

// --- Attribute scope.

SCENARIO(AttributeScope, IsOffUnlessEnabled) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle"}));
  observer->enableAttributeScopeAdvisorySwitch();
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesInScope Car {Speed}"}));
  observer->enableAttributeScopeAdvisorySwitch();
  EXPECT_EQ(observer.take_callbacks(), Lines());
}

SCENARIO(AttributeScope, AttributesEnterAndLeaveWithTheSubscription) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  observer.subscribe("Vehicle", {"Speed", "Position"});
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "attributesInScope Car {Speed}"}))
      << "Position is owned by nobody";
  observer.subscribe("Vehicle", {"Damage"});
  Lines told = observer.take_callbacks();
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, Lines({"attributesInScope Car {Damage}", "attributesOutOfScope Car {Speed}"}));
  observer.unsubscribe("Vehicle");
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesOutOfScope Car {Damage}"}));
  EXPECT_EQ(owner.take_callbacks(), Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle",
                                           "stopRegistrationForObjectClass ObjectRoot.Vehicle"}));
}

SCENARIO(AttributeScope, AttributesLeaveWithTheirOwner) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "attributesInScope Car {Speed Damage}"}));
  owner.publish("Vehicle", {"Speed"});
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesOutOfScope Car {Damage}"}));
  owner.resign(RTI::RELEASE_ATTRIBUTES);
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesOutOfScope Car {Speed}"}));
}

SCENARIO(AttributeScope, WhatIsQueuedIsNotToldWhenTheSwitchHasBeenTurnedOff) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer->disableAttributeScopeAdvisorySwitch();
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle"}));
  observer->enableAttributeScopeAdvisorySwitch();
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesInScope Car {Speed}"}));
}

SCENARIO(AttributeScope, ADeletedInstanceIsRemovedWithoutAWordOfScope) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  owner.remove("Car");
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Car ObjectRoot.Vehicle", "attributesInScope Car {Speed}",
                   "removeObjectInstance Car tag=\"\""}));
}

SCENARIO(AttributeScope, AnInstanceDiscoveredAgainIsInScopeAgain) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "attributesInScope Car {Speed}"}));
  observer->localDeleteObjectInstance(observer.object("Car"));
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                                              "attributesInScope Car {Speed}"}));
}

SCENARIO(AttributeScope, NothingIsToldWhileTheSwitchIsOff) {
  auto& owner = federate();
  auto& observer = federate();
  observer->enableAttributeScopeAdvisorySwitch();
  observer->disableAttributeScopeAdvisorySwitch();
  observer->disableAttributeScopeAdvisorySwitch();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle"}));
  observer.unsubscribe("Vehicle");
  observer->enableAttributeScopeAdvisorySwitch();
  EXPECT_EQ(observer.take_callbacks(), Lines());
}

}  // namespace
}  // namespace triad::scenario
