// Scenarios of declaration management, HLA 1.3 clause 5: publish, subscribe, inheritance and
// promotion. The advisories are in advisory_api_test.cpp.
#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

// Handles that no object model of the suite has: zero, too large ones, and a valid one with a bit
// above the 32nd.
std::vector<RTI::ULong> no_handles(RTI::ULong valid) {
  return {0, 9999, ~RTI::ULong{0}, valid + (RTI::ULong{1} << 32)};
}

// --- Publication of object classes.

SCENARIO(DeclarationManagement, WhatIsNotInTheFedIsNotPublished) {
  auto& member = federate();
  const auto vehicle = member.object_class("Vehicle");
  const auto none = member.attributes("Vehicle", {});
  const auto of_subclass = member.attributes("Vehicle.Tank", {"Speed", "Fuel"});
  for (const auto handle : no_handles(vehicle)) {
    EXPECT_THROWS(ObjectClassNotDefined, member->publishObjectClass(handle, *none));
    EXPECT_THROWS(ObjectClassNotDefined, member->publishObjectClass(handle, *of_subclass));
    EXPECT_THROWS(ObjectClassNotDefined, member->unpublishObjectClass(handle));
  }
  EXPECT_THROWS(AttributeNotDefined, member->publishObjectClass(vehicle, *of_subclass));
  for (const auto handle : no_handles(member.attribute("Vehicle", "Speed"))) {
    AttributeHandles set = member.attributes("Vehicle", {"Speed"});
    set->add(handle);
    EXPECT_THROWS(AttributeNotDefined, member->publishObjectClass(vehicle, *set)) << handle;
  }
  EXPECT_THROWS(ObjectClassNotPublished, member->unpublishObjectClass(vehicle));
  EXPECT_THROWS(ObjectClassNotPublished, member->registerObjectInstance(vehicle));
}

SCENARIO(DeclarationManagement, ToPublishNothingIsToUnpublish) {
  auto& member = federate();
  member.publish("Vehicle", {});  // without effect or error
  EXPECT_THROWS(ObjectClassNotPublished, member.register_object("Vehicle", "Car"));
  member.publish("Vehicle", {"Speed"});
  member.register_object("Vehicle", "Car");
  member.publish("Vehicle", {});
  EXPECT_FALSE(member.owns("Car", "Speed"));
  EXPECT_THROWS(ObjectClassNotPublished,
                member->unpublishObjectClass(member.object_class("Vehicle")));
}

SCENARIO(DeclarationManagement, ThePrivilegeToDeleteIsPartOfEveryPublication) {
  auto& member = federate();
  member.publish("Vehicle", {"Speed"});
  member.register_object("Vehicle", "Car");
  EXPECT_TRUE(member.owns("Car", "privilegeToDelete"));
  EXPECT_TRUE(member.owns("Car", "Speed"));
  EXPECT_FALSE(member.owns("Car", "Position"));
  member.remove("Car");
}

SCENARIO(DeclarationManagement, APublicationSaysNothingOfOtherClasses) {
  auto& member = federate();
  member.publish("Vehicle.Tank", {"Speed", "Fuel"});
  EXPECT_THROWS(ObjectClassNotPublished, member.register_object("Vehicle", "Car"));
  EXPECT_THROWS(ObjectClassNotPublished, member.register_object("Vehicle.Tank.Leopard", "Leo"));
  EXPECT_THROWS(ObjectClassNotPublished, member.register_object("Vehicle.Truck", "Truck"));
  member.register_object("Vehicle.Tank", "Tank");
}

