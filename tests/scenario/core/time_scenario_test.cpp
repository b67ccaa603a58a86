// Time management in the state machines: the number of messages for an advance, and promises during
// joins and departures. Behaviour at the API is tested in tests/scenario/api/time_api_test.cpp.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "tests/scenario/core/time_scenario.hpp"

namespace triad::test {
namespace {

class Time : public TimeScenario {
 protected:
  using TimeScenario::TimeScenario;

  // Lets federates wait for distant events until each has been granted three times. Returns the
  // number of records.
  int records_to_events_far_away(std::size_t federates, double lookahead) {
    std::vector<Federate> all;
    for (std::size_t i = 0; i < federates; ++i) all.push_back(join_constrained("f"));
    for (const Federate f : all) regulate(f, 0, lookahead);
    deliver_all();
    int count = 0;
    std::vector<int> grants(federates, 0);
    for (const Federate f : all) {
      EXPECT_EQ(advance(f, wire::Advance::next_event_request, 1e6 + static_cast<double>(f)), "");
    }
    while (std::ranges::count(grants, 3) < static_cast<std::ptrdiff_t>(federates)) {
      count += deliver_and_count_records();
      bool moved = false;
      for (const Federate f : all) {
        const auto time = take_grant(f);
        if (!time) continue;
        moved = true;
        ++grants[f];
        // A federate that has finished must not hold up the others.
        EXPECT_EQ(advance(f, wire::Advance::next_event_request,
                          grants[f] < 3 ? *time + 1e6 : 1e12 + *time),
                  "");
        if (grants[f] == 3) {
          EXPECT_EQ(take_grant(f), std::nullopt);
        }
      }
      if (!moved) {
        ADD_FAILURE() << "nobody advances any more";
        break;
      }
    }
    return count;
  }
};

TEST_F(Time, AStampThatIsTooEarlyIsRefusedWithTimeAndLookahead) {
  const Federate sender = join("sender");
  const Federate other = join_constrained("other");
  EXPECT_EQ(publish(sender, kShot), "");
  regulate(other, 0, 1);
  regulate(sender, 3, 2);
  deliver_all();
  std::string why;
  EXPECT_EQ(send_shot(sender, 4.5, &why), "InvalidFederationTime");
  EXPECT_EQ(why,
            "the time stamp 4.5 is too early: this federate is at 3 with lookahead 2, so that the "
            "least allowed is 5");
  const core::Time none = at(0);
  EXPECT_EQ(call(other, wire::ModifyLookahead{none.bytes()}), "");
  EXPECT_EQ(advance(other, wire::Advance::time_advance_request, 10), "");
  EXPECT_EQ(publish(other, kShot), "");
  EXPECT_EQ(send_shot(other, 10, &why), "InvalidFederationTime");
  EXPECT_EQ(
      why,
      "the time stamp 10 is too early: this federate is at 0, has asked to advance to 10 with "
      "lookahead 0, so that the least allowed is later than 10");
}

// Largest number of records for 24 grants, regardless of the lookahead. Steps of the lookahead
// would take a thousand million rounds.
constexpr int kRecordsFor24Grants = 24 * 100;

class Jump : public Time, public testing::WithParamInterface<Ways> {
 protected:
  Jump() : Time(options_for_ways(GetParam())) {}
};

TEST_P(Jump, EightFederatesReachEventsFarAwayInFewRecordsWithATinyLookahead) {
  EXPECT_LT(records_to_events_far_away(8, 0.001), kRecordsFor24Grants);
}

TEST_P(Jump, EightFederatesReachEventsFarAwayInFewRecordsWithALargeLookahead) {
  EXPECT_LT(records_to_events_far_away(8, 1000), kRecordsFor24Grants);
}

INSTANTIATE_TEST_SUITE_P(All, Jump, testing::Values(Ways::links, Ways::shared_memory, Ways::both),
                         way_name);

class SharedMemory : public Time {
 protected:
  SharedMemory() : Time(options_for_ways(Ways::shared_memory)) {}
};

// Its floor arrives when it is no longer constrained, and need not be kept.
TEST_F(SharedMemory, AFloorEndsWithTheConstraintThatItIsOf) {
  const Federate regulating = join("regulating");
  const Federate f = join_constrained("f");
  EXPECT_EQ(advance(f, wire::Advance::time_advance_request, 20), "");
  EXPECT_EQ(take_grant(f), 20);
  deliver_all();
  harness.links().set_stopped(f, true);
  EXPECT_EQ(call(f, wire::DisableTimeConstrained{}), "");
  EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  regulate(regulating, 0, 1);
  deliver_all();
  harness.links().set_stopped(f, false);
  deliver_and_count_records();
  EXPECT_EQ(harness.callbacks(f), Lines());  // the other may send from 1 on
  EXPECT_EQ(advance(regulating, wire::Advance::time_advance_request, 20), "");
  deliver_and_count_records();
  EXPECT_EQ(harness.callbacks(f).size(), 1u);
}

// Every other member has only a link.
class Mixed : public Time {
 protected:
  Mixed() : Time(options_for_ways(Ways::both)) {}
};

// Its promise no longer covers its sent messages. Only the RTIG sees these in transit to the other
// link.
TEST_F(Mixed, WhatAFormerRegulatorHasSentToALinkHoldsUpTheJump) {
  const Federate reader = join_constrained("in memory");
  const Federate waiting = join_constrained("link");
  (void)join("in memory");
  const Federate sender = join("link");
  EXPECT_EQ(subscribe(waiting, kShot), "");
  EXPECT_EQ(publish(sender, kShot), "");
  regulate(waiting, 0, 2);
  regulate(sender, 0, 10);
  deliver_all();
  EXPECT_EQ(advance(waiting, wire::Advance::next_event_request, 20), "");
  deliver_all();
  harness.links().set_stopped(waiting, true);
  EXPECT_EQ(send_shot(sender, 10), "");
  EXPECT_EQ(call(sender, wire::DisableTimeRegulation{}), "");
  deliver_and_count_records();
  EXPECT_LE(lbts(reader), 12);
  harness.links().set_stopped(waiting, false);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(waiting), 10);
  EXPECT_EQ(lbts(reader), 12);
}

// The RTIG sends nothing when it reads a message that concerns no link.
TEST_F(Mixed, AMessageSentAfterAPromiseDoesNotHoldUpTheJump) {
  const Federate sender = join_constrained("in memory");
  const Federate waiting = join_constrained("link");
  const Federate receiver = join("in memory");
  EXPECT_EQ(subscribe(receiver, kShot), "");
  EXPECT_EQ(publish(sender, kShot), "");
  for (const Federate f : {sender, waiting}) regulate(f, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(waiting, wire::Advance::next_event_request, 100), "");
  deliver_all();
  EXPECT_EQ(send_shot(sender, 60), "");
  EXPECT_EQ(advance(sender, wire::Advance::time_advance_request, 50), "");
  EXPECT_EQ(send_shot(sender, 60), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(sender), 50);
}

// The RTIG has read messages sent before a new member came, and does not tell it of them.
TEST_F(Mixed, ANewcomerInMemoryJumpsWithThoseAtLinks) {
  const Federate silent = join("in memory");
  EXPECT_EQ(publish(silent, kShot), "");
  const Federate waiting = join_constrained("link");
  const Federate newcomer = join_constrained("in memory");
  for (const Federate f : {waiting, newcomer}) regulate(f, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(waiting, wire::Advance::next_event_request, 200), "");
  EXPECT_EQ(advance(newcomer, wire::Advance::next_event_request, 100), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(newcomer), 100);
}

// Each may still send at the time at which the other begins.
TEST_F(Time, TwoThatBeginToRegulateLaterWithZeroLookaheadMaySendAtTheirBegin) {
  const std::array both = {join_constrained("f"), join_constrained("f")};
  for (const Federate f : both) EXPECT_EQ(publish(f, kShot), "");
  for (const Federate f : both) regulate(f, 5, 0);
  deliver_all();
  for (const Federate f : both) EXPECT_EQ(send_shot(f, 5), "");
  EXPECT_EQ(send_shot(both[0], 4.5), "InvalidFederationTime");
  for (const Federate f : both) {
    EXPECT_EQ(advance(f, wire::Advance::time_advance_request, 5), "");
  }
  deliver_and_count_records();
  for (const Federate f : both) EXPECT_EQ(take_grant(f), 5);
}

// Zero lookahead: the federate with the least time advances first, again and again.
TEST_F(Time, ARingOfZeroLookaheadMakesProgress) {
  const std::array ring = {join_constrained("f"), join_constrained("f"), join_constrained("f"),
                           join_constrained("f")};
  for (const Federate f : ring) regulate(f, 0, 0);
  deliver_all();
  std::vector<double> times(ring.size(), 0);
  for (const Federate f : ring) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request_available, 1), "");
  }
  for (int round = 0; *std::ranges::min_element(times) < 10; ++round) {
    ASSERT_LT(round, 200) << "somebody stays behind";
    deliver_and_count_records();
    for (const Federate f : ring) {
      if (const auto time = take_grant(f)) {
        EXPECT_GE(*time, times[f]);
        times[f] = *time;
        EXPECT_EQ(advance(f, wire::Advance::next_event_request_available, *time + 1), "");
      }
    }
  }
}

