// What routers below are told of the interest beyond their links, at the RTIG's router; and that a
// statement is settled when all of them go by it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

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

// --- The RTIG's router. Of the members each number in the hundreds is behind the router of that
// link.

class RoutersTold : public testing::Test {
 protected:
  void come(std::uint32_t member) {
    const LinkId via{member / 100 * 100};
    router.attach(FederateHandle(member), {.link = LinkId{member}, .via = via});
  }
  // Of 1500 cells that member 1 wants the first part is told to the east.
  std::vector<wire::Cell> begin_to_tell_much() {
    come(1);
    std::vector<wire::Cell> cells;
    for (wire::Cell i = 0; i < 1500; ++i) cells.push_back((i << 1) | 1);
    state(1, {false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, cells, {}}}});
    come(101);
    router.end_turn();
    return cells;
  }
  void state(std::uint32_t member, const wire::InterestChanged& changed) {
    wire::RecordHeader header;
    header.sender = member;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, changed, frame);
    EXPECT_EQ(router.take(FederateHandle(member), *wire::parse_record(frame)).fault, Fault());
  }
  void taken(LinkId by, std::uint64_t round, bool known = true) {
    router.interest().receive_answer_from_router(by, {{}, round, known});
  }
  // The router at kEast answers the whole, and nothing more. It has been told round 3.
  void become_late() {
    come(101);
    come(201);
    router.end_turn();
    taken(kEast, 1);
    taken(kWest, 2);
    ASSERT_TRUE(next_statement_waits());
    find_late();
    ASSERT_EQ(find_slow(), std::vector<LinkId>{kEast});
    outlets.take();
    (void)told();
  }
  // Member 201 changes its interest. Returns whether the statement waits for kEast.
  bool next_statement_waits() {
    wants_talk = !wants_talk;
    outlets.take();
    state(201, interest_in(kTalk, wants_talk ? 1 : 0));
    return outlets.take() == Said{"link 201: InterestAcknowledged"};
  }
  std::vector<LinkId> find_late() { return router.interest().find_late_routers(); }
  // So many looks as a router may be slow at.
  std::vector<LinkId> find_slow() {
    std::vector<LinkId> late;
    for (std::uint32_t i = 0; i < NeighbourSums::kSlowMax; ++i) {
      for (const LinkId router_of : find_late()) late.push_back(router_of);
    }
    return late;
  }
  Lines told() { return std::exchange(outlets.told, {}); }

  RouterWords outlets;
  NoOrder order;
  Router router{outlets, order, {{}, {kOutsideKeysEnd, 4000}}};
  wire::Position position = 0;
  bool wants_talk = false;
};

TEST_F(RoutersTold, TheWholeAtTheEndOfTheTurnAndThenWhatChanges) {
  router.authority_wants(kCommands);
  router.authority_wants(kExistence);
  come(1);
  state(1, interest_in(kTalk, 1));
  come(101);
  EXPECT_TRUE(router.turn_is_due());
  EXPECT_EQ(told(), Lines{}) << "others may come in the same turn";
  router.end_turn();
  EXPECT_FALSE(router.turn_is_due());
  EXPECT_EQ(told(), Lines{"east anew 3 4"});
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(told(), Lines{"east 3 no more"});
  state(1, interest_in(kCommands, 1));
  state(1, interest_in(kExistence, 1));
  EXPECT_EQ(told(), Lines{}) << "of these all comes in any case";
}

TEST_F(RoutersTold, WhatThoseBehindThemWantNeedNotComeToThem) {
  come(101);
  come(201);
  router.end_turn();
  EXPECT_EQ(told(), (Lines{"east anew", "west anew"}));
  state(101, interest_in(kTalk, 1));
  EXPECT_EQ(told(), Lines{"west 3"});
  come(102);
  state(102, interest_in(kTalk, 1));
  EXPECT_EQ(told(), Lines{}) << "it is the same";
  router.detach(FederateHandle(101));
  EXPECT_EQ(told(), Lines{});
  router.detach(FederateHandle(102));
  EXPECT_EQ(told(), Lines{"west 3 no more"});
  come(101);
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east anew"}) << "it had nobody";
}

TEST_F(RoutersTold, CellsOnceEach) {
  come(101);
  router.end_turn();
  (void)told();
  const wire::InterestChanged region{false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, {4, 12}, {}}}};
  come(1);
  state(1, region);
  EXPECT_EQ(told(), Lines{"east 3 +2-0"});
  come(2);
  state(2, region);
  EXPECT_EQ(told(), Lines{});
  router.detach(FederateHandle(1));
  EXPECT_EQ(told(), Lines{});
  state(2, {false, {}, {{kTalk, {}, {12}}}});
  EXPECT_EQ(told(), Lines{"east +0-1"});
  router.detach(FederateHandle(2));
  EXPECT_EQ(told(), Lines{"east 3 no more +0-1"});
}

