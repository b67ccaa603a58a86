// Members that share memory, where they read each other's promises, and where they are too many for
// that.
#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "tests/scenario/core/time_scenario.hpp"

namespace triad::test {
namespace {

// Members that share memory, too many to read each other's promises once the third has joined.
class InStepOnFabric : public TimeScenario {
 protected:
  static HarnessOptions options(std::size_t direct_max) {
    HarnessOptions options;
    options.on_fabric = true;
    options.rtig.direct_promises_max = direct_max;
    return options;
  }
  explicit InStepOnFabric(std::size_t direct_max = 2) : TimeScenario(options(direct_max)) {}
  Federate member(double lookahead) {
    const Federate f = join_constrained("f");
    regulate(f, 0, lookahead);
    deliver_all();
    return f;
  }
  void ask(Federate f, double time) {
    EXPECT_EQ(advance(f, wire::Advance::time_advance_request, time), "");
  }
};

TEST_F(InStepOnFabric, AStepCostsEachOneReportAndAllTogetherOneLbts) {
  const std::array all{member(1), member(1), member(1), member(1)};
  for (const Federate f : all) ask(f, 1);
  deliver_all();
  std::map<std::pair<bool, wire::Kind>, int> handled;
  harness.set_watch([&](Federate, bool up, const wire::Record& record) {
    ++handled[{up, record.header.message_kind()}];
  });
  for (const Federate f : all) ask(f, 2);
  deliver_and_count_records();
  harness.set_watch({});
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 2);
  EXPECT_EQ(handled.size(), 2u);
  EXPECT_EQ((handled[{true, wire::Kind::TimeReport}]), 4);
  EXPECT_EQ((handled[{false, wire::Kind::LbtsTold}]), 4) << "one record, which each reads";
}

// One record also tells all of them the conditional promises that hold together, and no member
// reads another's report.
TEST_F(InStepOnFabric, AStepOfEventsIsReportedToTheRtigAlone) {
  constexpr std::size_t kMembers = 16;
  std::vector<Federate> all;
  for (std::size_t i = 0; i < kMembers; ++i) all.push_back(member(1));
  const auto step_to = [&](double time) {
    for (const Federate f : all) {
      EXPECT_EQ(advance(f, wire::Advance::next_event_request, time), "");
    }
    deliver_and_count_records();
    for (const Federate f : all) EXPECT_EQ(take_grant(f), time);
  };
  step_to(1);
  std::map<std::pair<bool, wire::Kind>, std::size_t> handled;
  harness.set_watch([&](Federate, bool up, const wire::Record& record) {
    ++handled[{up, record.header.message_kind()}];
  });
  step_to(2);
  harness.set_watch({});
  EXPECT_EQ((handled[{false, wire::Kind::TimeReport}]), 0u);
  EXPECT_LE((handled[{true, wire::Kind::TimeReport}]), 2 * kMembers);
  EXPECT_LE((handled[{false, wire::Kind::LbtsTold}]), kMembers * kMembers)
      << "one of each record, which all read";
}

TEST_F(InStepOnFabric, WhoWaitsGoesOnWhenTheyHaveBecomeTooMany) {
  const Federate a = member(1);
  const Federate b = member(1);
  EXPECT_TRUE(harness.ambassador(a).reads_promises());
  ask(a, 5);
  ask(b, 3);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(b), 3);
  const Federate c = member(1);
  for (const Federate f : {a, b, c}) EXPECT_FALSE(harness.ambassador(f).reads_promises());
  ask(b, 7);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(a), std::nullopt) << "the newcomer may send before";
  ask(c, 7);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(a), 5);
}

// A report for the RTIG's reduction travels beside the stream that all read, and may be read after
// the end of its regulation.
TEST_F(InStepOnFabric, WhatIsReportedBeforeRegulationEndsCountsForNobody) {
  const Federate a = member(1);
  const Federate b = member(1);
  const Federate c = member(1);
  ask(a, 5);
  ask(b, 5);
  const auto told = harness.begin_call(b, wire::DisableTimeRegulation{});
  deliver_and_count_records();
  ask(c, 5);
  deliver_and_count_records();
  EXPECT_EQ(harness.faults(), Lines{});
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_grant(f), 5);
}

TEST_F(InStepOnFabric, WhoWaitsForAnEventJumps) {
  const std::array all{member(0.001), member(0.001), member(0.001), member(0.001)};
  for (const Federate f : all) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 1000), "");
  }
  deliver_and_count_records();
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 1000);
}

