// Interest exchange at the root: statements that it accepts, its statements to lower routers and to
// members that share memory, and answers. tests/contract has the same with frames.
#include "router/interest_exchange.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "router/test_interest_host.hpp"

namespace triad::router {
namespace {

using namespace interest_lines;
using Links = std::vector<NeighbourRouter>;
using Members = std::vector<std::uint32_t>;

constexpr wire::InterestKey kRoom = kTalk;
constexpr wire::InterestKey kOtherRoom = kExistence;
constexpr wire::Cell kNearCell = 4;
constexpr wire::Cell kInside = 5;
constexpr wire::Cell kFarCell = 12;

wire::InterestChanged in_cells(wire::InterestKey key, std::vector<wire::Cell> cells) {
  return {false, {{key, 1, 0, {key}}}, {{key, std::move(cells), {}}}};
}
wire::InterestChanged removed_cells(wire::InterestKey key, std::vector<wire::Cell> cells) {
  return {false, {}, {{key, {}, std::move(cells)}}};
}

// A member with a number above 100 is behind the lower router whose link is the number's hundreds.
class InterestAtRoot : public testing::Test {
 protected:
  void add(std::uint32_t member, bool shares_memory = false) {
    const LinkId via{member / 100 * 100};
    interest.add_member(FederateHandle(member), {LinkId{member}, via, shares_memory});
  }
  void remove(std::uint32_t member) {
    interest.forget_link(LinkId{member});
    interest.remove_member(FederateHandle(member));
  }
  // Returns the fault.
  std::string state(std::uint32_t member, const wire::InterestChanged& changed) {
    return state_interest(interest, member, ++position, changed);
  }
  Members subscribers(const wire::Interest& of) {
    Members all;
    interest.filter().for_each(
        of, [&](const InterestOwner& one) { all.push_back(one.member().value); });
    return all;
  }
  Lines statements() { return host.take_statements(); }
  Lines answers() { return host.take_answers(); }

