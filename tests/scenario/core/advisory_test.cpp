// Attribute scope and attribute relevance advisories by the cores alone (HLA 1.3 clauses 6.13
// to 6.18).
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
  std::string in_scope(const std::string& attributes) {
    return line("AttributesInScope", tank, attributes);
  }
  std::string out_of_scope(const std::string& attributes) {
    return line("AttributesOutOfScope", tank, attributes);
  }
  std::string updates_on(const std::string& attributes) {
    return line("TurnUpdatesOnForObjectInstance", tank, attributes);
  }
  std::string updates_off(const std::string& attributes) {
    return line("TurnUpdatesOffForObjectInstance", tank, attributes);
  }
  // Without discoveries and advisories to register.
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

class Scope : public Advisories {
 protected:
  void SetUp() override {
    Advisories::SetUp();
    EXPECT_EQ(publish(a, kTank, {kPosition, kTurret}), "");
    tank = enroll(a, kTank);
  }
  std::string discovered() {
    return "DiscoverObjectInstance{object=" + text(tank) + " object_class=3 name=\"HLA1\"}";
  }
};

TEST_F(Scope, IsToldAfterTheDiscoveryForWhatIsSubscribedAndOwned) {
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kSpeed}), "");
  EXPECT_EQ(tick(b), (Lines{discovered(), in_scope("2")}));
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(tick(b), (Lines{in_scope("4"), out_of_scope("2")}));
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(tick(b), Lines{out_of_scope("4")});
}

TEST_F(Scope, FollowsTheOwnership) {
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(tick(b), (Lines{discovered(), in_scope("2 4")}));
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{out_of_scope("4")});
  EXPECT_EQ(resign(a, ResignAction::release_attributes), "");
  EXPECT_EQ(tick(b), Lines{out_of_scope("2")});
}

TEST_F(Scope, IsNotToldWhileTheSwitchIsOffAndTheDifferenceWhenItIsOn) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{discovered()});
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(tick(b), Lines{in_scope("2")});
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, false), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(tick(b), (Lines{in_scope("4"), out_of_scope("2")}));
}

TEST_F(Scope, GivesNothingThatWaitsOnceTheSwitchIsOff) {
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, false), "");
  EXPECT_EQ(tick(b), Lines{discovered()});
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(tick(b), Lines{in_scope("4")});
}

TEST_F(Scope, BeginsAnewAfterALocalDeletion) {
  EXPECT_EQ(set_switch(b, AdvisorySwitch::attribute_scope, true), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(tick(b), (Lines{discovered(), in_scope("2")}));
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(tick(b), (Lines{discovered(), in_scope("2")}));
}

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
  tank = enroll(a, kTank);
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(tick(a), Lines{updates_on("4")});
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(tick(a), Lines{updates_off("2 4")});
}

TEST_F(Relevance, AddsUpAllSubscribersAndForgetsTheGone) {
  const Federate c = join("c");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(c, kVehicle, {kPosition}), "");
  tank = enroll(a, kTank);
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  EXPECT_EQ(unsubscribe(b, kTank), "");
  EXPECT_EQ(tick(a), Lines{});
  harness.kill(c);
  EXPECT_EQ(tick(a), Lines{updates_off("2")});
}

TEST_F(Relevance, CountsActiveSubscriptionsAlone) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, false), "");
  tank = enroll(a, kTank);
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, true), "");
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, false), "");
  EXPECT_EQ(tick(a), Lines{updates_off("2")});
}

TEST_F(Relevance, IsToldWhenTheSwitchIsOnAfterwards) {
  const Federate c = join("c");
  EXPECT_EQ(publish(c, kPlane, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  tank = enroll(c, kPlane);
  EXPECT_EQ(tick(c), Lines{});
  EXPECT_EQ(set_switch(c, AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(c), Lines{updates_on("2")});
  EXPECT_EQ(set_switch(c, AdvisorySwitch::attribute_relevance, false), "");
  EXPECT_EQ(unsubscribe(b, kVehicle), "");
  EXPECT_EQ(tick(c), Lines{});
  EXPECT_EQ(set_switch(c, AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(c), Lines{updates_off("2")});
}

TEST_F(Relevance, GivesNothingThatWaitsOnceTheSwitchIsOff) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  tank = enroll(a, kTank);
  harness.settle();
  EXPECT_EQ(set_switch(a, AdvisorySwitch::attribute_relevance, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(set_switch(a, AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
}

TEST_F(Relevance, IsGivenForWhatIsStillOwnedAtTheTick) {
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  tank = enroll(a, kTank);
  harness.settle();
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{updates_on("4")});
}

TEST_F(Relevance, EndsWithALocalDeletionThatIsNotFollowedByADiscovery) {
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  tank = enroll(a, kTank);
  (void)tick(b);
  EXPECT_EQ(tick(a), Lines{updates_on("2")});
  // The next discovery would be at Tank, where the subscription is passive.
  EXPECT_EQ(subscribe(b, kTank, {kPosition}, false), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(tick(a), Lines{updates_off("2")});
}

// The subscriber's report and the owner's deletion cross on their way.
TEST_F(Relevance, SurvivesAReportOfAnInstanceThatIsGone) {
  for (int i = 0; i < 20; ++i) {
    tank = enroll(a, kTank);
    const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
    const auto outcome = harness.start(b, request);
    EXPECT_EQ(erase(a, tank), "");
    harness.settle();
    EXPECT_EQ(unsubscribe(b, kTank), "");
  }
  for (const auto& l : tick(a)) EXPECT_TRUE(l.starts_with("TurnUpdates")) << l;
}

}  // namespace
}  // namespace triad::test