// Few enough members for notes.
class InStepByNotes : public InStepOnFabric {
 protected:
  InStepByNotes() : InStepOnFabric(8) {}
  bool all_read_promises(std::span<const Federate> all) {
    return std::ranges::all_of(all,
                               [&](Federate f) { return harness.ambassador(f).reads_promises(); });
  }
};

TEST_F(InStepByNotes, AStepIsNoRecord) {
  const std::array all{member(1), member(1), member(1), member(1)};
  for (const Federate f : all) ask(f, 1);
  deliver_all();
  int handled = 0;
  harness.set_watch([&](Federate, bool, const wire::Record&) { ++handled; });
  for (const Federate f : all) ask(f, 2);
  deliver_and_count_records();
  harness.set_watch({});
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 2);
  EXPECT_EQ(handled, 0);
  EXPECT_TRUE(all_read_promises(all));
}

TEST_F(InStepByNotes, AStepOfEventsIsNoRecord) {
  const std::array all{member(0.001), member(0.001), member(0.001), member(0.001)};
  int handled = 0;
  harness.set_watch([&](Federate, bool, const wire::Record&) { ++handled; });
  for (const double time : {1000, 2000}) {
    for (const Federate f : all) {
      EXPECT_EQ(advance(f, wire::Advance::next_event_request, time), "");
    }
    deliver_and_count_records();
    for (const Federate f : all) EXPECT_EQ(take_grant(f), time);
  }
  harness.set_watch({});
  EXPECT_EQ(handled, 0);
  EXPECT_TRUE(all_read_promises(all));
}

TEST_F(InStepByNotes, AMessageIsTheNextEventOfAll) {
  const std::array all{member(1), member(1), member(1), member(1)};
  for (const Federate f : all) EXPECT_EQ(subscribe(f, kShot), "");
  EXPECT_EQ(publish(all[0], kShot), "");
  deliver_all();
  EXPECT_EQ(send_shot(all[0], 5), "");
  for (const Federate f : all) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 1000), "");
  }
  deliver_and_count_records();
  for (const Federate f : {all[1], all[2], all[3]}) EXPECT_EQ(take_grant(f), 5);
  EXPECT_EQ(take_grant(all[0]), std::nullopt) << "the others may send from 6 on";
  for (const Federate f : {all[1], all[2], all[3]}) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 1000), "");
  }
  deliver_and_count_records();
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 1000);
  EXPECT_EQ(harness.faults(), Lines{});
}

TEST_F(InStepByNotes, WhoWaitsForATimeGoesOnByTheConditionsOfOthers) {
  const std::array all{member(0.001), member(0.001), member(0.001), member(0.001)};
  ask(all[0], 5);
  for (const Federate f : {all[1], all[2], all[3]}) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 9), "");
  }
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[0]), 5);
  EXPECT_EQ(take_grant(all[1]), std::nullopt);
  ask(all[0], 10);
  deliver_and_count_records();
  for (const Federate f : {all[1], all[2], all[3]}) EXPECT_EQ(take_grant(f), 9);
  EXPECT_TRUE(all_read_promises(all));
}

// A member with a condition that does not handle a message counts only with its promise.
TEST_F(InStepByNotes, ConditionsOfOthersCountBesideAMemberThatHasStopped) {
  const std::array all{member(1), member(1), member(20)};
  for (const Federate f : all) EXPECT_EQ(subscribe(f, kShot), "");
  EXPECT_EQ(publish(all[0], kShot), "");
  deliver_all();
  for (const Federate f : all) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 10), "");
  }
  deliver_and_count_records();
  for (const Federate f : all) EXPECT_EQ(take_grant(f), 10);
  EXPECT_EQ(advance(all[2], wire::Advance::next_event_request, 1000), "");
  deliver_and_count_records();
  harness.links().set_stopped(all[2], true);
  EXPECT_EQ(send_shot(all[0], 25), "");
  for (const Federate f : {all[0], all[1]}) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 24), "");
  }
  deliver_and_count_records();
  for (const Federate f : {all[0], all[1]}) EXPECT_EQ(take_grant(f), 24);
  harness.links().set_stopped(all[2], false);
  deliver_and_count_records();
  EXPECT_EQ(take_grant(all[2]), std::nullopt);
}

