// Scenarios of save and restore, HLA 1.3 clauses 4.11 to 4.21.
#include <NullFederateAmbassador.hh>
#include <fedtime.hh>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

void save_now(Federate& federate, const std::string& label) {
  federate.wait_for_callback("initiateFederateSave " + label);
  federate->federateSaveBegun();
  federate->federateSaveComplete();
}

void complete_all_saves(std::initializer_list<Federate*> federates, const std::string& label) {
  (*federates.begin())->operator->()->requestFederationSave(label.c_str());
  for (Federate* federate : federates) save_now(*federate, label);
  for (Federate* federate : federates) federate->wait_for_callback("federationSaved");
}

void begin_restore(Federate& federate, const std::string& label, RTI::FederateHandle handle) {
  federate.wait_for_callback("federationRestoreBegun");
  federate.wait_for_callback("initiateFederateRestore " + label + " " + std::to_string(handle));
}

SCENARIO(SaveAndRestore, AFederationIsSavedWhenAllHaveSaved) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first->requestFederationSave("x");
  save_now(first, "x");
  second.wait_for_callback("initiateFederateSave x");
  EXPECT_THROWS(SaveNotInitiated, second->federateSaveComplete());
  second->federateSaveBegun();
  second->federateSaveComplete();
  first.wait_for_callback("federationSaved");
  second.wait_for_callback("federationSaved");
  EXPECT_EQ(first.take_callbacks(), Lines());
  EXPECT_THROWS(SaveNotInitiated, first->federateSaveBegun());
}

SCENARIO(SaveAndRestore, ServicesAreRefusedWhileAFederateSaves) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first->requestFederationSave("x");
  first.wait_for_callback("initiateFederateSave x");
  second.wait_for_callback("initiateFederateSave x");
  EXPECT_THROWS(SaveInProgress, first->publishInteractionClass(0));
  EXPECT_THROWS(SaveInProgress, first->requestFederationSave("y"));
  EXPECT_THROWS(SaveInProgress, first->requestFederationRestore("x"));
  EXPECT_THROWS(SaveInProgress, first->federateRestoreComplete());
  auto& late = outsider();
  NullFederateAmbassador nobody;
  EXPECT_THROWS(SaveInProgress,
                late->joinFederationExecution("green", federation().c_str(), &nobody));
  EXPECT_GT(first.object_class("Vehicle"), 0u);
  for (auto* federate : {&first, &second}) {
    (*federate)->federateSaveBegun();
    (*federate)->federateSaveComplete();
  }
  for (auto* federate : {&first, &second}) federate->wait_for_callback("federationSaved");
}

SCENARIO(SaveAndRestore, ASaveFailsWhenOneCannot) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first->requestFederationSave("x");
  save_now(first, "x");
  second.wait_for_callback("initiateFederateSave x");
  second->federateSaveBegun();
  second->federateSaveNotComplete();
  for (auto* federate : {&first, &second}) federate->wait_for_callback("federationNotSaved");
  // A federate that throws cannot save, either.
  second.run_in_callback("initiateFederateSave y",
                         [] { throw RTI::UnableToPerformSave("disk full"); });
  first->requestFederationSave("y");
  save_now(first, "y");
  for (auto* federate : {&first, &second}) federate->wait_for_callback("federationNotSaved");
  first->requestFederationRestore("y");
  first.wait_for_callback("requestFederationRestoreFailed y");
}

SCENARIO(SaveAndRestore, ASaveFailsWhenAFederateIsLost) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first->requestFederationSave("x");
  save_now(first, "x");
  second.wait_for_callback("initiateFederateSave x");
  second.delete_ambassador();
  first.wait_for_callback("federationNotSaved");
}

SCENARIO(SaveAndRestore, ASaveAtATimeComesBetweenTheGrants) {
  auto& first = federate("red");
  auto& second = federate("blue");
  for (auto* federate : {&first, &second}) federate->time().constrain();
  for (auto* federate : {&first, &second}) federate->time().regulate(0, 1);
  EXPECT_THROWS(FederationTimeAlreadyPassed,
                first->requestFederationSave("past", RTIfedTime(-1.0)));
  first->requestFederationSave("five", RTIfedTime(5.0));
  for (auto* federate : {&first, &second}) (*federate)->timeAdvanceRequest(RTIfedTime(10.0));
  for (auto* federate : {&first, &second}) save_now(*federate, "five");
  for (auto* federate : {&first, &second}) {
    federate->wait_for_callback("federationSaved");
    federate->wait_for_callback("timeAdvanceGrant 10");
  }
}

SCENARIO(SaveAndRestore, RestoreGivesBackWhatWasSaved) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first.publish("Vehicle", {"Speed"});
  second.subscribe("Vehicle", {"Speed"});
  first.register_object("Vehicle", "kept");
  second.wait_for_callback("discoverObjectInstance kept ObjectRoot.Vehicle");
  complete_all_saves({&first, &second}, "x");
  first.remove("kept");
  second.wait_for_callback("removeObjectInstance kept tag=\"\"");
  second.unsubscribe("Vehicle");
  (void)first.take_callbacks();

  first->requestFederationRestore("x");
  first.wait_for_callback("requestFederationRestoreSucceeded x");
  begin_restore(first, "x", first.handle());
  begin_restore(second, "x", second.handle());
  EXPECT_THROWS(RestoreInProgress, second->publishInteractionClass(0));
  EXPECT_THROWS(RestoreInProgress, second->federateSaveBegun());
  for (auto* federate : {&first, &second}) (*federate)->federateRestoreComplete();
  for (auto* federate : {&first, &second}) federate->wait_for_callback("federationRestored");
  first.update("kept", {{"Speed", "7"}}, "again");
  second.wait_for_callback("reflectAttributeValues kept {Speed=\"7\"} tag=\"again\"");
}

