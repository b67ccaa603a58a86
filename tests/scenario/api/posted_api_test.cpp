// Scenarios of calls that a process RTIA may carry out after they have returned, together with
// saves, restores, advances and orders of the MOM. Every host gives the same results at the same
// calls.
#include <algorithm>
#include <fedtime.hh>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

// A federate that has updated an instance, and another one that reflects it.
struct Updating {
  explicit Updating(Scenario& s) : sender(s.federate("red")), receiver(s.federate("blue")) {
    sender.publish("Vehicle", {"Speed"});
    sender.publish_interaction("Command");
    receiver.subscribe("Vehicle", {"Speed"});
    receiver.subscribe_interaction("Command");
    sender.register_object("Vehicle", "Car");
    update(3);
  }
  void update(int times) {
    for (; times > 0; --times) {
      sender.update("Car", {{"Speed", std::to_string(sent)}});
      expected.push_back("reflectAttributeValues Car {Speed=\"" + std::to_string(sent++) +
                         "\"} tag=\"\"");
    }
  }
  // Expects that the receiver reflects all updates since the last call, in order.
  void expect_all() {
    receiver.wait_for_callback(expected.back());
    expected.clear();
  }
  void begin_save() {
    sender->requestFederationSave("x");
    for (Federate* federate : {&sender, &receiver}) {
      federate->wait_for_callback("initiateFederateSave x");
      (*federate)->federateSaveBegun();
    }
  }
  void end_save() {
    for (Federate* federate : {&sender, &receiver}) (*federate)->federateSaveComplete();
    for (Federate* federate : {&sender, &receiver}) federate->wait_for_callback("federationSaved");
  }
  void end_restore() {
    for (Federate* federate : {&sender, &receiver}) {
      federate->wait_for_callback("initiateFederateRestore x " +
                                  std::to_string(federate->handle()));
      (*federate)->federateRestoreComplete();
    }
    for (Federate* federate : {&sender, &receiver}) {
      federate->wait_for_callback("federationRestored");
    }
  }

  Federate& sender;
  Federate& receiver;
  int sent = 0;
  Lines expected = {"discoverObjectInstance Car ObjectRoot.Vehicle"};
};

std::string command(int number) {
  return "receiveInteraction InteractionRoot.Command {Verb=\"" + std::to_string(number) +
         "\"} tag=\"\"";
}

// Ticks this federate alone, so that it may be called within a callback of another one.
void tick_until(Federate& federate, const std::string& line) {
  while (std::ranges::count(federate.recorder().lines(), line) == 0) {
    (void)federate->tick(3600.0, 3600.0);
  }
}

// --- Saves and restores.

SCENARIO(PostedCalls, AllArriveBeforeASaveThatFollowsThem) {
  Updating s(*this);
  s.update(200);
  s.begin_save();
  s.end_save();
  s.update(1);
  s.sender->requestFederationRestore("x");
  s.sender.wait_for_callback("requestFederationRestoreSucceeded x");
  s.end_restore();
  EXPECT_EQ(s.receiver.take_callbacks(), Lines()) << "no update comes again after the restore";
  s.update(1);
  s.expect_all();
}

SCENARIO(PostedCalls, AreRefusedAtTheCallDuringASave) {
  Updating s(*this);
  s.begin_save();
  EXPECT_THROWS(SaveInProgress, s.update(1));
  s.end_save();
  s.update(3);
  s.expect_all();
}

SCENARIO(PostedCalls, AreRefusedAtTheCallForAnInstanceThatARestoreHasRemoved) {
  Updating s(*this);
  s.begin_save();
  s.end_save();
  s.sender.register_object("Vehicle", "Truck");
  for (int i = 0; i < 3; ++i) s.sender.update("Truck", {{"Speed", "1"}});
  s.sender->requestFederationRestore("x");
  s.sender.wait_for_callback("requestFederationRestoreSucceeded x");
  s.sender.wait_for_callback("federationRestoreBegun");
  EXPECT_THROWS(RestoreInProgress, s.sender.update("Truck", {{"Speed", "2"}}));
  s.end_restore();
  EXPECT_THROWS(ObjectNotKnown, s.sender.update("Truck", {{"Speed", "3"}}));
  s.update(1);
  s.expect_all();
}

// Data that waits in the federate's process when it asks for a restore belongs to the state before
// it. Announced restores hold back all data.
SCENARIO(PostedCalls, DataIsHeldBackFromTheAnnouncementOfARestore) {
  Updating s(*this);
  s.begin_save();
  s.end_save();
  s.receiver.publish_interaction("Marker");
  (void)s.receiver.take_callbacks();
  s.receiver.run_in_callback(command(0), [&] {
    s.receiver->requestFederationRestore("x");
    tick_until(s.sender, "federationRestoreBegun");
    s.receiver.publish_interaction("Report");  // answered after the announcement
  });
  for (int i = 0; i < 3; ++i) s.sender.send_interaction("Command", {{"Verb", std::to_string(i)}});
  s.receiver.wait_for_callback(command(0));
  tick_until(s.receiver, "federationRestoreBegun");
  EXPECT_EQ(std::ranges::count(s.receiver.recorder().lines(), command(1)), 0);
  s.end_restore();
  EXPECT_EQ(s.receiver.take_callbacks(), Lines()) << "commands from before the restore";
  s.update(1);
  s.expect_all();
}

// --- Advances.