TEST_F(InStepOnFabric, APromiseOnConditionMadeBeforeCountsWhenThereAreTooMany) {
  const Federate a = member(1);
  const Federate b = member(1);
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 9), "");
  deliver_and_count_records();
  EXPECT_TRUE(harness.ambassador(a).reads_promises());
  const Federate c = member(1);
  for (const Federate f : {a, b, c}) EXPECT_FALSE(harness.ambassador(f).reads_promises());
  ask(b, 9);
  ask(c, 9);
  deliver_and_count_records();
  for (const Federate f : {a, b, c}) EXPECT_EQ(take_grant(f), 9);
}

// A member at a link that regulates or is constrained causes promises to be reduced.
class NotesAndRecords : public TimeScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.on_fabric = true;
    options.mixed = true;
    return options;
  }
  NotesAndRecords() : TimeScenario(options()) {}
  // All ask for the next event in turn. Expects no grant before the last has asked.
  void expect_jump(std::span<const Federate> all, double time) {
    for (const Federate f : all) {
      for (const Federate g : all) EXPECT_EQ(take_grant(g), std::nullopt);
      EXPECT_EQ(advance(f, wire::Advance::next_event_request, time), "");
      deliver_and_count_records();
    }
    for (const Federate f : all) EXPECT_EQ(take_grant(f), time);
  }
  Federate member() {
    const Federate f = join_constrained("f");
    regulate(f, 0, 0.001);
    deliver_all();
    return f;
  }
};

TEST_F(NotesAndRecords, FollowEachOtherAsMembersComeAndGo) {
  const Federate a = member();
  const Federate by_link = member();
  const Federate b = member();
  EXPECT_TRUE(harness.ambassador(a).on_fabric());
  EXPECT_FALSE(harness.ambassador(by_link).on_fabric());
  expect_jump(std::array{a, b, by_link}, 1000);
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 2000), "");
  deliver_and_count_records();
  EXPECT_EQ(resign(by_link, ResignAction::no_action), "");
  deliver_and_count_records();
  EXPECT_EQ(take_grant(a), std::nullopt);
  expect_jump(std::array{b}, 2000);
  EXPECT_EQ(take_grant(a), 2000);
  expect_jump(std::array{b, a}, 3000);
  const Federate another_by_link = member();
  EXPECT_FALSE(harness.ambassador(another_by_link).on_fabric());
  expect_jump(std::array{another_by_link, a, b}, 4000);
  EXPECT_FALSE(harness.ambassador(a).reads_promises()) << "there is no way back";
  EXPECT_EQ(harness.faults(), Lines{});
}

TEST_F(NotesAndRecords, AViewerAtALinkDoesNotLetPromisesBeReduced) {
  const Federate a = member();
  const Federate viewer = join("viewer");
  const Federate b = member();
  EXPECT_FALSE(harness.ambassador(viewer).on_fabric());
  EXPECT_EQ(subscribe(viewer, kShot), "");
  EXPECT_EQ(publish(a, kShot), "");
  deliver_all();
  EXPECT_EQ(send_shot(a, 5), "");
  expect_jump(std::array{a, b}, 1000);
  for (const Federate f : {a, b}) EXPECT_TRUE(harness.ambassador(f).reads_promises());
}

TEST_F(NotesAndRecords, AViewerAtALinkThatAsksForItsLbtsIsToldIt) {
  const Federate a = member();
  const Federate viewer = join("viewer");
  const Federate b = member();
  expect_jump(std::array{a, b}, 1000);
  EXPECT_EQ(lbts(viewer), 1000.001);
  EXPECT_FALSE(harness.ambassador(a).reads_promises());
  expect_jump(std::array{b, a}, 2000);
  EXPECT_EQ(lbts(viewer), 2000.001);
}

TEST_F(NotesAndRecords, AMemberAtALinkThatBecomesConstrainedLetsPromisesBeReduced) {
  const Federate a = member();
  const Federate viewer = join("viewer");
  const Federate b = member();
  EXPECT_EQ(advance(a, wire::Advance::next_event_request, 1000), "");
  deliver_and_count_records();
  EXPECT_EQ(call(viewer, wire::EnableTimeConstrained{}), "");
  deliver_all();
  for (const Federate f : {a, b}) EXPECT_FALSE(harness.ambassador(f).reads_promises());
  expect_jump(std::array{b}, 1000);
  EXPECT_EQ(take_grant(a), 1000);
}

}  // namespace
}  // namespace triad::test
