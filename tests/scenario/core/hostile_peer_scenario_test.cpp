// A peer that delays the routers of its group is cut off, and everything goes through the upper
// router.
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using std::chrono::seconds;

constexpr RouterPlace kHonest = 0;
constexpr RouterPlace kLiar = 1;

class HostilePeerInMesh : public CoreScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.mesh.routers = {std::nullopt, std::nullopt};
    options.mesh.groups = {1, 1};
    options.mesh.members = {kHonest, kLiar, kHonest};
    return options;
  }
  HostilePeerInMesh() : CoreScenario(options()) {
    for (Federate* f : {&sender, &behind_liar, &beside}) *f = join("federate");
    for (const Federate f : {sender, behind_liar, beside}) {
      EXPECT_EQ(publish(f, kShot), "");
      EXPECT_EQ(subscribe(f, kShot), "");
    }
    deliver_all();
  }
  // Lets time pass in which routers check their peers.
  void pass(seconds time) {
    for (; time > seconds(0); time -= seconds(1)) {
      now += seconds(1);
      harness.routers().peers().check_patience(now);
      harness.settle();
    }
  }
  // Expects that one interaction reaches both other members, `directly` of them over the link
  // between peers.
  void expect_shot(Federate from, std::uint64_t directly) {
    const std::uint64_t before = harness.routers().data_between_peers();
    EXPECT_EQ(send_interaction(from, kShot, Values()), "");
    harness.settle();
    for (const Federate to : {sender, behind_liar, beside}) {
      EXPECT_EQ(tick(to).size(), to == from ? 0u : 1u) << from << " to " << to;
    }
    EXPECT_EQ(harness.routers().data_between_peers() - before, directly) << from;
  }

  seconds now{0};
  Federate sender = 0, behind_liar = 0, beside = 0;
};

// Requests and reports of time wait for the peer's receipt.
TEST_F(HostilePeerInMesh, ThatNeverSaysThatItHasReceivedStopsRequestsForATimeOnly) {
  harness.routers().peers().withhold_receipts(kLiar, true);
  expect_shot(sender, 1);
  const auto published = harness.begin_call(sender, wire::PublishInteractionClass{kTalk});
  harness.settle();
  ASSERT_FALSE(published->has_value());
  EXPECT_EQ(send_interaction(beside, kShot, Values()), "");
  pass(seconds(31));
  ASSERT_TRUE(published->has_value());
  EXPECT_TRUE(**published);
  EXPECT_EQ(tick(behind_liar).size(), 1u) << "what was sent before comes";
  EXPECT_EQ(tick(sender).size(), 1u);
  for (const Federate from : {sender, behind_liar, beside}) expect_shot(from, 0);
  EXPECT_EQ(publish(behind_liar, kTalk), "");
}

TEST_F(HostilePeerInMesh, ThatHasBeenCutOffPassesOnAgainWhenItIsReadmitted) {
  harness.routers().peers().withhold_receipts(kLiar, true);
  expect_shot(sender, 1);
  pass(seconds(31));
  expect_shot(sender, 0);
  harness.routers().peers().withhold_receipts(kLiar, false);
  harness.routers().peers().readmit(kHonest);
  deliver_all();
  for (const Federate from : {sender, behind_liar, beside}) expect_shot(from, 1);
  pass(seconds(200));
  for (const Federate from : {sender, behind_liar, beside}) expect_shot(from, 1);
}

TEST_F(HostilePeerInMesh, ThatLiesThroughTheRouterAboveIsCutOffAsWell) {
  harness.routers().peers().withhold_receipts(kLiar, true);
  harness.routers().peers().cut(0);
  deliver_all();
  expect_shot(sender, 0);
  const auto published = harness.begin_call(sender, wire::PublishInteractionClass{kTalk});
  harness.settle();
  ASSERT_FALSE(published->has_value());
  pass(seconds(31));
  ASSERT_TRUE(published->has_value());
  expect_shot(sender, 0);
}

// A federate that joins and subscribes later is served as before.
TEST_F(HostilePeerInMesh, ThatHasBeenCutOffLetsNewcomersHearEverybody) {
  harness.routers().peers().withhold_receipts(kLiar, true);
  expect_shot(sender, 1);
  pass(seconds(31));
  const Federate late = harness.add_at(kLiar);
  EXPECT_EQ(rejoin(late, "late"), "");
  EXPECT_EQ(subscribe(late, kShot), "");
  deliver_all();
  EXPECT_EQ(send_interaction(sender, kShot, Values()), "");
  harness.settle();
  EXPECT_EQ(tick(late).size(), 1u);
}

// A peer that answers is not cut off, however long a federation rests or waits for its log.
TEST_F(HostilePeerInMesh, IsNoneThatAnswers) {
  for (int i = 0; i < 5; ++i) {
    expect_shot(sender, 1);
    pass(seconds(100));
  }
}

}  // namespace
}  // namespace triad::test
