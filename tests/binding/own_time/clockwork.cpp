// A federate in a federation with times of the type WholeTicks. Two of them step together: each
// sends a message for the next tick, requests an advance to that tick, and expects the other's
// message before the grant. At the end both advance to the end of time, where their arithmetic
// would wrap.
//   clockwork FEDERATION FED NAME STEPS
#include <NullFederateAmbassador.hh>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "tests/binding/own_time/whole_ticks.hh"

namespace {

[[noreturn]] void fail(const std::string& why) {
  std::printf("failed: %s\n", why.c_str());
  std::exit(1);
}

long long ticks(const RTI::FedTime& time) {
  return static_cast<const WholeTicks&>(time).ticks();
}

class Clockwork : public NullFederateAmbassador {
 public:
  bool wanted = false;
  bool synchronized = false;
  bool constrained = false;
  bool regulating = false;
  bool granted = false;
  long long now = 0;
  long long heard_at = -1;

  void turnInteractionsOn(RTI::InteractionClassHandle) override { wanted = true; }
  void federationSynchronized(const char*) override { synchronized = true; }
  void timeConstrainedEnabled(const RTI::FedTime& time) override {
    now = ticks(time);
    constrained = true;
  }
  void timeRegulationEnabled(const RTI::FedTime& time) override {
    now = ticks(time);
    regulating = true;
  }
  void timeAdvanceGrant(const RTI::FedTime& time) override {
    now = ticks(time);
    granted = true;
  }
  void receiveInteraction(RTI::InteractionClassHandle, const RTI::ParameterHandleValuePairSet&,
                          const RTI::FedTime& time, const char*,
                          RTI::EventRetractionHandle) override {
    if (ticks(time) <= heard_at) fail("messages out of order");
    heard_at = ticks(time);
  }
};

void run(const std::string& federation, const char* fed, const char* name, long long steps) {
  RTI::RTIambassador rti;
  Clockwork self;
  const auto until = [&](const bool& flag) {
    while (!flag) rti.tick(1.0, 1.0);
  };
  try {
    rti.createFederationExecution(federation.c_str(), fed);
  } catch (const RTI::FederationExecutionAlreadyExists&) {
  }
  rti.joinFederationExecution(name, federation.c_str(), &self);
  const auto hail = rti.getInteractionClassHandle("Hail");
  rti.publishInteractionClass(hail);
  rti.subscribeInteractionClass(hail);
  rti.enableTimeConstrained();
  until(self.constrained);
  rti.enableTimeRegulation(WholeTicks(0), WholeTicks(1));
  until(self.regulating);
  // Only federates that have joined take part in the point, so one of the two registers it after
  // the other has subscribed.
  if (std::strcmp(name, "second") == 0) {
    until(self.wanted);
    rti.registerFederationSynchronizationPoint("both", "");
  }
  bool achieved = false;
  while (!self.synchronized) {
    rti.tick(0.01, 0.1);
    if (achieved) continue;
    try {
      rti.synchronizationPointAchieved("both");
      achieved = true;
    } catch (const RTI::SynchronizationPointLabelWasNotAnnounced&) {
    }
  }
  RTI::ParameterHandleValuePairSet* const nothing = RTI::ParameterSetFactory::create(1);
  for (long long step = self.now + 1; step <= steps; ++step) {
    rti.sendInteraction(hail, *nothing, WholeTicks(step), "");
    self.granted = false;
    rti.timeAdvanceRequest(WholeTicks(step));
    until(self.granted);
    if (self.now != step) fail("granted " + std::to_string(self.now));
    if (self.heard_at != step) fail("the other's message did not come before the grant");
  }
  delete nothing;
  WholeTicks queried;
  rti.queryFederateTime(queried);
  std::printf("at %lld ticks\n", queried.ticks());
  WholeTicks forever;
  forever.setPositiveInfinity();
  self.granted = false;
  rti.timeAdvanceRequest(forever);
  until(self.granted);
  rti.resignFederationExecution(RTI::NO_ACTION);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  try {
    run(argv[1], argv[2], argv[3], std::atoll(argv[4]));
  } catch (const RTI::Exception& e) {
    fail(std::string(e._name) + ": " + e._reason);
  }
  return 0;
}