SCENARIO(PostedCalls, AdvancesAreRefusedAtTheCall) {
  auto& red = federate("red");
  auto& blue = federate("blue");
  for (auto* federate : {&red, &blue}) federate->time().constrain();
  for (auto* federate : {&red, &blue}) federate->time().regulate(0, 1);
  const auto advance_all = [&](double time) {
    for (auto* federate : {&red, &blue}) (*federate)->timeAdvanceRequest(RTIfedTime(time));
  };
  const auto wait_for_all = [&](const std::string& time) {
    for (auto* federate : {&red, &blue}) federate->wait_for_callback("timeAdvanceGrant " + time);
  };
  for (int step = 1; step <= 3; ++step) {
    advance_all(step);
    EXPECT_THROWS(TimeAdvanceAlreadyInProgress, red->timeAdvanceRequest(RTIfedTime(step + 1.0)));
    wait_for_all(std::to_string(step));
  }
  EXPECT_THROWS(FederationTimeAlreadyPassed, red->timeAdvanceRequest(RTIfedTime(2.0)));
  EXPECT_THROWS(FederationTimeAlreadyPassed, blue->nextEventRequest(RTIfedTime(2.5)));
  red->disableTimeRegulation();
  blue->timeAdvanceRequest(RTIfedTime(4.0));
  blue.wait_for_callback("timeAdvanceGrant 4");
  red->enableTimeRegulation(RTIfedTime(3.0), RTIfedTime(1.0));
  EXPECT_THROWS(EnableTimeRegulationPending, red->timeAdvanceRequest(RTIfedTime(5.0)));
  red.wait_for_callback("timeRegulationEnabled 4");
  EXPECT_THROWS(FederationTimeAlreadyPassed, red->timeAdvanceRequest(RTIfedTime(3.5)));
  advance_all(5);
  wait_for_all("5");
}

SCENARIO(PostedCalls, AnAdvanceIsRefusedAtTheCallDuringASave) {
  auto& red = federate("red");
  for (int step = 1; step <= 2; ++step) {
    red->timeAdvanceRequest(RTIfedTime(step));
    red.wait_for_callback("timeAdvanceGrant " + std::to_string(step));
  }
  red->requestFederationSave("x");
  red.wait_for_callback("initiateFederateSave x");
  EXPECT_THROWS(SaveInProgress, red->timeAdvanceRequest(RTIfedTime(3.0)));
  red->federateSaveBegun();
  red->federateSaveComplete();
  red.wait_for_callback("federationSaved");
  red->timeAdvanceRequest(RTIfedTime(3.0));
  red.wait_for_callback("timeAdvanceGrant 3");
  red->requestFederationRestore("x");
  red.wait_for_callback("initiateFederateRestore x " + std::to_string(red.handle()));
  red->federateRestoreComplete();
  red.wait_for_callback("federationRestored");
  EXPECT_EQ(red.time().federate_time(), 2.0);
  red->timeAdvanceRequest(RTIfedTime(2.0));
  red.wait_for_callback("timeAdvanceGrant 2");
}

// --- Orders of the MOM.

struct Ordered : Updating {
  explicit Ordered(Scenario& s) : Updating(s), boss(s.federate("boss")) {}

  void order(const std::string& service, Values values) {
    const std::string name = "Manager.Federate." + service;
    boss.publish_interaction(name);
    values.insert(values.begin(), {"Federate", std::to_string(sender.handle())});
    boss.send_interaction(name, values);
  }

  Federate& boss;
};

SCENARIO(PostedCalls, OfAttributesTakenByOrderAreRefusedAtTheCall) {
  Ordered s(*this);
  s.order("Adjust.ModifyAttributeState",
          {{"ObjectInstance", std::to_string(s.sender.object("Car"))},
           {"Attribute", std::to_string(s.sender.attribute("Vehicle", "Speed"))},
           {"AttributeState", "unowned"}});
  wait_until_quiet();
  EXPECT_THROWS(AttributeNotOwned, s.update(1));
}

SCENARIO(PostedCalls, OfAClassUnpublishedByOrderAreRefusedAtTheCall) {
  Ordered s(*this);
  s.order("Service.UnpublishObjectClass",
          {{"ObjectClass", std::to_string(s.sender.object_class("Vehicle"))}});
  wait_until_quiet();
  EXPECT_THROWS(AttributeNotOwned, s.update(1));
}

SCENARIO(PostedCalls, AnAdvanceAfterOneByOrderIsRefusedAtTheCall) {
  Ordered s(*this);
  s.sender->timeAdvanceRequest(RTIfedTime(1.0));
  s.sender.wait_for_callback("timeAdvanceGrant 1");
  auto& holder = federate("holder");
  holder.time().regulate(1, 1);
  s.sender.time().constrain();
  s.sender->timeAdvanceRequest(RTIfedTime(1.0));
  s.sender.wait_for_callback("timeAdvanceGrant 1");
  s.order("Service.TimeAdvanceRequest", {{"FederationTime", "7"}});
  settle();
  EXPECT_THROWS(TimeAdvanceAlreadyInProgress, s.sender->timeAdvanceRequest(RTIfedTime(8.0)));
  holder->disableTimeRegulation();
  s.sender.wait_for_callback("timeAdvanceGrant 7");
}

SCENARIO(PostedCalls, AreReportedAsServices) {
  Ordered s(*this);
  wait_until_quiet();
  s.boss.subscribe_interaction("Manager.Federate.Report.ReportServiceInvocation");
  s.order("Adjust.SetServiceReporting", {{"ReportingState", "True"}});
  wait_until_quiet();
  (void)s.boss.take_callbacks();
  s.update(3);
  const Lines reports = s.boss.take_callbacks();
  EXPECT_EQ(std::ranges::count_if(reports,
                                  [](const std::string& line) {
                                    return line.find("updateAttributeValues") != std::string::npos;
                                  }),
            3);
}

}  // namespace
}  // namespace triad::scenario
