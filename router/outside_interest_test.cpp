// Statements to routers below about the interest beyond their links, at the RTIG's router. A
// statement is settled when all of them apply it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "router/edge_interest.hpp"
#include "router/local_data.hpp"
#include "router/router.hpp"
#include "router/test_interest_lines.hpp"
#include "router/test_order.hpp"
#include "router/test_outlets.hpp"

namespace triad::router {
namespace {

using namespace interest_lines;

class RouterWords : public TestOutlets {
 public:
  std::uint64_t new_number() override { return ++rounds; }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    told.push_back(line_of(router, word));
    return true;
  }
  Lines told;
  std::uint64_t rounds = 0;
};

// --- The RTIG's router. Each member with a number N00 to N99 is behind the router of link N00.

class RoutersTold : public testing::Test {
 protected:
  void attach_member(std::uint32_t member) {
    const LinkId via{member / 100 * 100};
    router.attach(FederateHandle(member), {.link = LinkId{member}, .via = via});
  }
  // Sends the first part of 1500 cells of member 1 to the east.
  std::vector<wire::Cell> begin_long_statement() {
    attach_member(1);
    std::vector<wire::Cell> cells;
    for (wire::Cell i = 0; i < 1500; ++i) cells.push_back((i << 1) | 1);
    state(1, {false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, cells, {}}}});
    attach_member(101);
    router.end_turn();
    return cells;
  }
  void state(std::uint32_t member, const wire::InterestChanged& changed) {
    wire::RecordHeader header;
    header.sender = member;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, changed, frame);
    EXPECT_EQ(router.receive_from_member(FederateHandle(member), *wire::parse_record(frame)).fault,
              Fault());
  }
  void acknowledge(LinkId by, std::uint64_t round, bool known = true) {
    router.interest().on_taken(by, {{}, round, known});
  }
  // Makes kEast late: it answers the first complete statement and no later one. Round 3 has been
  // sent.
  void make_east_late() {
    attach_member(101);
    attach_member(201);
    router.end_turn();
    acknowledge(kEast, 1);
    acknowledge(kWest, 2);
    ASSERT_TRUE(next_statement_waits());
    find_late();
    ASSERT_EQ(find_slow(), std::vector<LinkId>{kEast});
    outlets.take_lines();
    (void)take_statements();
  }
  // Member 201 changes its interest. Returns whether the statement waits for kEast.
  bool next_statement_waits() {
    wants_talk = !wants_talk;
    outlets.take_lines();
    state(201, interest_in(kTalk, wants_talk ? 1 : 0));
    return outlets.take_lines() == OutputLines{"link 201: InterestAcknowledged"};
  }
  std::vector<LinkId> find_late() { return router.interest().find_late_routers(); }
  // Makes as many checks as a router may be slow at.
  std::vector<LinkId> find_slow() {
    std::vector<LinkId> late;
    for (std::uint32_t i = 0; i < OutsideSums::kSlowMax; ++i) {
      for (const LinkId router_of : find_late()) late.push_back(router_of);
    }
    return late;
  }
  Lines take_statements() { return std::exchange(outlets.told, {}); }

  RouterWords outlets;
  NoOrder order;
  Router router{outlets, order, {{}, {kOutsideKeysEnd, 4000}}};
  wire::Position position = 0;
  bool wants_talk = false;
};

TEST_F(RoutersTold, TheWholeAtTheEndOfTheTurnAndThenWhatChanges) {
  router.add_authority_interest(kCommands);
  router.add_authority_interest(kExistence);
  attach_member(1);
  state(1, interest_in(kTalk, 1));
  attach_member(101);
  EXPECT_TRUE(router.turn_is_due());
  EXPECT_EQ(take_statements(), Lines{}) << "others may come in the same turn";
  router.end_turn();
  EXPECT_FALSE(router.turn_is_due());
  EXPECT_EQ(take_statements(), Lines{"east anew 3 4"});
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(take_statements(), Lines{"east 3 no more"});
  state(1, interest_in(kCommands, 1));
  state(1, interest_in(kExistence, 1));
  EXPECT_EQ(take_statements(), Lines{}) << "of these all comes in any case";
}

