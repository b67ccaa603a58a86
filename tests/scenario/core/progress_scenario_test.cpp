// A federation in which each federate keeps asking to advance does advance, regardless of the other
// actions of its members (HLA 1.3 clause 8.1), with all kinds of connections. Other members act
// between any two deliveries; here they try to starve one federate.
#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "tests/scenario/core/save_scenario.hpp"
#include "tests/scenario/core/time_scenario.hpp"

namespace triad::test {
namespace {

using wire::Advance;

class Progress : public TimeScenario, public testing::WithParamInterface<Ways> {
 protected:
  Progress() : TimeScenario(options_for_ways(GetParam())) {}

  Federate member(double time, double lookahead) {
    const Federate f = join_constrained("f");
    regulate(f, time, lookahead);
    deliver_all();
    return f;
  }
  void ask(Federate f, Advance kind, double time) { ASSERT_EQ(advance(f, kind, time), ""); }
  // Delivers records until the federate is granted a time, and calls `act` between groups of
  // deliveries. Delivers as many records as each act causes, because a federate with an ever longer
  // queue cannot advance.
  std::optional<double> granted_while(Federate f, const std::function<void()>& act) {
    for (int turn = 0; turn < kTurnsMax; ++turn) {
      act();
      for (int i = 0; i < kRecordsOfAnAct; ++i) harness.deliver_one();
      if (const auto time = take_grant(f)) return time;
    }
    return std::nullopt;
  }

  static constexpr int kTurnsMax = 2000;
  static constexpr int kRecordsOfAnAct = 3;  // to two receivers, and the RTIG
};

INSTANTIATE_TEST_SUITE_P(All, Progress,
                         testing::Values(Ways::links, Ways::shared_memory, Ways::both,
                                         Ways::reduced),
                         way_name);

// A flush is granted at once, perhaps at the federate's present time. Repeated flushes follow the
// others.
TEST_P(Progress, RepeatedFlushesAdvance) {
  constexpr double kFar = 1000;
  constexpr double kEnough = 20;
  constexpr int kRoundsMax = 100;
  const std::array all{member(0, 1), member(0, 2), member(0, 1)};
  std::array<double, 3> times{};
  for (const Federate f : all) ask(f, Advance::flush_queue_request, kFar);
  for (int round = 0; *std::ranges::min_element(times) < kEnough; ++round) {
    ASSERT_LT(round, kRoundsMax) << "somebody stays behind";
    deliver_and_count_records();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto time = take_grant(all[i]);
      if (!time) continue;
      EXPECT_GE(*time, times[i]);
      times[i] = *time;
      ask(all[i], Advance::flush_queue_request, kFar);
    }
  }
}

// A flush is granted although the awaited federates only flush, too, and messages are still in
// transit.
TEST_P(Progress, AFlushIsGrantedWhileMessagesKeepComing) {
  const Federate sender = member(0, 1);
  const Federate flushing = member(0, 1);
  ASSERT_EQ(publish(sender, kShot), "");
  ASSERT_EQ(subscribe(flushing, kShot), "");
  deliver_all();
  double stamp = 5;
  ask(flushing, Advance::flush_queue_request, 100);
  const auto time = granted_while(flushing, [&] { EXPECT_EQ(send_shot(sender, ++stamp), ""); });
  ASSERT_TRUE(time);
  EXPECT_LE(*time, 1) << "the sender may still send at 1";
}

// Messages in transit prevent a jump, so a sender that sends without end prevents it forever. The
// promises without a condition suffice.
TEST_P(Progress, ConstantTrafficStarvesNobodyWhoWaitsForAnEvent) {
  const Federate waiting = member(0, 10);
  const Federate sender = member(0, 50);
  const Federate stepping = member(0, 1);
  ASSERT_EQ(publish(sender, kShot), "");
  ASSERT_EQ(subscribe(waiting, kShot), "");
  ASSERT_EQ(subscribe(stepping, kShot), "");
  deliver_all();
  double stamp = 50;
  const auto shoot_on = [&] {
    ASSERT_EQ(send_shot(sender, stamp), "");
    stamp += 0.25;
  };
  ask(waiting, Advance::next_event_request, 100);
  ask(stepping, Advance::time_advance_request, 10);
  EXPECT_EQ(granted_while(stepping, shoot_on), 10);
  // A waiting federate is granted its first event when no message can come at or before it any
  // more.
  ask(stepping, Advance::time_advance_request, 60);
  stamp = std::max(stamp, 51.0);
  ask(sender, Advance::time_advance_request, 1);
  EXPECT_EQ(granted_while(waiting, shoot_on), 50);
}

// No federate advances beyond the times that a new regulating federate may still send, and all
// advance with it.
TEST_P(Progress, OneBeginsToRegulateAmongAHundredWhoWait) {
  constexpr std::size_t kWaiting = 100;
  std::vector<Federate> all;
  for (std::size_t i = 0; i < kWaiting; ++i) all.push_back(join("f"));
  const Federate last = join("last");
  const Federate newcomer = join("newcomer");
  for (const Federate f : all) regulate(f, 0, 1);
  regulate(last, 0, 1);
  for (const Federate f : all) ASSERT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  deliver_all();
  for (const Federate f : all) ask(f, Advance::time_advance_request, 10);
  deliver_and_count_records();
  for (const Federate f : all) ASSERT_EQ(take_grant(f), std::nullopt) << "the last is at 0";
  regulate(newcomer, 2, 1);
  deliver_and_count_records();
  ask(last, Advance::time_advance_request, 20);
  deliver_and_count_records();
  for (const Federate f : all) ASSERT_EQ(take_grant(f), std::nullopt) << "the newcomer is at 2";
  (void)take_grant(newcomer);  // timeRegulationEnabled
  ask(newcomer, Advance::time_advance_request, 9);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(newcomer), 9);
  for (const Federate f : all)
    ASSERT_EQ(take_grant(f), std::nullopt) << "the newcomer may send at 10";
  ask(newcomer, Advance::time_advance_request, 9.5);
  deliver_and_count_records();
  for (const Federate f : all) ASSERT_EQ(take_grant(f), 10);
}

