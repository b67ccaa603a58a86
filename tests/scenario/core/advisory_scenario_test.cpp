// Attribute relevance advisories in the cores (HLA 1.3 clauses 6.17 and 6.18).
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using wire::AdvisorySwitch;

class Advisories : public CoreScenario {
 protected:
  void SetUp() override {
    a = join("a");
    b = join("b");
  }
  static std::string line(const char* name, ObjectHandle object, const std::string& attributes) {
    return std::string(name) + "{object=" + text(object) + " attributes={" + attributes + "}}";
  }
  std::string updates_on(const std::string& attributes) {
    return line("TurnUpdatesOnForObjectInstance", tank, attributes);
  }
  std::string updates_off(const std::string& attributes) {
    return line("TurnUpdatesOffForObjectInstance", tank, attributes);
  }
  // Ticks. Leaves out discoveries and advisories to register.
  Lines tick(Federate f) {
    Lines lines = CoreScenario::tick(f);
    std::erase_if(lines,
                  [](const auto& l) { return l.starts_with("Start") || l.starts_with("Stop"); });
    return lines;
  }
  std::string unsubscribe(Federate f, ObjectClassHandle c) {
    return call(f, wire::UnsubscribeObjectClass{c});
  }
  Federate a = 0, b = 0;
  ObjectHandle tank;
};

class Relevance : public Advisories {
 protected:
  void SetUp() override {
    Advisories::SetUp();
    EXPECT_EQ(set_switch(a, AdvisorySwitch::attribute_relevance, true), "");
    EXPECT_EQ(publish(a, kTank, {kPosition, kTurret}), "");
  }
};

TEST_F(Relevance, FollowsTheRegistrationWhenASubscriberIsThere) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  tank = register_object(a, kTank);
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(tick(a), Lines{updates_on("4")});
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(tick(a), Lines{updates_off("2 4")});
}

TEST_F(Relevance, GivesNothingThatWaitsOnceTheSwitchIsOff) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  tank = register_object(a, kTank);
  harness.settle();
  EXPECT_EQ(set_switch(a, AdvisorySwitch::attribute_relevance, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
}

TEST_F(Relevance, IsGivenForWhatIsStillOwnedAtTheTick) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  tank = register_object(a, kTank);
  harness.settle();
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{updates_on("4")});
}

TEST_F(Relevance, EndsWithALocalDeletionThatIsNotFollowedByADiscovery) {
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  tank = register_object(a, kTank);
  (void)tick(b);
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  // The next discovery would be at Tank, where the subscription is passive.
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(tick(a), Lines{updates_off("2")});
}

// The subscriber's report and the owner's deletion cross in transit.
TEST_F(Relevance, SurvivesAReportOfADeletedInstance) {
  for (int i = 0; i < 20; ++i) {
    tank = register_object(a, kTank);
    const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
    const auto outcome = harness.begin_call(b, request);
    EXPECT_EQ(delete_object(a, tank), "");
    harness.settle();
    EXPECT_EQ(unsubscribe(b, kTank), "");
  }
  for (const auto& l : tick(a)) EXPECT_TRUE(l.starts_with("TurnUpdates")) << l;
}

}  // namespace
}  // namespace triad::test