// With new ambassadors, other handles until the restore, and the federation created again.
SCENARIO(SaveAndRestore, ASaveOutlivesItsFederation) {
  auto& first = federate("red");
  auto& second = federate("blue");
  for (auto* federate : {&first, &second}) {
    federate->publish_interaction("Report");
    federate->subscribe_interaction("Report");
    federate->time().constrain();
  }
  for (auto* federate : {&first, &second}) federate->time().regulate(0, 1);
  first.send_interaction_at(4, "Report", {}, "waits for its time");
  const auto red = first.handle();
  const auto blue = second.handle();
  complete_all_saves({&first, &second}, "x");
  for (auto* federate : {&first, &second}) federate->resign();
  const std::string name = federation();
  outsider()->destroyFederationExecution(name.c_str());
  outsider()->createFederationExecution(name.c_str(), fed_file());

  auto& new_second = federate("blue");
  auto& new_first = federate("red");
  EXPECT_NE(new_first.handle(), red);
  new_second->requestFederationRestore("x");
  begin_restore(new_first, "x", red);
  begin_restore(new_second, "x", blue);
  for (auto* federate : {&new_first, &new_second}) (*federate)->federateRestoreComplete();
  for (auto* federate : {&new_first, &new_second})
    federate->wait_for_callback("federationRestored");
  EXPECT_EQ(new_first.time().federate_time(), 0);
  for (auto* federate : {&new_first, &new_second}) {
    (*federate)->timeAdvanceRequest(RTIfedTime(5.0));
  }
  new_second.wait_for_callback(
      "receiveInteraction InteractionRoot.Report {} tag=\"waits for its time\" time=4 "
      "retraction=1/" +
      std::to_string(red) + " timestamp");
  for (auto* federate : {&new_first, &new_second})
    federate->wait_for_callback("timeAdvanceGrant 5");
}

// A token is stored with the federate's own state, because a Region belongs to its RTIambassador.
SCENARIO(SaveAndRestore, RegionsComeBackByTheirTokens) {
  auto& first = federate("red");
  const auto space = first->getRoutingSpaceHandle("Battlefield");
  const auto east = first->getDimensionHandle("East", space);
  RTI::Region& kept = *first->createRegion(space, 1);
  kept.setRangeUpperBound(0, east, 10);
  first->notifyAboutRegionModification(kept);
  const auto token = first->getRegionToken(&kept);
  const auto red = first.handle();
  complete_all_saves({&first}, "x");
  kept.setRangeUpperBound(0, east, 20);
  first->notifyAboutRegionModification(kept);
  RTI::Region& later = *first->createRegion(space, 1);

  first->requestFederationRestore("x");
  begin_restore(first, "x", red);
  first->federateRestoreComplete();
  first.wait_for_callback("federationRestored");
  EXPECT_EQ(kept.getRangeUpperBoundNotificationLimit(0, east), 10u);
  EXPECT_EQ(kept.getRangeUpperBound(0, east), 10u);
  EXPECT_EQ(first->getRegion(token), &kept);
  EXPECT_THROWS(RegionNotKnown, first->notifyAboutRegionModification(later));
  first.resign();

  auto& again = federate("red");
  EXPECT_THROWS(RegionNotKnown, again->getRegion(token));
  again->requestFederationRestore("x");
  begin_restore(again, "x", red);
  again->federateRestoreComplete();
  again.wait_for_callback("federationRestored");
  RTI::Region* const found = again->getRegion(token);
  EXPECT_EQ(found->getRangeUpperBound(0, east), 10u);
  EXPECT_EQ(again->getRegionToken(found), token);
  again->deleteRegion(found);
  EXPECT_THROWS(RegionNotKnown, again->getRegion(token));
}

SCENARIO(SaveAndRestore, ARestoreThatOneCannotMakeChangesNothing) {
  auto& first = federate("red");
  auto& second = federate("blue");
  first->requestFederationRestore("never saved");
  first.wait_for_callback("requestFederationRestoreFailed never saved");
  complete_all_saves({&first, &second}, "x");
  first.publish("Vehicle", {"Speed"});
  second.subscribe("Vehicle", {"Speed"});
  second.run_in_callback("initiateFederateRestore x " + std::to_string(second.handle()),
                         [] { throw RTI::CouldNotRestore("no such file"); });
  first->requestFederationRestore("x");
  begin_restore(first, "x", first.handle());
  first->federateRestoreComplete();
  for (auto* federate : {&first, &second}) federate->wait_for_callback("federationNotRestored");
  first.register_object("Vehicle", "new");
  second.wait_for_callback("discoverObjectInstance new ObjectRoot.Vehicle");
}

}  // namespace
}  // namespace triad::scenario