TEST_F(Time, OneWhoDiesInTheMiddleOfItsHandshakeHoldsNobodyBack) {
  const Federate f = join_constrained("f");
  const Federate dying = join("dying");
  regulate(dying, 0, 1);
  harness.kill(dying);
  deliver_and_count_records();
  EXPECT_EQ(advance(f, wire::Advance::time_advance_request, 5), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(f), 5);
}

TEST_F(Time, WhoWaitsForAFloorIsFreedWhenTheOneAskedDies) {
  const Federate silent = join_constrained("silent");
  const Federate f = join("f");
  harness.links().set_stopped(silent, true);
  regulate(f, 0, 1);
  deliver_and_count_records();
  EXPECT_EQ(harness.callbacks(f), Lines());
  harness.kill(silent);
  deliver_and_count_records();
  const Lines lines = harness.callbacks(f);
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const auto& line) { return line.starts_with("TimeRegulationEnabled"); }),
            1);
}

// The promise of a new regulating federate must not undercut a promise that depended on an LBTS and
// that others have used.
TEST_F(Time, ANewcomerDoesNotUndercutTheJumpOfOthers) {
  const Federate a = join_constrained("a");
  const Federate b = join_constrained("b");
  regulate(a, 0, 1);
  regulate(b, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 100), "");
  EXPECT_EQ(advance(b, wire::Advance::next_event_request, 50), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(b), 50);
  // b's next message is at 51 at the least; a waits for 100 and has promised 51 + 1.
  const Federate late = join("late");
  regulate(late, 0, 1);
  deliver_and_count_records();
  double start = 0;
  harness.take_callbacks(late, [&](const rtia::Callback& callback) {
    if (const auto* enabled = std::get_if<wire::TimeRegulationEnabled>(&callback)) {
      start = core::DoubleTime::decode(core::Time(enabled->time));
    }
  });
  EXPECT_GE(start, 50);
}

