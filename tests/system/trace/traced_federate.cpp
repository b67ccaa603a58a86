// A federate of trace_program_test. Its first argument selects the role. Each reports its progress
// on standard output, requests its time and ticks, and continues when it receives SIGUSR1.
//
//   tank   registers tiger before any trace follows it; then updates it, looks up the same
//   attribute
//          several times, calls services that are refused, and registers a synchronization point
//          for all; then resigns
//   radar  (or any other name) subscribes to tiger; then waits until its calls are no longer
//          reported, and subscribes to such reports itself; then resigns
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <cstdio>
#include <memory>
#include <string>

#include "tests/system/federate_process.hpp"

namespace {

using triad::test::block_continue_signal;
using triad::test::has_continue_signal;
using triad::test::print_line;

constexpr const char* kFederation = "battle";

class Federate : private NullFederateAmbassador {
 public:
  Federate(const char* name, const char* fed) {
    try {
      rti.createFederationExecution(kFederation, fed);
    } catch (const RTI::FederationExecutionAlreadyExists&) {
    }
    rti.joinFederationExecution(name, kFederation, this);
    thing = rti.getObjectClassHandle("Thing");
    attributes->add(rti.getAttributeHandle("Value", thing));
  }

  void tick_until(const bool& flag) {
    while (!flag) query_time_and_tick();
  }
  void tick_until_reported() {
    while (!has_continue_signal()) query_time_and_tick();
  }

  RTI::RTIambassador rti;
  RTI::ObjectClassHandle thing = 0;
  std::unique_ptr<RTI::AttributeHandleSet> attributes{RTI::AttributeHandleSetFactory::create(1)};
  bool answered = false;
  bool reflected = false;
  bool synchronized = false;

 private:
  void query_time_and_tick() {
    RTIfedTime time(0.0);
    rti.queryFederateTime(time);
    rti.tick(0.01, 0.01);
  }

  // A trace must cause none of these callbacks.
  void startRegistrationForObjectClass(RTI::ObjectClassHandle) override { print_line("START"); }
  void turnUpdatesOnForObjectInstance(RTI::ObjectHandle, const RTI::AttributeHandleSet&) override {
    print_line("TURN ON");
  }
  void provideAttributeValueUpdate(RTI::ObjectHandle, const RTI::AttributeHandleSet&) override {
    print_line("PROVIDE");
  }
  void timeRegulationEnabled(const RTI::FedTime&) override { answered = true; }
  void timeAdvanceGrant(const RTI::FedTime&) override { answered = true; }
  void reflectAttributeValues(RTI::ObjectHandle, const RTI::AttributeHandleValuePairSet&,
                              const char*) override {
    reflected = true;
  }
  void announceSynchronizationPoint(const char* label, const char*) override {
    rti.synchronizationPointAchieved(label);
  }
  void federationSynchronized(const char*) override { synchronized = true; }
};

void run_tank(const char* fed) {
  Federate tank("tank", fed);
  tank.rti.publishObjectClass(tank.thing, *tank.attributes);
  const RTI::ObjectHandle tiger = tank.rti.registerObjectInstance(tank.thing, "tiger");
  tank.rti.enableTimeRegulation(RTIfedTime(0.0), RTIfedTime(1.0));
  tank.tick_until(tank.answered);
  print_line("ready");
  tank.tick_until_reported();

  const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
      RTI::AttributeSetFactory::create(1));
  values->add(tank.attributes->getHandle(0), "<\"fast\">", 9);
  tank.rti.updateAttributeValues(tiger, *values, "tag");
  for (int i = 0; i < 3; ++i) tank.rti.getAttributeHandle("Value", tank.thing);
  try {
    tank.rti.deleteObjectInstance(tiger + 1, "");
  } catch (const RTI::ObjectNotKnown&) {
  }
  tank.answered = false;
  tank.rti.timeAdvanceRequest(RTIfedTime(4.5));
  tank.tick_until(tank.answered);
  tank.rti.registerFederationSynchronizationPoint("all", "");
  tank.tick_until(tank.synchronized);
  print_line("met");
  tank.tick_until_reported();
  tank.rti.resignFederationExecution(RTI::DELETE_OBJECTS);
}

void run_radar(const char* name, const char* fed) {
  Federate radar(name, fed);
  radar.rti.subscribeObjectClassAttributes(radar.thing, *radar.attributes);
  print_line("ready");
  radar.tick_until(radar.reflected);
  radar.tick_until_reported();
  const auto reports = radar.rti.getInteractionClassHandle(
      "InteractionRoot.Manager.Federate.Report.ReportServiceInvocation");
  for (bool reported = true; reported;) {
    try {
      radar.rti.subscribeInteractionClass(reports);
      reported = false;
    } catch (const RTI::FederateLoggingServiceCalls&) {
      radar.rti.tick(0.01, 0.01);
    }
  }
  print_line("is not reported");
  radar.tick_until_reported();
  radar.rti.resignFederationExecution(RTI::NO_ACTION);
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  block_continue_signal();
  try {
    std::string(arguments[1]) == "tank" ? run_tank(arguments[2])
                                        : run_radar(arguments[1], arguments[2]);
  } catch (const RTI::Exception& error) {
    std::fprintf(stderr, "%s: %s\n", error._name, error._reason);
    return 1;
  }
  return 0;
}
