// Tests of the settings time.pending and time.tolerance in a federate's process.
#include <cstdlib>
#include <fedtime.hh>
#include <memory>
#include <string>
#include <vector>

#include "tests/binding/binding_fixture.hpp"

namespace triad::binding {
namespace {

class Clock : public Listener {
 public:
  double granted = -1;
  void timeAdvanceGrant(const RTI::FedTime& time) override {
    granted = RTIfedTime(time).getTime();
    heard.emplace_back("grant");
  }
};

class TimeSettings : public EveryConfiguration {
 protected:
  ~TimeSettings() override {
    unsetenv("RTI_TIME_PENDING");
    unsetenv("RTI_TIME_TOLERANCE");
  }
  static void join(RTI::RTIambassador& rti, Clock& clock) {
    rti.joinFederationExecution("federate", "f", &clock);
  }
};
INSTANTIATE_TEST_SUITE_P(Ways, TimeSettings, EVERY_CONFIGURATION);

TEST_P(TimeSettings, AnAdvanceWaitsForWhatIsPending) {
  setenv("RTI_TIME_PENDING", "wait", 1);
  RTI::RTIambassador rti;
  Clock clock;
  join(rti, clock);
  rti.enableTimeRegulation(RTIfedTime(0), RTIfedTime(1));
  rti.enableTimeConstrained();
  rti.timeAdvanceRequest(RTIfedTime(5));
  while (!clock.has("grant")) rti.tick(1, 1);
  EXPECT_EQ(clock.heard, (std::vector<std::string>{"regulating", "constrained", "grant"}));
  EXPECT_EQ(clock.granted, 5);
  rti.resignFederationExecution(RTI::NO_ACTION);
}

TEST_P(TimeSettings, WithoutItAnAdvanceIsRefusedUntilThen) {
  RTI::RTIambassador rti;
  Clock clock;
  join(rti, clock);
  rti.enableTimeRegulation(RTIfedTime(0), RTIfedTime(1));
  EXPECT_EQ(thrown([&] { rti.timeAdvanceRequest(RTIfedTime(5)); }), "EnableTimeRegulationPending");
  rti.resignFederationExecution(RTI::NO_ACTION);
}

void until_granted(RTI::RTIambassador& rti, Clock& clock) {
  while (!clock.has("grant")) rti.tick(1, 1);
  std::erase(clock.heard, "grant");
}

// Returns the number of refused time stamps of a program that counts in tenths.
int refused_tenths(RTI::RTIambassador& rti, Clock& clock) {
  const auto tank = rti.getObjectClassHandle("Tank");
  const auto ammunition = rti.getAttributeHandle("Ammunition", tank);
  const std::unique_ptr<RTI::AttributeHandleSet> set(RTI::AttributeHandleSetFactory::create(1));
  set->add(ammunition);
  rti.publishObjectClass(tank, *set);
  const auto object = rti.registerObjectInstance(tank);
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> values(
      RTI::AttributeSetFactory::create(1));
  values->add(ammunition, "9", 1);
  rti.enableTimeRegulation(RTIfedTime(0), RTIfedTime(0.1));
  while (!clock.has("regulating")) rti.tick(1, 1);
  int refused = 0;
  for (int i = 0; i < 100; ++i) {
    const RTIfedTime next((i + 1) * 0.1);
    if (!thrown([&] { (void)rti.updateAttributeValues(object, *values, next, ""); }).empty()) {
      ++refused;
    }
    rti.timeAdvanceRequest(next);
    until_granted(rti, clock);
  }
  rti.resignFederationExecution(RTI::DELETE_OBJECTS);
  return refused;
}

TEST_P(TimeSettings, AStampOneUnitBelowItsBoundIsRefused) {
  RTI::RTIambassador rti;
  Clock clock;
  join(rti, clock);
  EXPECT_EQ(refused_tenths(rti, clock), 6);
}

TEST_P(TimeSettings, OrCountsAsTheBoundWhereThatIsTolerated) {
  setenv("RTI_TIME_TOLERANCE", "ulp", 1);
  RTI::RTIambassador rti;
  Clock clock;
  join(rti, clock);
  EXPECT_EQ(refused_tenths(rti, clock), 0);
}

}  // namespace
}  // namespace triad::binding