SCENARIO(DeclarationManagement, ARepublicationDivestsWhatItDrops) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  owner.publish("Vehicle", {"Damage", "Position"});
  EXPECT_FALSE(owner.owns("Car", "Speed"));
  EXPECT_TRUE(owner.owns("Car", "Damage"));
  EXPECT_FALSE(owner.owns("Car", "Position")) << "what is published later is not acquired by that";
  EXPECT_TRUE(owner.owns("Car", "privilegeToDelete"));
  EXPECT_THROWS(AttributeNotOwned, owner.update("Car", {{"Speed", "1"}, {"Damage", "2"}}));
  EXPECT_EQ(observer.take_callbacks(), Lines())
      << "an update refused in part is refused as a whole";
  owner.update("Car", {{"Damage", "2"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Car {Damage=\"2\"} tag=\"\""}));
  owner.register_object("Vehicle", "Newer");
  EXPECT_TRUE(owner.owns("Newer", "Position"));
}

SCENARIO(DeclarationManagement, UnpublishDivestsTheInstancesOfItsClass) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  observer->enableAttributeScopeAdvisorySwitch();
  owner.publish("Vehicle", {"Speed"});
  owner.publish("Vehicle.Tank", {"Speed"});
  owner.register_object("Vehicle", "Car");
  owner.register_object("Vehicle.Tank", "Tank");
  EXPECT_EQ(
      observer.take_callbacks(),
      Lines({"discoverObjectInstance Car ObjectRoot.Vehicle", "attributesInScope Car {Speed}",
             "discoverObjectInstance Tank ObjectRoot.Vehicle", "attributesInScope Tank {Speed}"}));
  owner.unpublish("Vehicle");
  EXPECT_FALSE(owner.owns("Car", "Speed"));
  EXPECT_FALSE(owner.owns("Car", "privilegeToDelete"));
  EXPECT_TRUE(owner.owns("Tank", "Speed"));
  EXPECT_THROWS(DeletePrivilegeNotHeld, owner.remove("Car"));
  EXPECT_THROWS(AttributeNotOwned, owner.update("Car", {{"Speed", "1"}}));
  EXPECT_THROWS(ObjectClassNotPublished, owner.register_object("Vehicle", "Newer"));
  EXPECT_EQ(observer.take_callbacks(), Lines({"attributesOutOfScope Car {Speed}"}));
  EXPECT_EQ(observer->getObjectInstanceHandle("Car"), observer.object("Car")) << "still known";
}

// After the divestiture the federate owns nothing that would prevent its resignation.
SCENARIO(DeclarationManagement, WhoHasDivestedAllMayResignWithNoAction) {
  auto& owner = federate();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  owner.unpublish("Vehicle");
  owner.resign(RTI::NO_ACTION);
}

// --- Publication and subscription of interaction classes.

SCENARIO(DeclarationManagement, InteractionClassesAreCheckedToo) {
  auto& member = federate();
  const auto report = member.interaction_class("Report");
  for (const auto handle : no_handles(report)) {
    EXPECT_THROWS(InteractionClassNotDefined, member->publishInteractionClass(handle));
    EXPECT_THROWS(InteractionClassNotDefined, member->unpublishInteractionClass(handle));
    EXPECT_THROWS(InteractionClassNotDefined, member->subscribeInteractionClass(handle));
    EXPECT_THROWS(InteractionClassNotDefined, member->unsubscribeInteractionClass(handle));
  }
  EXPECT_THROWS(InteractionClassNotPublished, member->unpublishInteractionClass(report));
  EXPECT_THROWS(InteractionClassNotSubscribed, member->unsubscribeInteractionClass(report));
  member.publish_interaction("Report");
  member.publish_interaction("Report");
  member.unpublish_interaction("Report");
  EXPECT_THROWS(InteractionClassNotPublished, member->unpublishInteractionClass(report));
  EXPECT_THROWS(InteractionClassNotPublished, member.send_interaction("Report", {}));
  member.subscribe_interaction("Report");
  member.subscribe_interaction("Report", RTI::RTI_FALSE);
  member.unsubscribe_interaction("Report");
  EXPECT_THROWS(InteractionClassNotSubscribed, member->unsubscribeInteractionClass(report));
}