  TestInterestHost host;
  InterestExchange interest{host, InterestExchange::Place::root, {kOutsideKeysEnd, 4}};
  wire::Position position = 0;
};

// --- Statements of members

TEST_F(InterestAtRoot, AStatementAppliesUntilItIsReplacedOrItsMemberLeaves) {
  add(1);
  EXPECT_EQ(state(1, interest_in(kRoom, 1)), "");
  EXPECT_EQ(answers(), Lines{"taken and settled 1"});
  EXPECT_EQ(subscribers({kRoom, 1}), Members{1});
  EXPECT_EQ(subscribers({kRoom, 2}), Members{});
  EXPECT_EQ(state(1, interest_in(kOtherRoom, 1)), "");
  EXPECT_EQ(state(1, interest_in(kRoom, 0)), "");
  EXPECT_EQ(subscribers({kRoom, 1}), Members{});
  EXPECT_EQ(subscribers({kOtherRoom, 1}), Members{1});
  remove(1);
  EXPECT_EQ(subscribers({kOtherRoom, 1}), Members{});
}

TEST_F(InterestAtRoot, ACellThatIsStatedTwiceMustBeRemovedTwice) {
  add(1);
  EXPECT_EQ(state(1, in_cells(kRoom, {kNearCell, kNearCell})), "");
  EXPECT_EQ(state(1, removed_cells(kRoom, {kNearCell})), "");
  EXPECT_EQ(subscribers({kRoom, 1, {kInside}}), Members{1});
  EXPECT_EQ(state(1, removed_cells(kRoom, {kNearCell})), "");
  EXPECT_EQ(subscribers({kRoom, 1, {kInside}}), Members{});
}

TEST_F(InterestAtRoot, AWrongStatementIsRefusedAndChangesNothing) {
  add(1);
  for (const wire::InterestKey key :
       {wire::InterestKey{0}, kOutsideKeysEnd, ~wire::InterestKey{0}}) {
    EXPECT_EQ(state(1, interest_in(key, 1)), "an interest in an unknown class");
    EXPECT_EQ(state(1, {false, {{kRoom, 1, 0, {key}}}, {}}), "an interest in an unknown class");
    EXPECT_EQ(state(1, {false, {}, {{key, {kNearCell}, {}}}}), "cells of an unknown class");
  }
  EXPECT_EQ(state(1, {false, {{kRoom, 1, 2, {}}}, {}}), "an interest that contradicts itself");
  EXPECT_EQ(state(1, in_cells(kRoom, {0})), "an invalid cell number");
  EXPECT_EQ(state(1, in_cells(kRoom, {2})), "an invalid cell number");
  EXPECT_EQ(state(1, {false, {{kRoom, 1, 0, std::vector<wire::InterestKey>(65, 1)}}, {}}),
            "an interest with more sets of cells than 64");
  EXPECT_EQ(answers(), Lines{});
  EXPECT_EQ(interest.filter().keys_end(), 0u);
}

TEST_F(InterestAtRoot, AStatementOfTooManyCellsIsRefused) {
  add(1);
  EXPECT_EQ(state(1, in_cells(kRoom, {1, 3, 5})), "");
  EXPECT_EQ(state(1, in_cells(kRoom, {7, 9})), "an interest in more cells than 4");
  EXPECT_EQ(state(1, {true, {}, {{kRoom, {1, 3, 5, 7, 9}, {}}}}),
            "an interest in more cells than 4");
  EXPECT_EQ(state(1, removed_cells(kRoom, {1})), "");
  EXPECT_EQ(state(1, in_cells(kRoom, {7, 9})), "");
}

TEST_F(InterestAtRoot, RemovedCellsThatAMemberDidNotHaveStayInTheSum) {
  add(3, true);
  add(1);
  add(2);
  EXPECT_EQ(state(2, in_cells(kRoom, {kNearCell})), "");
  EXPECT_EQ(state(1, removed_cells(kRoom, {kNearCell})),
            "the end of an interest that it did not have");
  (void)statements();
  remove(1);
  EXPECT_EQ(statements(), Lines{});
}

// --- The sum for members that share memory

TEST_F(InterestAtRoot, MembersThatShareMemoryReceiveTheSumOfMembersAtLinks) {
  add(3, true);
  add(1);
  add(2);
  EXPECT_EQ(state(1, interest_in(kRoom, 1)), "");
  EXPECT_EQ(statements(), Lines{"memory 3"});
  EXPECT_EQ(state(3, interest_in(kRoom, 1)), "");
  EXPECT_EQ(statements(), Lines{}) << "members that share memory know each other's interest";
  EXPECT_EQ(state(2, interest_in(kRoom, 3)), "");
  EXPECT_EQ(statements(), Lines{"memory 3"});
  EXPECT_EQ(state(1, interest_in(kRoom, 2)), "");
  EXPECT_EQ(statements(), Lines{}) << "member 2 has the same interest";
  remove(2);
  EXPECT_EQ(host.published.entries, (std::vector<wire::InterestEntry>{{kRoom, 2, 2, {}}}));
}

TEST_F(InterestAtRoot, ACellOfSeveralMembersIsInTheSumOnce) {
  add(3, true);
  add(1);
  add(2);
  EXPECT_EQ(state(1, in_cells(kRoom, {kNearCell})), "");
  (void)statements();
  EXPECT_EQ(state(2, in_cells(kRoom, {kNearCell})), "");
  remove(1);
  EXPECT_EQ(statements(), Lines{});
  remove(2);
  EXPECT_EQ(statements(), Lines{"memory 3 no more +0-1"});
}

TEST_F(InterestAtRoot, TheFirstMemberThatSharesMemoryReceivesTheCompleteSum) {
  add(1);
  EXPECT_EQ(state(1, interest_in(kOtherRoom, 6)), "");
  EXPECT_EQ(state(1, in_cells(kRoom, {kNearCell, kFarCell})), "");
  EXPECT_TRUE(is_empty(interest.sum_of_links()));
  add(3, true);
  const wire::InterestChanged sum = interest.sum_of_links();
  EXPECT_EQ(sum.entries,
            (std::vector<wire::InterestEntry>{{kRoom, 1, 0, {kRoom}}, {kOtherRoom, 6, 6, {}}}));
  ASSERT_EQ(sum.cells.size(), 1u);
  EXPECT_EQ(sum.cells.front().added, (std::vector<wire::Cell>{kNearCell, kFarCell}));
}

// --- Restores

TEST_F(InterestAtRoot, AStatementForTheTimeAfterARestoreAppliesToTheNextMemberAtItsLink) {
  add(1);
  add(101);
  interest.end_turn();
  EXPECT_EQ(state(1, interest_in(kRoom, 1)), "");
  (void)statements();
  (void)answers();
  EXPECT_EQ(state(1, {true, {{kCommands, 1, 1, {}}}, {}}), "");
  EXPECT_EQ(answers(), Lines{});
  EXPECT_EQ(subscribers({kCommands, 1}), Members{});
  interest.clear();
  EXPECT_EQ(subscribers({kRoom, 1}), Members{});
  EXPECT_EQ(statements(), Lines{"east anew more"}) << "all data goes up until all have returned";
  add(101);
  interest.add_member(FederateHandle(2), {LinkId{1}});
  EXPECT_EQ(subscribers({kCommands, 1}), Members{2});
  EXPECT_EQ(statements(), Lines{});
  interest.end_turn();
  EXPECT_EQ(statements(), Lines{"east anew 4"});
}

TEST_F(InterestAtRoot, AStatementForARestoreThatNeverComesEndsWithItsMember) {
  add(1);
  EXPECT_EQ(state(1, {true, {{kRoom, 1, 1, {}}}, {}}), "");
  remove(1);
  add(1);
  EXPECT_EQ(subscribers({kRoom, 1}), Members{});
}

// --- Lower routers

TEST_F(InterestAtRoot, StatesTheCompleteSumAtTheEndOfTheTurnAndThenItsChanges) {
  interest.send_up_always(kCommands);
  interest.send_up_always(kExistence);
  add(1);
  EXPECT_EQ(state(1, interest_in(kTalk, 1)), "");
  add(101);
  EXPECT_TRUE(interest.turn_is_due());
  EXPECT_EQ(statements(), Lines{}) << "other members may join in the same turn";
  interest.end_turn();
  EXPECT_FALSE(interest.turn_is_due());
  EXPECT_EQ(statements(), Lines{"east anew 3 4"});
  EXPECT_EQ(state(1, interest_in(kTalk, 0)), "");
  EXPECT_EQ(statements(), Lines{"east 3 no more"});
  EXPECT_EQ(state(1, interest_in(kCommands, 1)), "");
  EXPECT_EQ(state(1, interest_in(kExistence, 1)), "");
  EXPECT_EQ(statements(), Lines{}) << "data with these keys goes up in any case";
}

TEST(NeighbourSums, AreStatedCompletelyInPiecesOfOne) {
  constexpr InterestOwner kOwner{.number = 1};
  InterestFilter each;
  each.cells(kOwner, kTalk).add(std::vector<wire::Cell>{4, 12});
  each.set(kOwner, {kTalk, 1, 0, {kTalk}});
  each.set(kOwner, {kCommands, 1, 1, {}});
  Lines statements;
  NeighbourSums sums(each, 1, [&](const NeighbourRouter& to, const wire::OutsideInterest& outside) {
    statements.push_back(line_of(std::get<LinkId>(to), outside));
    return statements.size();
  });
  sums.add_member(FederateHandle(101), kEast);
  for (int turn = 0; turn < 10 && sums.is_incomplete(); ++turn) sums.send_next_pieces();
  EXPECT_EQ(statements, (Lines{"east anew more +1-0", "east more +1-0", "east more 3", "east 4"}));
}

TEST_F(InterestAtRoot, ALowerRouterReceivesTheSumWhateverTheNumberOfItsLink) {
  const auto bit = [](unsigned n) { return std::uint64_t{1} << n; };
  for (const std::uint64_t number : {bit(30), bit(31), bit(32), bit(61), kLastLink.value}) {
    const FederateHandle member(101);
    interest.add_member(member, {.link = LinkId{1}, .via = LinkId{number}});
    interest.end_turn();
    EXPECT_EQ(statements(), Lines{"west anew"}) << number;
    EXPECT_EQ(state(101, interest_in(kTalk, 1)), "");
    EXPECT_EQ(subscribers({kTalk, 1}), Members{101});
    EXPECT_EQ(answers(), (Lines{"taken 101", "settled 101"}));
    interest.remove_member(member);
  }
}

TEST_F(InterestAtRoot, AMemberBehindARouterGetsTheTwoAnswersInTwoRecords) {
  add(101);
  add(201);
  interest.end_turn();
  EXPECT_EQ(state(101, interest_in(kTalk, 1)), "");
  EXPECT_EQ(answers(), Lines{"taken 101"});
  for (const LinkId router : {kEast, kWest}) {
    interest.receive_answer_from_router(router, {{}, host.rounds, true});
  }
  EXPECT_EQ(answers(), Lines{"settled 101"});
  EXPECT_EQ(state(101, interest_in(kTalk, 1)), "");
  EXPECT_EQ(answers(), (Lines{"taken 101", "settled 101"})) << "the sum for kWest is the same";
}

TEST_F(InterestAtRoot, AMemberThatMovesKeepsItsInterest) {
  add(101);
  add(201);
  interest.end_turn();
  EXPECT_EQ(state(101, interest_in(kTalk, 1)), "");
  EXPECT_EQ(statements(), (Lines{"east anew", "west anew", "west 3"}));
  interest.move_member(FederateHandle(101), kWest);
  EXPECT_EQ(subscribers({kTalk, 1}), Members{101});
  EXPECT_EQ(statements(), Lines{"west 3 no more"});
  EXPECT_FALSE(interest.doubt_member(FederateHandle(101))) << "it states its interest again";
}

TEST_F(InterestAtRoot, AMemberIsDoubtedOnceUntilItStatesItsCompleteInterestAgain) {
  constexpr FederateHandle kMember(101);
  add(101);
  EXPECT_EQ(state(101, interest_in(kTalk, 1)), "");
  const InterestDigest digest = digest_of({kTalk, 1, 1, {}});
  EXPECT_TRUE(interest.agrees(kMember, digest));
  EXPECT_FALSE(interest.agrees(kMember, digest + 1));
  EXPECT_TRUE(interest.doubt_member(kMember));
  EXPECT_FALSE(interest.doubt_member(kMember));
  EXPECT_TRUE(interest.agrees(kMember, digest + 1));
  wire::InterestChanged again = interest_in(kCommands, 1);
  again.replaces_earlier = true;
  EXPECT_EQ(state(101, again), "");
  EXPECT_FALSE(interest.agrees(kMember, digest));
  EXPECT_TRUE(interest.agrees(kMember, digest_of(again.entries.front())));
}

// --- Late routers

class InterestOfLateRouters : public InterestAtRoot {
 protected:
  InterestOfLateRouters() {
    add(1);
    add(101);
    interest.end_turn();
  }
  void east_answers() { interest.receive_answer_from_router(kEast, {{}, host.rounds, true}); }
  void state_change() {
    is_subscribed = !is_subscribed;
    EXPECT_EQ(state(1, interest_in(kTalk, is_subscribed ? 1 : 0)), "");
  }
  Links find_late() { return interest.find_late_routers(); }
  Links find_late_at_many_looks() {
    Links late;
    for (std::uint32_t i = 0; i < NeighbourSums::kSlowMax; ++i) {
      std::ranges::copy(find_late(), std::back_inserter(late));
    }
    return late;
  }
  bool is_subscribed = false;
};

// Otherwise a router that answers each round just in time could delay every statement.
TEST_F(InterestOfLateRouters, ARouterThatIsSlowManyTimesIsLate) {
  east_answers();
  for (std::uint32_t slow = 1; slow <= NeighbourSums::kSlowMax; ++slow) {
    state_change();
    EXPECT_EQ(find_late(), Links{}) << "the statement has just been sent";
    EXPECT_EQ(find_late().empty(), slow < NeighbourSums::kSlowMax) << slow;
    east_answers();
  }
}

TEST_F(InterestOfLateRouters, OtherLooksCancelASlowLook) {
  east_answers();
  for (std::uint32_t i = 0; i < 2 * NeighbourSums::kSlowMax; ++i) {
    state_change();
    EXPECT_EQ(find_late(), Links{}) << i;
    EXPECT_EQ(find_late(), Links{}) << i;
    east_answers();
    for (std::uint32_t look = 0; look < NeighbourSums::kForgivenAfter; ++look) {
      EXPECT_EQ(find_late(), Links{}) << i;
    }
  }
}

// Otherwise a router could be slow again with each new link.
TEST_F(InterestOfLateRouters, ARouterStaysLateWhenItReturnsByAnotherLink) {
  constexpr LinkId kEastAgain{300};
  (void)find_late();
  EXPECT_EQ(find_late_at_many_looks(), Links{kEast});
  remove(101);
  interest.rename_router(kEast, kEastAgain);
  add(301);
  interest.end_turn();
  (void)answers();
  state_change();
  EXPECT_EQ(answers(), Lines{"taken and settled 1"});
}

TEST_F(InterestOfLateRouters, ARouterThatIsNotReadIsNotSlow) {
  for (std::uint32_t look = 0; look < 3 * NeighbourSums::kSlowMax; ++look) {
    EXPECT_EQ(interest.find_late_routers(std::array{NeighbourRouter(kEast)}), Links{}) << look;
  }
  EXPECT_EQ(find_late_at_many_looks(), Links{}) << "the first look is not a slow one";
  EXPECT_EQ(find_late(), Links{kEast});
}

}  // namespace
}  // namespace triad::router