TEST_F(RoutersTold, WhatThoseBehindThemWantNeedNotComeToThem) {
  attach_member(101);
  attach_member(201);
  router.end_turn();
  EXPECT_EQ(take_statements(), (Lines{"east anew", "west anew"}));
  state(101, interest_in(kTalk, 1));
  EXPECT_EQ(take_statements(), Lines{"west 3"});
  attach_member(102);
  state(102, interest_in(kTalk, 1));
  EXPECT_EQ(take_statements(), Lines{}) << "it is the same";
  router.detach(FederateHandle(101));
  EXPECT_EQ(take_statements(), Lines{});
  router.detach(FederateHandle(102));
  EXPECT_EQ(take_statements(), Lines{"west 3 no more"});
  attach_member(101);
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east anew"}) << "it had nobody";
}

TEST_F(RoutersTold, CellsOnceEach) {
  attach_member(101);
  router.end_turn();
  (void)take_statements();
  const wire::InterestChanged region{false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, {4, 12}, {}}}};
  attach_member(1);
  state(1, region);
  EXPECT_EQ(take_statements(), Lines{"east 3 +2-0"});
  attach_member(2);
  state(2, region);
  EXPECT_EQ(take_statements(), Lines{});
  router.detach(FederateHandle(1));
  EXPECT_EQ(take_statements(), Lines{});
  state(2, {false, {}, {{kTalk, {}, {12}}}});
  EXPECT_EQ(take_statements(), Lines{"east +0-1"});
  router.detach(FederateHandle(2));
  EXPECT_EQ(take_statements(), Lines{"east 3 no more +0-1"});
}

TEST_F(RoutersTold, MuchInSeveralParts) {
  (void)begin_long_statement();
  EXPECT_EQ(take_statements(), Lines{"east anew more +1024-0"});
  EXPECT_TRUE(router.turn_is_due()) << "others have their turn meanwhile";
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east 3 +476-0"});
  EXPECT_FALSE(router.turn_is_due());
}

TEST_F(RoutersTold, WhatChangesMeanwhileIsToldOfWhatHasBeenTold) {
  const std::vector<wire::Cell> cells = begin_long_statement();
  (void)take_statements();
  state(1, {false, {}, {{kTalk, {}, {cells.front(), cells.back()}}}});
  EXPECT_EQ(take_statements(), Lines{"east more +0-1"}) << "the last one has not been told";
  state(1, interest_in(kTalk, 3));
  EXPECT_EQ(take_statements(), Lines{}) << "it will be";
  EXPECT_FALSE(router.interest().digests_are_due());
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east 3 +475-0"});
  EXPECT_TRUE(router.interest().digests_are_due());
}

TEST(OutsideSums, AWholeIsToldInPiecesOfOneToo) {
  records::HeaderFilter each;
  each.cells(FederateHandle(1), kTalk).add(std::vector<wire::Cell>{4, 12});
  each.set(FederateHandle(1), {kTalk, 1, 0, {kTalk}});
  each.set(FederateHandle(1), {kCommands, 1, 1, {}});
  Lines told;
  OutsideSums sums(each, 1, [&told](LinkId router, const wire::OutsideInterest& outside) {
    told.push_back(line_of(router, outside));
    return told.size();
  });
  sums.member_came(FederateHandle(101), kEast);
  for (int turn = 0; turn < 10 && sums.whole_is_due(); ++turn) sums.tell_wholes();
  EXPECT_EQ(told, (Lines{"east anew more +1-0", "east more +1-0", "east more 3", "east 4"}));
}