SCENARIO(DeclarationManagement, AnInteractionIsReceivedWhileSubscribed) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Command");
  sender.send_interaction("Command", {{"Verb", "too early"}});
  wait_until_quiet();  // messages in transit at the subscription may still arrive
  receiver.subscribe_interaction("Command");
  sender.send_interaction("Command", {{"Verb", "heard"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Command {Verb=\"heard\"} tag=\"\""}));
  receiver.unsubscribe_interaction("Command");
  sender.send_interaction("Command", {{"Verb", "too late"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  receiver.subscribe_interaction("Command");
  sender.send_interaction("Command", {{"Verb", "again"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Command {Verb=\"again\"} tag=\"\""}));
}

SCENARIO(DeclarationManagement, AnInteractionIsPromotedToTheNearestSubscribedClass) {
  auto& sender = federate();
  auto& of_root = federate();
  auto& of_report = federate();
  auto& of_contact_too = federate();
  auto& of_sibling = federate();
  of_root.subscribe_interaction("InteractionRoot");
  of_report.subscribe_interaction("Report");
  of_contact_too.subscribe_interaction("Report");
  of_contact_too.subscribe_interaction("Report.Contact");
  of_sibling.subscribe_interaction("Command");
  sender.publish_interaction("Report.Contact.Urgent");
  sender.subscribe_interaction("Report");
  sender.send_interaction("Report.Contact.Urgent",
                          {{"Text", "t"}, {"Bearing", "b"}, {"Range", "r"}, {"Deadline", "d"}},
                          "tag");
  EXPECT_EQ(of_root.take_callbacks(), Lines({"receiveInteraction InteractionRoot {} tag=\"tag\""}));
  EXPECT_EQ(of_report.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report {Text=\"t\"} tag=\"tag\""}));
  EXPECT_EQ(of_contact_too.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report.Contact "
                   "{Text=\"t\" Bearing=\"b\" Range=\"r\"} tag=\"tag\""}));
  EXPECT_EQ(of_sibling.take_callbacks(), Lines());
  EXPECT_EQ(sender.take_callbacks(),
            Lines({"turnInteractionsOn InteractionRoot.Report.Contact.Urgent"}))
      << "nothing comes back to its sender";
}

SCENARIO(DeclarationManagement, ASubscriptionBelowTheSentClassReceivesNothing) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Report.Contact");
  sender.publish_interaction("Report");
  sender.send_interaction("Report", {{"Text", "t"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  EXPECT_EQ(sender.take_callbacks(), Lines());
}

SCENARIO(DeclarationManagement, APassiveSubscriptionReceivesAllTheSame) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Command", RTI::RTI_FALSE);
  receiver.subscribe("Vehicle", {"Speed"}, RTI::RTI_FALSE);
  sender.publish_interaction("Command");
  sender.publish("Vehicle", {"Speed"});
  sender.send_interaction("Command", {{"Verb", "v"}});
  sender.register_object("Vehicle", "Car");
  sender.update("Car", {{"Speed", "1"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Command {Verb=\"v\"} tag=\"\"",
                   "discoverObjectInstance Car ObjectRoot.Vehicle",
                   "reflectAttributeValues Car {Speed=\"1\"} tag=\"\""}));
}

// --- Subscription of object classes.

SCENARIO(DeclarationManagement, WhatIsNotInTheFedIsNotSubscribed) {
  auto& member = federate();
  const auto vehicle = member.object_class("Vehicle");
  const auto of_subclass = member.attributes("Vehicle.Tank", {"Fuel"});
  for (const auto handle : no_handles(vehicle)) {
    EXPECT_THROWS(ObjectClassNotDefined,
                  member->subscribeObjectClassAttributes(handle, *of_subclass));
    EXPECT_THROWS(ObjectClassNotDefined, member->unsubscribeObjectClass(handle));
  }
  EXPECT_THROWS(AttributeNotDefined, member->subscribeObjectClassAttributes(vehicle, *of_subclass));
  EXPECT_THROWS(ObjectClassNotSubscribed, member->unsubscribeObjectClass(vehicle));
}

SCENARIO(DeclarationManagement, ToSubscribeNothingIsToUnsubscribe) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines());
  observer.subscribe("Vehicle", {"Speed"});
  observer.subscribe("Vehicle", {});
  EXPECT_THROWS(ObjectClassNotSubscribed,
                observer->unsubscribeObjectClass(observer.object_class("Vehicle")));
}

SCENARIO(DeclarationManagement, ASubscriptionReplacesTheOneBefore) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed", "Damage"});
  owner.publish("Vehicle", {"Speed", "Damage"});
  owner.register_object("Vehicle", "Car");
  owner.update("Car", {{"Speed", "1"}, {"Damage", "1"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                   "reflectAttributeValues Car {Speed=\"1\" Damage=\"1\"} tag=\"\""}));
  observer.subscribe("Vehicle", {"Damage"});
  owner.update("Car", {{"Speed", "2"}, {"Damage", "2"}});
  owner.update("Car", {{"Speed", "3"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Car {Damage=\"2\"} tag=\"\""}));
}

SCENARIO(DeclarationManagement, AfterUnsubscribeObjectsStayKnown) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  observer.unsubscribe("Vehicle");
  EXPECT_THROWS(ObjectClassNotSubscribed,
                observer->unsubscribeObjectClass(observer.object_class("Vehicle")));
  owner.update("Car", {{"Speed", "1"}});
  owner.register_object("Vehicle", "Other");
  EXPECT_EQ(observer.take_callbacks(), Lines());
  EXPECT_EQ(observer->getObjectInstanceHandle("Car"), observer.object("Car"));

  observer.subscribe("Vehicle", {"Speed"});
  owner.update("Car", {{"Speed", "2"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Other ObjectRoot.Vehicle",
                   "reflectAttributeValues Car {Speed=\"2\"} tag=\"\""}));
  observer.unsubscribe("Vehicle");
  owner.remove("Car", "gone");
  owner.remove("Other", "gone");
  EXPECT_EQ(observer.take_callbacks(), Lines({"removeObjectInstance Car tag=\"gone\"",
                                              "removeObjectInstance Other tag=\"gone\""}));
}

