// Every exception that the API lists for a callback, thrown by the federate. The RTI writes it to
// stderr and goes on, so the federation must behave as if nothing had been thrown. Each scene is a
// federation in which one federate, the thrower, receives many callbacks. It is played first
// without exceptions, and then once for each place in the lists of exceptions, by the same two
// federates in one federation after another.
#include <fedtime.hh>

#include <algorithm>

#include "tests/scenario/api/exceptions/api_table.hpp"
#include "tests/scenario/api/exceptions/raised.hpp"
#include "tests/scenario/api/exceptions/throwing.hpp"

namespace triad::scenario {
namespace {

// The longest list of exceptions of a callback.
constexpr std::size_t kListMax = 6;

struct Cast {
  Scenario& scenario;
  Federate& thrower;
  Federate& other;
};

// Returns the callbacks of the thrower, in sorted order, because they come from several sources.
Lines played(const Cast& cast, void (*scene)(const Cast&), std::size_t place) {
  const std::string name = cast.scenario.create_federation("-" + std::to_string(place));
  cast.thrower.join(name);
  cast.other.join(name);
  throw_in_callbacks(cast.thrower, place);
  scene(cast);
  cast.scenario.wait_until_quiet();
  Lines lines = cast.thrower.recorder().take_lines();
  std::ranges::sort(lines);
  cast.thrower.resign();
  cast.other.resign();
  return lines;
}

void play_with_exceptions(Scenario& scenario, void (*scene)(const Cast&)) {
  const Cast cast{scenario, scenario.outsider(), scenario.outsider()};
  const Lines without = played(cast, scene, 0);
  EXPECT_FALSE(without.empty());
  for (std::size_t place = 1; place <= kListMax; ++place) {
    EXPECT_EQ(played(cast, scene, place), without) << "with exception number " << place;
  }
}

EXCEPTIONS(AreAtMostSoManyForACallback) {
  for (const ApiCall& call : ApiTable::instance().calls()) {
    if (call.owner != "FederateAmbassador") continue;
    EXPECT_LE(call.exceptions.size(), kListMax) << call.text;
  }
}

// --- The scenes.

void synchronization(const Cast& cast) {
  Federate& f = cast.thrower;
  f->registerFederationSynchronizationPoint("A", "");
  cast.scenario.wait_until_quiet();
  f->registerFederationSynchronizationPoint("A", "");
  cast.scenario.wait_until_quiet();
  f->synchronizationPointAchieved("A");
  cast.other->synchronizationPointAchieved("A");
}

void advisories(const Cast& cast) {
  Federate& f = cast.thrower;
  Federate& subscriber = cast.other;
  f->enableAttributeRelevanceAdvisorySwitch();
  f.publish("Vehicle", {"Speed"});
  f.publish_interaction("Report");
  f.register_object("Vehicle", "Car");
  subscriber.subscribe("Vehicle", {"Speed"});
  subscriber.subscribe_interaction("Report");
  cast.scenario.wait_until_quiet();
  subscriber->requestClassAttributeValueUpdate(subscriber.object_class("Vehicle"),
                                               *subscriber.attributes("Vehicle", {"Speed"}));
  cast.scenario.wait_until_quiet();
  subscriber.unsubscribe("Vehicle");
  subscriber.unsubscribe_interaction("Report");
}

// The messages have times although no federate is constrained. The times then come with the
// callbacks, in receive order.
void objects_and_interactions(const Cast& cast) {
  Federate& f = cast.thrower;
  Federate& sender = cast.other;
  f->enableAttributeScopeAdvisorySwitch();
  f.subscribe("Vehicle", {"Speed"});
  f.subscribe_interaction("Report");
  sender.publish("Vehicle", {"Speed"});
  sender.publish_interaction("Report");
  for (const char* name : {"Car", "Van", "Bus"}) sender.register_object("Vehicle", name);
  sender.time().regulate(0, 1);
  sender.update("Car", {{"Speed", "1"}});
  sender.update_at(5, "Car", {{"Speed", "2"}});
  sender.send_interaction("Report", {{"Text", "x"}});
  sender.send_interaction_at(5, "Report", {{"Text", "y"}});
  const auto retracted = sender.send_interaction_at(6, "Report", {{"Text", "z"}});
  cast.scenario.wait_until_quiet();
  sender->retract(retracted);
  sender.remove("Van");
  sender.remove_at(5, "Bus");
  cast.scenario.wait_until_quiet();
  f.unsubscribe("Vehicle");
}

void ownership(const Cast& cast) {
  Federate& f = cast.thrower;
  Federate& other = cast.other;
  for (Federate* federate : {&f, &other}) {
    federate->publish("Vehicle.Tank", {"Speed", "Fuel"});
    federate->subscribe("Vehicle.Tank", {"Speed", "Fuel"});
  }
  const auto tank = other.register_object("Vehicle.Tank", "Tank1");
  cast.scenario.wait_until_quiet();
  const auto speed = f.attributes("Vehicle.Tank", {"Speed"});
  const auto fuel = f.attributes("Vehicle.Tank", {"Fuel"});
  f->attributeOwnershipAcquisitionIfAvailable(tank, *fuel);
  f->attributeOwnershipAcquisition(tank, *speed, "");
  cast.scenario.wait_until_quiet();
  f->cancelAttributeOwnershipAcquisition(tank, *speed);
  cast.scenario.wait_until_quiet();
  other->unconditionalAttributeOwnershipDivestiture(tank, *speed);
  cast.scenario.wait_until_quiet();
  f->attributeOwnershipAcquisition(tank, *speed, "");
  cast.scenario.wait_until_quiet();
  other->attributeOwnershipAcquisition(tank, *speed, "");
  cast.scenario.wait_until_quiet();
  other->cancelAttributeOwnershipAcquisition(tank, *speed);
  cast.scenario.wait_until_quiet();
  f->negotiatedAttributeOwnershipDivestiture(tank, *speed, "");
  cast.scenario.wait_until_quiet();
  other->attributeOwnershipAcquisition(tank, *speed, "");
  cast.scenario.wait_until_quiet();
  other->unconditionalAttributeOwnershipDivestiture(tank, *fuel);
  cast.scenario.wait_until_quiet();
  f->queryAttributeOwnership(tank, speed->getHandle(0));
  f->queryAttributeOwnership(tank, fuel->getHandle(0));
}

// The RTI owns the federation's object of the MOM.
void ownership_of_the_rti(const Cast& cast) {
  Federate& f = cast.thrower;
  f.subscribe("Manager.Federation", {"FEDid"});
  cast.scenario.wait_until_quiet();
  std::string object;
  for (const std::string& line : f.recorder().lines()) {
    if (!line.starts_with("discoverObjectInstance ")) continue;
    object = line.substr(line.find(' ') + 1);
    object.resize(object.find(' '));
  }
  f->queryAttributeOwnership(f.object(object), f.attribute("Manager.Federation", "FEDid"));
}

void advances(const Cast& cast) {
  Federate& f = cast.thrower;
  f->enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  f->enableTimeConstrained();
  cast.scenario.settle();
  f->timeAdvanceRequest(RTIfedTime(3.0));
  cast.scenario.settle();
  f->disableTimeConstrained();  // otherwise the markers would come with its next grant
}

EXCEPTIONS(OfCallbacksOfSynchronization) {
  play_with_exceptions(*this, synchronization);
}
EXCEPTIONS(OfCallbacksOfAdvice) {
  play_with_exceptions(*this, advisories);
}
EXCEPTIONS(OfCallbacksOfObjectsAndInteractions) {
  play_with_exceptions(*this, objects_and_interactions);
}
EXCEPTIONS(OfCallbacksOfOwnership) {
  play_with_exceptions(*this, ownership);
}
EXCEPTIONS(OfCallbacksOfOwnershipOfTheRti) {
  play_with_exceptions(*this, ownership_of_the_rti);
}
EXCEPTIONS(OfCallbacksOfTime) {
  play_with_exceptions(*this, advances);
}

}  // namespace
}  // namespace triad::scenario