// Federates that advance in step: each is told its LBTS only when it has reached the awaited bound.
class InStep : public Time {
 protected:
  InStep() {
    for (int i = 0; i < 4; ++i) all.push_back(join_constrained("f"));
    for (const Federate f : all) regulate(f, 0, 1);
    deliver_all();
    step_to(1);
  }
  void request_advance(Federate f, double time) {
    EXPECT_EQ(advance(f, wire::Advance::time_advance_request, time), "");
  }
  void step_to(double time) {
    for (const Federate f : all) request_advance(f, time);
    deliver_and_count_records();
    for (const Federate f : all) EXPECT_EQ(take_grant(f), time);
  }
  // Delivers everything in transit. Returns how often a federate was told its LBTS.
  int told_lbts(Federate federate) {
    int count = 0;
    harness.set_watch([&](Federate f, bool up, const wire::Record& record) {
      const bool lbts = record.header.message_kind() == wire::Kind::LbtsTold;
      if (f == federate && !up && lbts) ++count;
    });
    deliver_and_count_records();
    harness.set_watch({});
    return count;
  }

  std::vector<Federate> all;
};

TEST_F(InStep, AStepCostsEachOneReportAndOneLbts) {
  int frames = 0;
  harness.set_watch([&](Federate, bool, const wire::Record&) { ++frames; });
  for (const Federate f : all) request_advance(f, 2);
  deliver_and_count_records();
  harness.set_watch({});
  EXPECT_EQ(frames, 2 * static_cast<int>(all.size()));
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 2);
}