// --- Discovery.

SCENARIO(DeclarationManagement, ALateSubscriberDiscoversWhatThereIs) {
  auto& owner = federate();
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "One");
  owner.register_object("Vehicle", "Two");
  auto& late = federate();
  EXPECT_EQ(late.take_callbacks(), Lines());
  late.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(late.take_callbacks(), Lines({"discoverObjectInstance One ObjectRoot.Vehicle",
                                          "discoverObjectInstance Two ObjectRoot.Vehicle"}));
  EXPECT_EQ(owner.take_callbacks(), Lines({"startRegistrationForObjectClass ObjectRoot.Vehicle"}))
      << "the registrant discovers nothing of its own";
}

SCENARIO(DeclarationManagement, AnInstanceIsDiscoveredAtTheNearestSubscribedClass) {
  auto& owner = federate();
  auto& of_root = federate();
  auto& of_vehicle = federate();
  auto& of_tank_too = federate();
  auto& of_sibling = federate();
  of_root.subscribe("ObjectRoot", {"privilegeToDelete"});
  of_vehicle.subscribe("Vehicle", {"Speed"});
  of_tank_too.subscribe("Vehicle", {"Speed"});
  of_tank_too.subscribe("Vehicle.Tank", {"Fuel"});
  of_sibling.subscribe("Vehicle.Truck", {"Speed"});
  (void)of_root.take_callbacks();  // the instances of the MOM
  owner.publish("Vehicle.Tank.Leopard", {"Speed", "Fuel", "Crew"});
  owner.register_object("Vehicle.Tank.Leopard", "Leo");
  owner.update("Leo", {{"Speed", "1"}, {"Fuel", "2"}, {"Crew", "3"}});
  EXPECT_EQ(of_root.take_callbacks(), Lines({"discoverObjectInstance Leo ObjectRoot"}));
  EXPECT_EQ(of_vehicle.take_callbacks(),
            Lines({"discoverObjectInstance Leo ObjectRoot.Vehicle",
                   "reflectAttributeValues Leo {Speed=\"1\"} tag=\"\""}));
  EXPECT_EQ(of_tank_too.take_callbacks(),
            Lines({"discoverObjectInstance Leo ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Leo {Fuel=\"2\"} tag=\"\""}));
  EXPECT_EQ(of_sibling.take_callbacks(), Lines());
}