TEST_F(RoutersTold, MuchInSeveralParts) {
  (void)begin_to_tell_much();
  EXPECT_EQ(told(), Lines{"east anew more +1024-0"});
  EXPECT_TRUE(router.turn_is_due()) << "others have their turn meanwhile";
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east 3 +476-0"});
  EXPECT_FALSE(router.turn_is_due());
}

TEST_F(RoutersTold, WhatChangesMeanwhileIsToldOfWhatHasBeenTold) {
  const std::vector<wire::Cell> cells = begin_to_tell_much();
  (void)told();
  state(1, {false, {}, {{kTalk, {}, {cells.front(), cells.back()}}}});
  EXPECT_EQ(told(), Lines{"east more +0-1"}) << "the last one has not been told";
  state(1, interest_in(kTalk, 3));
  EXPECT_EQ(told(), Lines{}) << "it will be";
  EXPECT_FALSE(router.interest().digests_are_due());
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east 3 +475-0"});
  EXPECT_TRUE(router.interest().digests_are_due());
}

TEST(NeighbourSums, AWholeIsToldInPiecesOfOneToo) {
  records::HeaderFilter each;
  each.cells(FederateHandle(1), kTalk).add(std::vector<wire::Cell>{4, 12});
  each.set(FederateHandle(1), {kTalk, 1, 0, {kTalk}});
  each.set(FederateHandle(1), {kCommands, 1, 1, {}});
  Lines told;
  NeighbourSums sums(each, 1, [&told](LinkId router, const wire::OutsideInterest& outside) {
    told.push_back(line_of(router, outside));
    return told.size();
  });
  sums.add_member(FederateHandle(101), kEast);
  for (int turn = 0; turn < 10 && sums.is_incomplete(); ++turn) sums.send_next_pieces();
  EXPECT_EQ(told, (Lines{"east anew more +1-0", "east more +1-0", "east more 3", "east 4"}));
}

TEST_F(RoutersTold, AStatementIsSettledWhenAllGoByIt) {
  come(1);
  come(101);
  come(201);
  router.end_turn();
  taken(kEast, 1);
  taken(kWest, 2);
  outlets.take();
  state(1, interest_in(kTalk, 1));
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestAcknowledged"});
  taken(kEast, 3);
  EXPECT_EQ(outlets.take(), Said{}) << "the other has not answered";
  taken(kWest, 4);
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"});
  const auto settled = wire::parse_record(outlets.last())->header;
  EXPECT_EQ(settled.after_position, position) << "it names the record that is settled";
  state(101, interest_in(kTalk, 1));
  EXPECT_EQ(outlets.take(), (Said{"link 101: InterestAcknowledged", "link 101: InterestSettled"}))
      << "whoever may send there has been told already";
}