TEST_F(RoutersTold, AStatementIsSettledWhenAllGoByIt) {
  attach_member(1);
  attach_member(101);
  attach_member(201);
  router.end_turn();
  acknowledge(kEast, 1);
  acknowledge(kWest, 2);
  outlets.take_lines();
  state(1, interest_in(kTalk, 1));
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestAcknowledged"});
  acknowledge(kEast, 3);
  EXPECT_EQ(outlets.take_lines(), OutputLines{}) << "the other has not answered";
  acknowledge(kWest, 4);
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"});
  const auto settled = wire::parse_record(outlets.last_record())->header;
  EXPECT_EQ(settled.after_position, position) << "it names the record that is settled";
  state(101, interest_in(kTalk, 1));
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 101: InterestAcknowledged", "link 101: InterestSettled"}))
      << "whoever may send there has been told already";
}

TEST_F(RoutersTold, WhatSomebodyElseHasStatedBeforeMayStillBeUnderWay) {
  attach_member(1);
  attach_member(2);
  attach_member(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  state(2, interest_in(kTalk, 1));
  outlets.take_lines();
  acknowledge(kEast, 1);
  EXPECT_EQ(outlets.take_lines(), OutputLines{});
  acknowledge(kEast, 2);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 1: InterestSettled", "link 2: InterestSettled"}));
}

TEST_F(RoutersTold, ARouterWithNobodyBehindItIsWaitedForNoMore) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  outlets.take_lines();
  router.detach(FederateHandle(101));
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"});
}

TEST_F(RoutersTold, ARouterThatDoesNotAnswerIsWaitedForNoMoreUntilItDoes) {
  using Links = std::vector<LinkId>;
  attach_member(1);
  attach_member(101);
  router.end_turn();
  acknowledge(kEast, 1);
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "there is nothing to answer";
  state(1, interest_in(kTalk, 1));
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "it may just have been told";
  outlets.take_lines();
  EXPECT_EQ(find_slow(), Links{kEast});
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"});
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestAcknowledged"});
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "that has been said";
  state(1, interest_in(kTalk, 1));
  acknowledge(kEast, 4);
  outlets.take_lines();
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestAcknowledged"})
      << "it has answered in time";
  EXPECT_EQ(router.interest().find_late_routers(), Links{});
  acknowledge(kEast, 5);
  state(1, interest_in(kTalk, 1));
  outlets.take_lines();
  acknowledge(kEast, 6);
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"}) << "it was waited for";
}

// Otherwise each late answer would let the next statement wait again.
TEST_F(RoutersTold, ARouterThatAnswersLateIsWaitedForNoMoreUntilItAnswersInTime) {
  make_east_late();
  for (std::uint64_t round = 3; round < 10; ++round) {
    acknowledge(kEast, round);
    EXPECT_FALSE(next_statement_waits()) << round;
    find_late();
  }
  EXPECT_FALSE(next_statement_waits());
  acknowledge(kEast, outlets.rounds);
  EXPECT_TRUE(next_statement_waits()) << "it has answered in time";
}

TEST_F(RoutersTold, AnAnswerToAnOldRoundDoesNotMakeOthersWaitOn) {
  using Links = std::vector<LinkId>;
  attach_member(1);
  attach_member(101);
  router.end_turn();
  acknowledge(kEast, 1);
  state(1, interest_in(kTalk, 1));
  outlets.take_lines();
  for (std::uint32_t look = 0; look <= OutsideSums::kSlowMax; ++look) {
    acknowledge(kEast, 1);
    EXPECT_EQ(find_late(), look < OutsideSums::kSlowMax ? Links{} : Links{kEast}) << look;
  }
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"});
}

TEST_F(RoutersTold, ALateRouterThatHasCaughtUpIsAskedWhetherItAnswersInTime) {
  make_east_late();
  find_late();
  EXPECT_EQ(take_statements(), Lines{}) << "it has not caught up";
  acknowledge(kEast, outlets.rounds);
  find_late();
  EXPECT_EQ(take_statements(), Lines{"east"});
  acknowledge(kEast, outlets.rounds);
  EXPECT_TRUE(next_statement_waits());
}