SCENARIO(DeclarationManagement, TheKnownClassDoesNotChange) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle.Tank", {"Speed", "Fuel"});
  owner.register_object("Vehicle.Tank", "Tank");
  observer.wait_for_callback("discoverObjectInstance Tank ObjectRoot.Vehicle");
  observer.subscribe("Vehicle.Tank", {"Speed", "Fuel"});
  owner.update("Tank", {{"Speed", "1"}, {"Fuel", "2"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank {Speed=\"1\"} tag=\"\""}));
  EXPECT_EQ(observer->getObjectClass(observer.object("Tank")), observer.object_class("Vehicle"));
  EXPECT_EQ(owner->getObjectClass(owner.object("Tank")), owner.object_class("Vehicle.Tank"));

  // A later instance is discovered at the class subscribed since.
  owner.register_object("Vehicle.Tank", "Newer");
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Newer ObjectRoot.Vehicle.Tank"}));
  // Without the subscription at the known class, nothing is in scope any more.
  observer.unsubscribe("Vehicle");
  owner.update("Tank", {{"Speed", "3"}, {"Fuel", "4"}});
  EXPECT_EQ(observer.take_callbacks(), Lines());
}

SCENARIO(DeclarationManagement, AnInstanceOfWhichNothingSubscribedIsOwnedIsNotDiscovered) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Damage"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  EXPECT_EQ(observer.take_callbacks(), Lines());
  EXPECT_THROWS(ObjectNotKnown, observer->getObjectInstanceHandle("Car"));
  observer.subscribe("Vehicle", {"Damage", "Speed"});
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle"}));
}

SCENARIO(DeclarationManagement, WhoUnsubscribesBeforeItsTickDiscoversNothing) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.unsubscribe("Vehicle");
  EXPECT_EQ(observer.take_callbacks(), Lines());
  EXPECT_THROWS(ObjectNotKnown, observer->getObjectInstanceHandle("Car"));
  observer.subscribe("Vehicle", {"Speed"});
  owner.update("Car", {{"Speed", "1"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                   "reflectAttributeValues Car {Speed=\"1\"} tag=\"\""}));
}

SCENARIO(DeclarationManagement, WhoSubscribesElsewhereBeforeItsTickDiscoversThere) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle.Tank", {"Speed"});
  owner.publish("Vehicle.Tank", {"Speed"});
  owner.register_object("Vehicle.Tank", "Tank");
  observer.unsubscribe("Vehicle.Tank");
  observer.subscribe("Vehicle", {"Speed"});
  owner.update("Tank", {{"Speed", "1"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank ObjectRoot.Vehicle",
                   "reflectAttributeValues Tank {Speed=\"1\"} tag=\"\""}));
}

SCENARIO(DeclarationManagement, WhoSubscribesAgainBeforeItsTickDiscoversOnce) {
  auto& owner = federate();
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  owner.publish("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.unsubscribe("Vehicle");
  observer.subscribe("Vehicle", {"Speed"});
  EXPECT_EQ(observer.take_callbacks(), Lines({"discoverObjectInstance Car ObjectRoot.Vehicle"}));
}

// The subscription is in force everywhere when subscribe returns.
SCENARIO(DeclarationManagement, WhatIsSentAfterSubscribeReturnedArrives) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Command");
  for (int i = 0; i < 20; ++i) {
    receiver.subscribe_interaction("Command");
    sender.send_interaction("Command", {{"Verb", std::to_string(i)}});
    receiver.wait_for_callback("receiveInteraction InteractionRoot.Command {Verb=\"" +
                               std::to_string(i) + "\"} tag=\"\"");
    receiver.unsubscribe_interaction("Command");
  }
}

}  // namespace
}  // namespace triad::scenario
