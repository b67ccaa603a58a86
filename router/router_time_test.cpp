// Tests the promises that a Router receives, and the bounds that it sends.
#include <string>
#include <vector>

#include "records/handled_messages.hpp"
#include "router/test_router.hpp"

namespace triad::router {
namespace {

// --- Promises

TEST_F(RouterTest, WhoWaitsForABoundIsToldWhenTheOthersHaveReachedIt) {
  for (const FederateHandle member : {kAnn, kBob, kCid}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
    router.time().change_role(member, wire::MemberTimeChange::constrained_begins, 0);
  }
  const auto bound = [](const std::byte& time) { return wire::TimeBound{{&time, 1}, false}; };
  const std::byte one{1};
  const std::byte two{2};
  wire::TimeReport report;
  report.promise = bound(two);
  report.waits_for = bound(two);
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  report.promise = bound(one);
  EXPECT_EQ(fault_of(send_message(kCid, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 30: LbtsTold"}))
      << "who has promised less holds them back";
  report.promise = bound(two);
  EXPECT_EQ(fault_of(send_message(kCid, report)), "");
  router.end_turn();
  OutputLines told = outlets.take_lines();
  std::ranges::sort(told);
  EXPECT_EQ(told, (OutputLines{"link 10: LbtsTold", "link 20: LbtsTold", "link 30: LbtsTold"}));
}

TEST_F(RouterTest, WhatRisesWithEachReportOfATurnIsToldOnce) {
  for (const FederateHandle member : {kAnn, kBob}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  attach_member(kCid);
  router.time().change_role(kCid, wire::MemberTimeChange::constrained_begins, 0);
  EXPECT_EQ(fault_of(send_message(kCid, wire::TimeWait{std::nullopt, true})), "");
  EXPECT_TRUE(router.turn_is_due());
  for (const std::byte time : {std::byte{1}, std::byte{2}, std::byte{3}}) {
    wire::TimeReport report;
    report.promise = {{&time, 1}, false};
    EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
    EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  }
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 30: LbtsTold"}));
  EXPECT_FALSE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
}

TEST_F(RouterTest, ATimeThatIsNoneOfTheApplicationIsAFault) {
  attach_member(kAnn);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  const std::vector<std::byte> long_time(3);
  wire::TimeReport report;
  report.promise = {long_time, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "an invalid time for this federation");
  EXPECT_EQ(fault_of(send_message(kAnn, wire::TimeWait{report.promise, false})),
            "an invalid time for this federation");
}

TEST_F(RouterTest, NobodyPromisesWhoDoesNotRegulate) {
  attach_member(kAnn);
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "a promise, though it does not regulate");
}

TEST_F(RouterTest, MembersOnTheFabricAreToldTheirBoundsWhenPromisesAreReduced) {
  attach_member(kAnn, true);
  attach_member(kBob);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  EXPECT_FALSE(router.time().sends_lbts_to(kAnn));
  EXPECT_FALSE(router.time().knows_all());
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "a report that members publish in shared memory");
  router.time().reduce_fabric();
  EXPECT_TRUE(router.time().sends_lbts_to(kAnn));
  EXPECT_TRUE(router.time().knows_all());
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
}

// A member at a link asks before the members that share memory report.
TEST_F(RouterTest, ARequestForTheLbtsIsAnsweredWhenAllHavePromised) {
  attach_member(kAnn, true);
  attach_member(kBob);
  router.time().change_role(kAnn, wire::MemberTimeChange::regulation_begins, 0);
  const auto asks = record_of(kBob, wire::RequestLbts{});
  const auto record = wire::parse_record(asks);
  EXPECT_TRUE(router.receive_from_member(kBob, *record).for_authority);
  router.time().reduce_fabric();
  router.time().answer_when_all_promise(kBob, record->header.position);
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: LbtsTold", "link 20: Accepted"}));
}

// --- Departures

// The member may have slept and not read the message, which did not concern it.
TEST_F(RouterTest, WhoHasNotReadWhatHoldsUpTheOthersIsWokenToReadAll) {
  attach_member(kAnn, true);
  attach_member(kBob, true);
  router.time().reduce_fabric();
  for (const FederateHandle member : {kAnn, kBob})
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  const std::byte one{1};
  wire::TimeReport report;
  report.promise = {{&one, 1}, false};
  report.conditional = report.promise;
  EXPECT_EQ(fault_of(send_message(kAnn, report)), "");
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  EXPECT_EQ(fault_of(send_message(kBob, report)), "");
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"wakes 1 to read all", "wakes itself to read all"}));
}

// The Router reads the message after the report of the member that had handled it.
TEST_F(RouterTest, ReportsHoldTogetherWhenTheMessagesInMemoryHaveBeenRead) {
  share_memory_and_wait({kAnn, kBob});
  records::HandledMessages heard;
  heard.add(kBob, positions[kBob] + 2);  // it follows a report
  report_wait(kBob, 0);
  report_wait(kAnn, heard.received(kAnn));
  router.end_turn();
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"wakes 1 to read all", "wakes itself to read all",
                                               "fabric wakes 1: LbtsTold", "wakes 1", "wakes 2"}));
  EXPECT_FALSE(has_joint_bound());
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
}

// The messages of a leaver no longer count, so earlier reports do not count either.
TEST_F(RouterTest, ReportsFromBeforeADepartureDoNotHoldTogether) {
  share_memory_and_wait({kAnn, kBob});
  attach_member(kCid, true);
  EXPECT_EQ(fault_of(talk(kCid, kHall, kWords, wire::kTimeStamped)), "");
  for (const FederateHandle member : {kAnn, kBob}) report_wait(member, 0);
  advance_log();
  router.detach(kCid);
  router.end_turn();
  EXPECT_FALSE(has_joint_bound());
  for (const FederateHandle member : {kAnn, kBob}) report_wait(member, 0, 1);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
}

// Members count messages from zero after a recovery, and have not reported again yet.
TEST_F(RouterTest, PromisesHoldAfterARecoveryAndConditionsDoNot) {
  for (const FederateHandle member : {kAnn, kBob}) {
    attach_member(member);
    router.time().change_role(member, wire::MemberTimeChange::regulation_begins, 0);
  }
  subscribe(kAnn, kHall, kWords);
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  report_wait(kAnn, 1);
  report_wait(kBob, 0);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
  router.begin_recovery();
  router.change_link(kAnn, LinkId{11});
  router.end_recovery();
  (void)outlets.take_lines();
  EXPECT_EQ(router.time().slowest(kAnn), std::vector<FederateHandle>{kBob}) << "it has promised";
  report_wait(kBob, 0);
  router.end_turn();
  // Ann has not reported since, so a joint bound is no higher than its promise.
  const auto told =
      wire::decode<wire::LbtsTold>(wire::parse_record(outlets.last_record())->payload);
  ASSERT_TRUE(told.has_value());
  ASSERT_TRUE(told->together.has_value());
  EXPECT_EQ(told->together->time[0], std::byte{1});
  EXPECT_EQ(outlets.take_lines(), (OutputLines{"link 20: LbtsTold"}));
  report_wait(kAnn, 0);
  router.end_turn();
  EXPECT_TRUE(has_joint_bound());
  EXPECT_EQ(fault_of(talk(kBob, kHall, kWords, wire::kTimeStamped)), "");
  report_wait(kBob, 0);
  (void)outlets.take_lines();
  router.end_turn();
  EXPECT_FALSE(has_joint_bound()) << "the message counts";
}

}  // namespace
}  // namespace triad::router