// For any number of federates, also for those that wait for events that do not come.
class InStepOf : public Time, public testing::WithParamInterface<int> {};

TEST_P(InStepOf, AStepCostsEachOneReportAndOneLbts) {
  std::vector<Federate> all(static_cast<std::size_t>(GetParam()));
  for (Federate& f : all) f = join("f");
  // They regulate first, because a constrained federate answers each new regulating one with a
  // floor.
  for (const Federate f : all) regulate(f, 0, 1);
  for (const Federate f : all) EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  deliver_all();
  double time = 0;
  for (const auto kind : {wire::Advance::time_advance_request, wire::Advance::next_event_request}) {
    for (int step = 1; step <= 3; ++step) {
      ++time;
      int frames = 0;
      harness.set_watch([&](Federate, bool, const wire::Record&) { ++frames; });
      for (const Federate f : all) EXPECT_EQ(advance(f, kind, time), "");
      deliver_and_count_records();
      harness.set_watch({});
      EXPECT_TRUE(step == 1 || frames == 2 * GetParam()) << frames << " at " << time;
      for (const Federate f : all) ASSERT_EQ(take_grant(f), time);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Federates, InStepOf, testing::Values(8, 64, 128),
                         testing::PrintToStringParamName());

TEST_F(InStep, WhoWaitsIsToldWhenTheLastHasPromised) {
  request_advance(all[0], 2);
  request_advance(all[1], 2);
  request_advance(all[2], 2);
  EXPECT_EQ(told_lbts(all[0]), 0);
  EXPECT_EQ(told_lbts(all[3]), 0) << "does not wait";
  request_advance(all[3], 2);
  EXPECT_EQ(told_lbts(all[0]), 1);
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 2);
}

TEST_F(InStep, WhoLeavesHoldsNobodyBack) {
  request_advance(all[0], 2);
  request_advance(all[1], 2);
  request_advance(all[2], 2);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), std::nullopt);
  harness.kill(all[3]);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), 2);
  EXPECT_EQ(take_grant(all[1]), 2);
}

TEST_F(InStep, WhoKnowsEnoughIsToldNothing) {
  request_advance(all[1], 5);
  request_advance(all[2], 2);
  request_advance(all[3], 3);
  request_advance(all[0], 1.5);
  EXPECT_EQ(told_lbts(all[0]), 0) << "it was told 2 for the step to 1";
  EXPECT_EQ(take_grant(all[0]), 1.5);
  EXPECT_EQ(take_grant(all[2]), 2) << "it was told by that of 2.5";
}

TEST_F(InStep, WhoIsAskedHowTimeStandsIsToldItsLbts) {
  request_advance(all[0], 2);
  request_advance(all[1], 2);
  EXPECT_EQ(told_lbts(all[0]), 0);
  harness.rtig().request_time_status();
  EXPECT_EQ(told_lbts(all[0]), 1);
}