TEST_F(RoutersTold, WhatSomebodyElseHasStatedBeforeMayStillBeUnderWay) {
  come(1);
  come(2);
  come(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  state(2, interest_in(kTalk, 1));
  outlets.take();
  taken(kEast, 1);
  EXPECT_EQ(outlets.take(), Said{});
  taken(kEast, 2);
  EXPECT_EQ(outlets.take(), (Said{"link 1: InterestSettled", "link 2: InterestSettled"}));
}

TEST_F(RoutersTold, ARouterWithNobodyBehindItIsWaitedForNoMore) {
  come(1);
  come(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  outlets.take();
  router.detach(FederateHandle(101));
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"});
}

TEST_F(RoutersTold, ARouterThatDoesNotAnswerIsWaitedForNoMoreUntilItDoes) {
  using Links = std::vector<LinkId>;
  come(1);
  come(101);
  router.end_turn();
  taken(kEast, 1);
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "there is nothing to answer";
  state(1, interest_in(kTalk, 1));
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "it may just have been told";
  outlets.take();
  EXPECT_EQ(find_slow(), Links{kEast});
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"});
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestAcknowledged"});
  EXPECT_EQ(router.interest().find_late_routers(), Links{}) << "that has been said";
  state(1, interest_in(kTalk, 1));
  taken(kEast, 4);
  outlets.take();
  state(1, interest_in(kTalk, 0));
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestAcknowledged"}) << "it has answered in time";
  EXPECT_EQ(router.interest().find_late_routers(), Links{});
  taken(kEast, 5);
  state(1, interest_in(kTalk, 1));
  outlets.take();
  taken(kEast, 6);
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"}) << "it was waited for";
}

// Each late answer would let the next statement wait once more.
TEST_F(RoutersTold, ARouterThatAnswersLateIsWaitedForNoMoreUntilItAnswersInTime) {
  become_late();
  for (std::uint64_t round = 3; round < 10; ++round) {
    taken(kEast, round);
    EXPECT_FALSE(next_statement_waits()) << round;
    find_late();
  }
  EXPECT_FALSE(next_statement_waits());
  taken(kEast, outlets.rounds);
  EXPECT_TRUE(next_statement_waits()) << "it has answered in time";
}

TEST_F(RoutersTold, AnAnswerToAnOldRoundDoesNotMakeOthersWaitOn) {
  using Links = std::vector<LinkId>;
  come(1);
  come(101);
  router.end_turn();
  taken(kEast, 1);
  state(1, interest_in(kTalk, 1));
  outlets.take();
  for (std::uint32_t look = 0; look <= NeighbourSums::kSlowMax; ++look) {
    taken(kEast, 1);
    EXPECT_EQ(find_late(), look < NeighbourSums::kSlowMax ? Links{} : Links{kEast}) << look;
  }
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"});
}

TEST_F(RoutersTold, ALateRouterThatHasCaughtUpIsAskedWhetherItAnswersInTime) {
  become_late();
  find_late();
  EXPECT_EQ(told(), Lines{}) << "it has not caught up";
  taken(kEast, outlets.rounds);
  find_late();
  EXPECT_EQ(told(), Lines{"east"});
  taken(kEast, outlets.rounds);
  EXPECT_TRUE(next_statement_waits());
}

// A router that answers in time now and then would delay every other statement.
TEST_F(RoutersTold, ARouterThatIsLateAgainHasToAnswerInTimeForLonger) {
  become_late();
  for (int looks = 1; looks < 10; looks *= 2) {
    for (int look = 0; look < looks; ++look) {
      EXPECT_FALSE(next_statement_waits()) << look << " of " << looks;
      taken(kEast, outlets.rounds);
      if (look + 1 < looks) find_late();
    }
    EXPECT_TRUE(next_statement_waits()) << looks;
    find_late();
    EXPECT_EQ(find_slow(), std::vector<LinkId>{kEast});
  }
}

// A router that answers each round shortly before it would be late for that would delay every
// statement.
TEST_F(RoutersTold, ARouterThatIsSlowAgainAndAgainIsLate) {
  come(1);
  come(101);
  router.end_turn();
  taken(kEast, outlets.rounds);
  for (std::uint32_t slow = 1; slow <= NeighbourSums::kSlowMax; ++slow) {
    state(1, interest_in(kTalk, 1 + slow % 2));
    EXPECT_TRUE(find_late().empty()) << "it has just been told";
    EXPECT_EQ(find_late().empty(), slow < NeighbourSums::kSlowMax) << slow;
    taken(kEast, outlets.rounds);
  }
}

TEST_F(RoutersTold, ARouterThatWasSlowOnceIsForgivenInTime) {
  come(1);
  come(101);
  router.end_turn();
  taken(kEast, outlets.rounds);
  for (std::uint32_t i = 0; i < 2 * NeighbourSums::kSlowMax; ++i) {
    state(1, interest_in(kTalk, 1 + i % 2));
    EXPECT_TRUE(find_late().empty()) << i;
    EXPECT_TRUE(find_late().empty()) << i;
    taken(kEast, outlets.rounds);
    for (std::uint32_t look = 0; look < NeighbourSums::kForgivenAfter; ++look) {
      EXPECT_TRUE(find_late().empty()) << i;
    }
  }
}

TEST_F(RoutersTold, ALateRouterIsRememberedWhenItsLastMemberGoesAndAnotherComes) {
  become_late();
  router.detach(FederateHandle(101));
  come(102);
  router.end_turn();
  EXPECT_FALSE(next_statement_waits());
}

// Else it could be slow anew with each link.
TEST_F(RoutersTold, ALateRouterIsRememberedWhenItComesByAnotherLink) {
  constexpr LinkId kEastAgain{300};
  become_late();
  router.detach(FederateHandle(101));
  router.interest().rename_router(kEast, kEastAgain);
  come(301);
  router.end_turn();
  EXPECT_FALSE(next_statement_waits());
}

TEST_F(RoutersTold, ARouterOfWhichNothingIsTakenIsNotSlow) {
  come(1);
  come(101);
  router.end_turn();
  for (std::uint32_t look = 0; look < 3 * NeighbourSums::kSlowMax; ++look) {
    EXPECT_TRUE(router.interest().find_late_routers(std::array{kEast}).empty()) << look;
  }
  EXPECT_EQ(find_slow(), std::vector<LinkId>()) << "at the first look it may just have been told";
  EXPECT_EQ(find_late(), std::vector<LinkId>{kEast});
}

TEST_F(RoutersTold, WhoStatesMoreWhileARouterIsSlowMakesItRememberLittle) {
  come(1);
  come(101);
  router.end_turn();
  for (wire::InterestMask i = 0; i < 100; ++i) state(1, interest_in(kTalk, 1 + i % 2));
  outlets.take();
  taken(kEast, 101);
  EXPECT_EQ(outlets.take(), (Said{"link 1: InterestSettled", "link 1: InterestSettled"}));
}

TEST_F(RoutersTold, OneThatDoesNotKnowIsToldTheWholeAgain) {
  come(1);
  come(101);
  router.end_turn();
  state(1, interest_in(kTalk, 1));
  outlets.take();
  (void)told();
  taken(kEast, 2, false);
  EXPECT_EQ(outlets.take(), Said{"link 1: InterestSettled"}) << "it lets everything come";
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east anew 3"});
  taken(kEast, 2, false);
  EXPECT_FALSE(router.turn_is_due()) << "that was an answer to what came before";
}

TEST_F(RoutersTold, ARestoreLetsEverythingComeUntilAllHaveReturned) {
  come(1);
  come(101);
  router.end_turn();
  (void)told();
  wire::InterestChanged later = interest_in(kTalk, 1);
  later.after_restore = true;
  state(1, later);
  (void)router.detach_all();
  EXPECT_EQ(told(), Lines{"east anew more"});
  come(101);
  come(1);
  EXPECT_EQ(told(), Lines{});
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east anew 3"});
}

TEST_F(RoutersTold, ADigestFollowsWhatWasToldAndNothingElse) {
  come(1);
  come(101);
  EXPECT_FALSE(router.interest().digests_are_due()) << "the whole has not been told";
  router.end_turn();
  (void)told();
  EXPECT_TRUE(router.interest().digests_are_due());
  router.interest().send_digests();
  EXPECT_EQ(told(), Lines{"east digest"});
  EXPECT_FALSE(router.interest().digests_are_due());
  router.interest().send_digests();
  EXPECT_EQ(told(), Lines{}) << "nothing has changed";
  state(101, interest_in(kTalk, 1));
  EXPECT_FALSE(router.interest().digests_are_due()) << "it is not told of that";
  state(1, interest_in(kTalk, 1));
  router.interest().send_digests();
  EXPECT_EQ(told(), (Lines{"east 3", "east digest"}));
}

TEST_F(RoutersTold, WhoDoubtsIsToldTheWholeAnew) {
  come(1);
  state(1, interest_in(kTalk, 1));
  come(101);
  router.end_turn();
  (void)told();
  router.interest().receive_doubt_from_router(kEast);
  EXPECT_TRUE(router.turn_is_due());
  router.end_turn();
  EXPECT_EQ(told(), Lines{"east anew 3"});
  router.interest().receive_doubt_from_router(kWest);
  EXPECT_FALSE(router.turn_is_due()) << "nobody is there";
}

TEST_F(RoutersTold, WhoHasAnotherInterestIsAskedOnceUntilItHasStatedAllAnew) {
  come(101);
  state(101, interest_in(kTalk, 1));
  outlets.take();
  const InterestDigest digest = digest_of({kTalk, 1, 1, {}});
  InterestExchange& interest = router.interest();
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest));
  EXPECT_FALSE(interest.agrees(FederateHandle(101), digest + 1));
  router.request_interest_again(FederateHandle(101));
  router.request_interest_again(FederateHandle(101));
  EXPECT_EQ(outlets.take(), Said{"link 101: StateInterestAnew"});
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest + 1)) << "it has been asked";
  wire::InterestChanged anew = interest_in(kCommands, 1);
  anew.anew = true;
  state(101, anew);
  EXPECT_FALSE(interest.agrees(FederateHandle(101), digest)) << "what was stated before is void";
  EXPECT_TRUE(interest.agrees(FederateHandle(101), digest_of(anew.entries.front())));
}

TEST_F(RoutersTold, OfWhatIsStatedAgainNobodyIsToldThatItHasEnded) {
  come(101);
  come(1);
  router.end_turn();
  const wire::InterestChanged region{false, {{kTalk, 1, 0, {kTalk}}}, {{kTalk, {4, 12}, {}}}};
  state(1, region);
  (void)told();
  wire::InterestChanged anew = region;
  anew.anew = true;
  anew.cells.front().added = {12, 20};
  state(1, anew);
  EXPECT_EQ(told(), Lines{"east +2-2"}) << "one that is there twice in between stays";
  EXPECT_FALSE(router.interest().agrees(FederateHandle(1), 0));
}

}  // namespace
}  // namespace triad::router