// Otherwise a router that answers in time occasionally would delay every other statement.
TEST_F(RoutersTold, ARouterThatIsLateAgainHasToAnswerInTimeForLonger) {
  make_east_late();
  for (int looks = 1; looks < 10; looks *= 2) {
    for (int look = 0; look < looks; ++look) {
      EXPECT_FALSE(next_statement_waits()) << look << " of " << looks;
      acknowledge(kEast, outlets.rounds);
      if (look + 1 < looks) find_late();
    }
    EXPECT_TRUE(next_statement_waits()) << looks;
    find_late();
    EXPECT_EQ(find_slow(), std::vector<LinkId>{kEast});
  }
}

// Otherwise a router that answers each round just before its limit would delay every statement.
TEST_F(RoutersTold, ARouterThatIsSlowAgainAndAgainIsLate) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  acknowledge(kEast, outlets.rounds);
  for (std::uint32_t slow = 1; slow <= OutsideSums::kSlowMax; ++slow) {
    state(1, interest_in(kTalk, 1 + slow % 2));
    EXPECT_TRUE(find_late().empty()) << "it has just been told";
    EXPECT_EQ(find_late().empty(), slow < OutsideSums::kSlowMax) << slow;
    acknowledge(kEast, outlets.rounds);
  }
}

TEST_F(RoutersTold, ARouterThatWasSlowOnceIsForgivenInTime) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  acknowledge(kEast, outlets.rounds);
  for (std::uint32_t i = 0; i < 2 * OutsideSums::kSlowMax; ++i) {
    state(1, interest_in(kTalk, 1 + i % 2));
    EXPECT_TRUE(find_late().empty()) << i;
    EXPECT_TRUE(find_late().empty()) << i;
    acknowledge(kEast, outlets.rounds);
    for (std::uint32_t look = 0; look < OutsideSums::kForgivenAfter; ++look) {
      EXPECT_TRUE(find_late().empty()) << i;
    }
  }
}

TEST_F(RoutersTold, ALateRouterIsRememberedWhenItsLastMemberGoesAndAnotherComes) {
  make_east_late();
  router.detach(FederateHandle(101));
  attach_member(102);
  router.end_turn();
  EXPECT_FALSE(next_statement_waits());
}

// Otherwise it could be slow again with each link.
TEST_F(RoutersTold, ALateRouterIsRememberedWhenItComesByAnotherLink) {
  constexpr LinkId kEastAgain{300};
  make_east_late();
  router.detach(FederateHandle(101));
  router.interest().router_is_back(kEast, kEastAgain);
  attach_member(301);
  router.end_turn();
  EXPECT_FALSE(next_statement_waits());
}

TEST_F(RoutersTold, ARouterOfWhichNothingIsTakenIsNotSlow) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  for (std::uint32_t look = 0; look < 3 * OutsideSums::kSlowMax; ++look) {
    EXPECT_TRUE(router.interest().find_late_routers(std::array{kEast}).empty()) << look;
  }
  EXPECT_EQ(find_slow(), std::vector<LinkId>()) << "at the first look it may just have been told";
  EXPECT_EQ(find_late(), std::vector<LinkId>{kEast});
}

TEST_F(RoutersTold, WhoStatesMoreWhileARouterIsSlowMakesItRememberLittle) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  for (wire::InterestMask i = 0; i < 100; ++i) state(1, interest_in(kTalk, 1 + i % 2));
  outlets.take_lines();
  acknowledge(kEast, 101);
  EXPECT_EQ(outlets.take_lines(),
            (OutputLines{"link 1: InterestSettled", "link 1: InterestSettled"}));
}