TEST_F(InStep, WhoIsConstrainedAnewIsToldOnceMore) {
  EXPECT_EQ(call(all[0], wire::DisableTimeConstrained{}), "");
  request_advance(all[1], 2);
  request_advance(all[2], 4);
  deliver_and_count_records();
  EXPECT_EQ(call(all[0], wire::EnableTimeConstrained{}), "");
  EXPECT_EQ(told_lbts(all[0]), 1);
  deliver_all();
  request_advance(all[3], 4);
  request_advance(all[0], 1.5);
  EXPECT_EQ(told_lbts(all[0]), 0);
  EXPECT_EQ(take_grant(all[0]), 1.5);
}

TEST_F(InStep, WhoWaitsForAnEventIsToldOfRisesAlone) {
  EXPECT_EQ(advance(all[2], wire::Advance::next_event_request, 9), "");
  EXPECT_EQ(told_lbts(all[2]), 0) << "it knows of as much";
  request_advance(all[0], 2);
  request_advance(all[1], 3);
  EXPECT_EQ(told_lbts(all[2]), 0);
  request_advance(all[3], 2);
  EXPECT_EQ(told_lbts(all[2]), 1);
}

// A new regulating federate lowers the LBTS told before: waiting federates are told again.
TEST_F(InStep, WhoWaitsAsAnotherBeginsToRegulateIsToldWhenThatOneHasGoneOn) {
  const Federate late = join_constrained("late");
  request_advance(all[0], 2);
  for (std::size_t i = 1; i < all.size(); ++i) request_advance(all[i], 5);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), 2) << "by an LBTS of 6";
  regulate(late, 0, 0.5);
  deliver_all();
  request_advance(all[0], 4);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), std::nullopt) << "the newcomer may send before";
  request_advance(late, 4);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), 4);
}

// The told LBTS depends on a report that it has withdrawn since.
TEST_F(InStep, WhoCeasesToRegulateAsTheReportsHoldTogetherIsTold) {
  harness.links().set_stopped(all[0], true);
  request_advance(all[0], 5);
  for (std::size_t i = 1; i < all.size(); ++i) {
    EXPECT_EQ(advance(all[i], wire::Advance::next_event_request, 9), "");
  }
  deliver_and_count_records();
  EXPECT_EQ(call(all[0], wire::DisableTimeRegulation{}), "");
  harness.links().set_stopped(all[0], false);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), 5);
}

// Every other member has only a link.
class LateLink : public Time {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.on_fabric = true;
    options.mixed = true;
    return options;
  }
  LateLink() : Time(options()) {}
};

// The sharer is alone with the RTIG on the fabric, and has promised before any member is told an
// LBTS.
TEST_F(LateLink, IsToldWhatWasPromisedBefore) {
  const Federate sharer = join_constrained("sharer");
  regulate(sharer, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(sharer, wire::Advance::time_advance_request, 10), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(sharer), 10);
  const Federate late = join_constrained("late");
  EXPECT_FALSE(harness.ambassador(late).on_fabric());
  EXPECT_EQ(advance(late, wire::Advance::time_advance_request, 8), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(late), 8);
}

TEST_F(Time, MembersWithAnotherKindOfTimeAreTurnedAway) {
  struct Ticks final : core::TimeType {
    std::string_view name() const override { return "ticks"; }
    bool is_valid(wire::Bytes) const override { return true; }
    int compare_times(const core::Time&, const core::Time&) const override { return 0; }
    core::Time sum(const core::Time& a, const core::Time&) const override { return a; }
    core::Time difference(const core::Time& a, const core::Time&) const override { return a; }
    core::Time zero() const override { return {}; }
    core::Time infinity() const override { return {}; }
    std::string text(const core::Time&) const override { return "?"; }
  };
  join("first");
  const Ticks ticks;
  rtia::AmbassadorOptions options;
  options.time_type = &ticks;
  const Federate other = harness.add(options);
  std::string why;
  EXPECT_EQ(
      refusal(harness.call(other, wire::JoinFederationExecution{"t", "Federation", {}}), &why),
      "RTIinternalError");
  EXPECT_NE(why.find("ticks"), std::string::npos) << why;
  EXPECT_NE(why.find("the same libFedTime"), std::string::npos) << why;
}

}  // namespace
}  // namespace triad::test