// With zero lookahead TAR and NER wait for each other where TARA and NERA do not.
TEST_P(Progress, ZeroLookaheadTakesTurns) {
  constexpr int kRoundsMax = 200;
  constexpr double kEnough = 10;
  constexpr std::array kKinds{Advance::time_advance_request_available,
                              Advance::next_event_request_available, Advance::time_advance_request,
                              Advance::next_event_request};
  std::array<Federate, kKinds.size()> all{};
  std::array<double, kKinds.size()> times{};
  for (Federate& f : all) f = member(0, 0);
  const auto ask_next = [&](std::size_t i) {
    const double step = 1 + static_cast<double>(i) / 8;
    ask(all[i], kKinds[i], times[i] + step);
  };
  for (std::size_t i = 0; i < all.size(); ++i) ask_next(i);
  for (int round = 0; *std::ranges::min_element(times) < kEnough; ++round) {
    ASSERT_LT(round, kRoundsMax) << "somebody stays behind";
    deliver_and_count_records();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto time = take_grant(all[i]);
      if (!time) continue;
      EXPECT_GE(*time, times[i]);
      times[i] = *time;
      ask_next(i);
    }
  }
}

class ProgressAfterRestore : public SaveScenario {};

INSTANTIATE_TEST_SUITE_P(All, ProgressAfterRestore, testing::Bool(), transport_name);

// Promises from before a restore to an earlier time do not count any more. A federate that asks
// again goes on from there.
TEST_P(ProgressAfterRestore, AFederationGoesOnFromAnEarlierTime) {
  const std::vector<Federate> all{join("red"), join("blue"), join("green")};
  for (const Federate f : all) constrain(f);
  for (const Federate f : all) regulate(f, 0, 1);
  const auto step_to = [&](double time) {
    for (const Federate f : all) ASSERT_EQ(advance(f, time), "");
    for (const Federate f : all)
      ASSERT_EQ(take_all_callbacks(f).size(), 1u) << "a grant of " << time;
  };
  step_to(5);
  ASSERT_EQ(save(all[0], "five"), "");
  complete_all_saves(all, "five");
  step_to(90);
  // One federate still waits, and has promised 96, when the federation is restored.
  ASSERT_EQ(advance(all[2], 95), "");
  ASSERT_EQ(restore(all[0], "five"), "");
  for (const Federate f : all) {
    ASSERT_TRUE(take_all_callbacks(f).back().starts_with("InitiateFederateRestore"));
    ASSERT_EQ(complete_restore(f), "");
  }
  for (const Federate f : all) ASSERT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  ASSERT_EQ(advance(all[0], 10), "");
  ASSERT_EQ(advance(all[1], 20), "");
  EXPECT_EQ(take_all_callbacks(all[0]), Lines{}) << "the third is at 5 again";
  EXPECT_LE(lbts(all[0]), 6);
  ASSERT_EQ(advance(all[2], 10), "");
  EXPECT_EQ(take_all_callbacks(all[0]), Lines{"TimeAdvanceGrant 10"});
  EXPECT_EQ(take_all_callbacks(all[2]), Lines{"TimeAdvanceGrant 10"});
  ASSERT_EQ(advance(all[0], 30), "");
  ASSERT_EQ(advance(all[2], 30), "");
  EXPECT_EQ(take_all_callbacks(all[1]), Lines{"TimeAdvanceGrant 20"});
}

}  // namespace
}  // namespace triad::test