TEST_F(RoutersTold, OneThatDoesNotKnowIsToldTheWholeAgain) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  outlets.take_lines();
  (void)take_statements();
  acknowledge(kEast, 2, false);
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 1: InterestSettled"})
      << "it lets everything come";
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east anew 3"});
  acknowledge(kEast, 2, false);
  EXPECT_FALSE(router.turn_is_due()) << "that was an answer to what came before";
}

TEST_F(RoutersTold, ARestoreLetsEverythingComeUntilAllHaveReturned) {
  attach_member(1);
  attach_member(101);
  router.end_turn();
  (void)take_statements();
  wire::InterestChanged later = interest_in(kTalk, 1);
  later.after_restore = true;
  state(1, later);
  (void)router.detach_all();
  EXPECT_EQ(take_statements(), Lines{"east anew more"});
  attach_member(101);
  attach_member(1);
  EXPECT_EQ(take_statements(), Lines{});
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east anew 3"});
}

TEST_F(RoutersTold, ADigestFollowsWhatWasToldAndNothingElse) {
  attach_member(1);
  attach_member(101);
  EXPECT_FALSE(router.interest().digests_are_due()) << "the whole has not been told";
  router.end_turn();
  (void)take_statements();
  EXPECT_TRUE(router.interest().digests_are_due());
  router.interest().tell_digests();
  EXPECT_EQ(take_statements(), Lines{"east digest"});
  EXPECT_FALSE(router.interest().digests_are_due());
  router.interest().tell_digests();
  EXPECT_EQ(take_statements(), Lines{}) << "nothing has changed";
  state(101, interest_in(kTalk, 1));
  EXPECT_FALSE(router.interest().digests_are_due()) << "it is not told of that";
  state(1, interest_in(kTalk, 1));
  router.interest().tell_digests();
  EXPECT_EQ(take_statements(), (Lines{"east 3", "east digest"}));
}

TEST_F(RoutersTold, WhoDoubtsIsToldTheWholeAnew) {
  attach_member(1);
  state(1, interest_in(kTalk, 1));
  attach_member(101);
  router.end_turn();
  (void)take_statements();
  router.interest().on_outside_doubted(kEast);
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(take_statements(), Lines{"east anew 3"});
  router.interest().on_outside_doubted(kWest);
  EXPECT_FALSE(router.turn_is_due()) << "nobody is there";
}

TEST_F(RoutersTold, WhoHasAnotherInterestIsAskedOnceUntilItHasStatedAllAnew) {
  attach_member(101);
  state(101, interest_in(kTalk, 1));
  outlets.take_lines();
  const InterestDigest digest = digest_of({kTalk, 1, 1, {}});
  StatedInterest& interest = router.interest();
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest));
  EXPECT_FALSE(interest.agrees(FederateHandle(101), digest + 1));
  interest.ask_to_state_anew(FederateHandle(101));
  interest.ask_to_state_anew(FederateHandle(101));
  EXPECT_EQ(outlets.take_lines(), OutputLines{"link 101: StateInterestAnew"});
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest + 1)) << "it has been asked";
  wire::InterestChanged anew = interest_in(kCommands, 1);
  anew.anew = true;
  state(101, anew);
  EXPECT_FALSE(interest.agrees(FederateHandle(101), digest)) << "what was stated before is void";
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest_of(anew.entries.front())));
}

TEST_F(RoutersTold, OfWhatIsStatedAgainNobodyIsToldThatItHasEnded) {
  attach_member(101);
  attach_member(1);
  router.end_turn();
  const wire::InterestChanged region{false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, {4, 12}, {}}}};
  state(1, region);
  (void)take_statements();
  wire::InterestChanged anew = region;
  anew.anew = true;
  anew.cells.front().added = {12, 20};
  state(1, anew);
  EXPECT_EQ(take_statements(), Lines{"east +2-2"}) << "one that is there twice in between stays";
  EXPECT_FALSE(router.interest().agrees(FederateHandle(1), 0));
}

}  // namespace
}  // namespace triad::router
