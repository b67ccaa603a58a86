// Tests how the root states interest to routers below, when a statement is settled, and how long
// the root waits for a router that does not answer.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/contract/link_frames.hpp"
#include "tests/contract/root_router.hpp"

namespace triad::test {
namespace {

using Late = std::vector<std::string>;

constexpr wire::InterestKey kExistenceOfFirstClass = 5;

class RootInterestContract : public testing::Test, protected RootRouter {
 protected:
  // Number of looks at which a router may owe an answer before it is late.
  static constexpr int kSlowLooks = 15;
  Late look_for_late_routers() {
    Late late;
    for (int look = 0; look < kSlowLooks; ++look) {
      for (const std::string& router : find_late_routers()) late.push_back(router);
    }
    return late;
  }
  // Interest words to routers below at the end of the turn; drops all other frames.
  Frames words() { return only(frames(), ": interest"); }
  // Answers to statements of this member; drops all other frames.
  Frames answers(Name member) { return only(frames_to(member), "Interest"); }
  static Frames only(Frames all, std::string_view text) {
    std::erase_if(all, [&](const auto& line) { return line.find(text) == line.npos; });
    return all;
  }
  // bob is behind east. cid is behind west.
  void join_ann_bob_and_cid() {
    join({"ann"});
    join_behind("east", {"bob"});
    join_behind("west", {"cid"});
    (void)frames();
    acknowledge_interest("east", 1);
    acknowledge_interest("west", 1);
  }
  void resigns(Name member) {
    send_message(member, wire::ResignFederationExecution{wire::ResignAction::no_action});
  }
};

// --- Sums.

TEST_F(RootInterestContract, ARouterIsToldTheWholeAtTheEndOfTheTurnAndThenChanges) {
  join({"ann"});
  send_interest("ann", kHall);
  join_behind("east", {"bob"});
  EXPECT_EQ(only(frames_of_open_turn(), ": interest"), Frames()) << "more members may come";
  EXPECT_TRUE(turn_is_due());
  EXPECT_EQ(words(), Frames{"east: interest anew 3"});
  EXPECT_FALSE(turn_is_due());
  send_interest("ann", kHall, 0);
  EXPECT_EQ(words(), Frames{"east: interest -3"});
  send_interest("ann", kExistenceOfFirstClass);
  EXPECT_EQ(words(), Frames()) << "word of instances goes up in any case";
}

TEST_F(RootInterestContract, ARouterIsNotToldOfItsOwnGuests) {
  join_ann_bob_and_cid();
  (void)frames();
  send_interest("bob", kHall);
  EXPECT_EQ(words(), Frames{"west: interest 3"});
  join_behind("east", {"dan"});
  send_interest("dan", kHall);
  EXPECT_EQ(words(), Frames()) << "the sum is the same";
  resigns("bob");
  EXPECT_EQ(words(), Frames());
  resigns("dan");
  EXPECT_EQ(words(), Frames{"west: interest -3"});
  join_behind("east", {"eve"});
  EXPECT_EQ(words(), Frames{"east: interest anew"}) << "it had no member";
}

TEST_F(RootInterestContract, CellsAreToldOnceEach) {
  join({"ann", "bob"});
  join_behind("east", {"cid"});
  (void)frames();
  const wire::InterestChanged region{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {4, 12}, {}}}};
  send_message("ann", region);
  EXPECT_EQ(words(), Frames{"east: interest 3 cells +2 -0"});
  send_message("bob", region);
  EXPECT_EQ(words(), Frames());
  resigns("ann");
  EXPECT_EQ(words(), Frames());
  send_message("bob", wire::InterestChanged{false, {}, {{kHall, {}, {12}}}});
  EXPECT_EQ(words(), Frames{"east: interest cells +0 -1"});
  resigns("bob");
  EXPECT_EQ(words(), Frames{"east: interest -3 cells +0 -1"});
}

// ann wants 1500 cells.
class MuchInterestContract : public RootInterestContract {
 protected:
  MuchInterestContract() {
    join({"ann"});
    for (wire::Cell i = 0; i < 1500; ++i) cells.push_back((i << 1) | 1);
    send_message("ann",
                 wire::InterestChanged{false, {{kHall, 1, 0, {kHall}}}, {{kHall, cells, {}}}});
    join_behind("east", {"bob"});
  }
  std::vector<wire::Cell> cells;
};

TEST_F(MuchInterestContract, ALongWholeIsToldInPartsOneATurn) {
  EXPECT_EQ(words(), Frames{"east: interest anew part cells +1024 -0"});
  EXPECT_TRUE(turn_is_due()) << "others have their turn meanwhile";
  EXPECT_EQ(words(), Frames{"east: interest 3 cells +476 -0"});
  EXPECT_FALSE(turn_is_due());
}

TEST_F(MuchInterestContract, AChangeBetweenPartsIsToldIfItsCellHasBeenTold) {
  EXPECT_EQ(words(), Frames{"east: interest anew part cells +1024 -0"});
  send_message("ann",
               wire::InterestChanged{false, {}, {{kHall, {}, {cells.front(), cells.back()}}}});
  send_interest("ann", kHall, 3);
  EXPECT_EQ(only(frames_of_open_turn(), ": interest"), Frames{"east: interest part cells +0 -1"});
  EXPECT_FALSE(digests_are_due());
  EXPECT_EQ(words(), Frames{"east: interest 3 cells +475 -0"});
  EXPECT_TRUE(digests_are_due());
}

TEST_F(RootInterestContract, OfAStatementAnewTheDifferenceIsTold) {
  join({"ann"});
  join_behind("east", {"bob"});
  wire::InterestChanged region{false, {{kHall, 1, 0, {kHall}}}, {{kHall, {4, 12}, {}}}};
  send_message("ann", region);
  (void)frames();
  region.replaces_earlier = true;
  region.cells.front().added = {12, 20};
  send_message("ann", region);
  EXPECT_EQ(words(), Frames{"east: interest cells +2 -2"});
}

// --- Settled statements.

TEST_F(RootInterestContract, AStatementIsSettledWhenAllOtherRoutersHaveTakenIt) {
  join_ann_bob_and_cid();
  send_interest("ann", kHall);
  EXPECT_EQ(answers("ann"), Frames{"InterestAcknowledged 1"});
  acknowledge_interest("east", 2);
  EXPECT_EQ(answers("ann"), Frames()) << "west has not answered";
  acknowledge_interest("west", 2);
  EXPECT_EQ(answers("ann"), Frames{"InterestSettled 1"});
  send_interest("bob", kHall);
  EXPECT_EQ(only(frames_to("east"), "Interest"),
            (Frames{"for bob: InterestAcknowledged 1", "for bob: InterestSettled 1"}))
      << "west knows the same sum already";
}

TEST_F(RootInterestContract, AStatementWaitsForEarlierWordsToo) {
  join({"ann", "bob"});
  join_behind("east", {"cid"});
  (void)frames();
  send_interest("ann", kHall);
  send_interest("bob", kHall);
  (void)frames();
  acknowledge_interest("east", 1);
  EXPECT_EQ(answers("bob"), Frames());
  acknowledge_interest("east", 2);
  EXPECT_EQ(answers("bob"), Frames{"InterestSettled 1"});
}

// The root remembers two statements of a member at most.
TEST_F(RootInterestContract, OfManyStatementsTheFirstAndTheLastAreSettled) {
  join({"ann"});
  join_behind("east", {"bob"});
  (void)frames();
  for (wire::InterestMask i = 0; i < 100; ++i) send_interest("ann", kHall, 1 + i % 2);
  (void)frames();
  acknowledge_interest("east", interest_words("east"));
  EXPECT_EQ(answers("ann"), (Frames{"InterestSettled 1", "InterestSettled 100"}));
}

TEST_F(RootInterestContract, ARouterWhoseLastMemberLeavesIsWaitedForNoMore) {
  join_ann_bob_and_cid();
  acknowledge_interest("west", 1);
  send_interest("ann", kHall);
  acknowledge_interest("west", 2);
  (void)frames();
  resigns("bob");
  EXPECT_EQ(answers("ann"), Frames{"InterestSettled 1"});
}

TEST_F(RootInterestContract, ARouterThatDoesNotKnowIsToldTheWholeAgain) {
  join({"ann"});
  join_behind("east", {"bob"});
  (void)frames();
  send_interest("ann", kHall);
  (void)frames();
  acknowledge_interest("east", 2, false);
  EXPECT_TRUE(turn_is_due());
  EXPECT_EQ(only(frames(), "nterest"), (Frames{"ann: InterestSettled 1", "east: interest anew 3"}))
      << "the router lets everything come meanwhile";
  acknowledge_interest("east", 2, false);
  EXPECT_FALSE(turn_is_due()) << "that answers a word from before";
}

// --- Routers that do not answer.

TEST_F(RootInterestContract, ARouterThatDoesNotAnswerIsWaitedForNoMoreUntilItDoes) {
  join({"ann"});
  join_behind("east", {"bob"});
  (void)frames();
  acknowledge_interest("east", 1);
  EXPECT_EQ(find_late_routers(), Late()) << "nothing is to be answered";
  send_interest("ann", kHall);
  EXPECT_EQ(find_late_routers(), Late()) << "it may have been told just now";
  EXPECT_EQ(answers("ann"), Frames{"InterestAcknowledged 1"});
  EXPECT_EQ(look_for_late_routers(), Late{"east"});
  EXPECT_EQ(answers("ann"), Frames{"InterestSettled 1"});
  send_interest("ann", kHall, 0);
  EXPECT_EQ(answers("ann"), Frames{"InterestAcknowledged 2, settled"});
  EXPECT_EQ(find_late_routers(), Late()) << "it is reported once";
  send_interest("ann", kHall);
  acknowledge_interest("east", 4);
  (void)frames();
  send_interest("ann", kHall, 0);
  EXPECT_EQ(answers("ann"), Frames{"InterestAcknowledged 4"}) << "it has answered in time";
  EXPECT_EQ(find_late_routers(), Late());
  acknowledge_interest("east", 5);
  EXPECT_EQ(answers("ann"), Frames{"InterestSettled 4"});
}

TEST_F(RootInterestContract, AnAnswerToAnOldRoundDoesNotMakeOthersWaitOn) {
  join({"ann"});
  join_behind("east", {"bob"});
  (void)frames();
  acknowledge_interest("east", 1);
  send_interest("ann", kHall);
  EXPECT_EQ(find_late_routers(), Late());
  for (int look = 1; look <= kSlowLooks; ++look) {
    acknowledge_interest("east", 1);
    EXPECT_EQ(find_late_routers(), look < kSlowLooks ? Late() : Late{"east"}) << look;
  }
  EXPECT_EQ(answers("ann"), (Frames{"InterestAcknowledged 1", "InterestSettled 1"}));
}

// The router east has been late once.
class LateRouterContract : public RootInterestContract {
 protected:
  LateRouterContract() {
    join({"ann"});
    join_behind("east", {"bob"});
    (void)frames();
    acknowledge_interest("east", 1);
    EXPECT_TRUE(next_statement_waits());
    (void)find_late_routers();
    EXPECT_EQ(look_for_late_routers(), Late{"east"});
  }
  // Returns true if the next statement of ann is not settled at once.
  bool next_statement_waits() {
    (void)frames();
    hall_is_wanted = !hall_is_wanted;
    const wire::Position statement = send_interest("ann", kHall, hall_is_wanted ? 1 : 0);
    return answers("ann") == Frames{"InterestAcknowledged " + std::to_string(statement)};
  }
  void east_takes_all() { acknowledge_interest("east", interest_words("east")); }

  bool hall_is_wanted = false;
};

// Otherwise each late answer would make the next statement wait.
TEST_F(LateRouterContract, ARouterThatAnswersLateIsWaitedForNoMoreUntilItAnswersInTime) {
  for (std::uint64_t round = 2; round < 9; ++round) {
    acknowledge_interest("east", round);
    EXPECT_FALSE(next_statement_waits()) << round;
    (void)find_late_routers();
  }
  EXPECT_FALSE(next_statement_waits());
  east_takes_all();
  EXPECT_TRUE(next_statement_waits());
}

TEST_F(LateRouterContract, ALateRouterThatHasCaughtUpIsAskedWhetherItAnswersInTime) {
  (void)words();
  (void)find_late_routers();
  EXPECT_EQ(words(), Frames()) << "it has not caught up";
  east_takes_all();
  (void)find_late_routers();
  EXPECT_EQ(words(), Frames{"east: interest"});
  east_takes_all();
  EXPECT_TRUE(next_statement_waits());
}

// Otherwise a router that answers in time now and then would delay every other statement.
TEST_F(LateRouterContract, ARouterThatIsLateAgainHasToAnswerInTimeForLonger) {
  for (int looks = 1; looks < 10; looks *= 2) {
    for (int look = 0; look < looks; ++look) {
      EXPECT_FALSE(next_statement_waits()) << look << " of " << looks;
      east_takes_all();
      if (look + 1 < looks) (void)find_late_routers();
    }
    EXPECT_TRUE(next_statement_waits()) << looks;
    (void)find_late_routers();
    EXPECT_EQ(look_for_late_routers(), Late{"east"});
  }
}

TEST_F(LateRouterContract, ALateRouterStaysLateWhenItsLastMemberLeavesAndAnotherJoins) {
  resigns("bob");
  join_behind("east", {"cid"});
  EXPECT_FALSE(next_statement_waits());
}

// --- Digests.

TEST_F(RootInterestContract, ADigestFollowsWhatWasToldAndNothingElse) {
  join({"ann"});
  join_behind("east", {"bob"});
  EXPECT_FALSE(digests_are_due()) << "the whole has not been told";
  (void)frames();
  EXPECT_TRUE(digests_are_due());
  send_digests();
  EXPECT_EQ(words(), Frames{"east: interest digest"});
  EXPECT_FALSE(digests_are_due());
  send_interest("bob", kHall);
  EXPECT_FALSE(digests_are_due()) << "east is not told of that";
  send_interest("ann", kHall);
  send_digests();
  EXPECT_EQ(words(), (Frames{"east: interest 3", "east: interest digest"}));
}

TEST_F(RootInterestContract, ARouterThatDoubtsIsToldTheWholeAnew) {
  join({"ann"});
  send_interest("ann", kHall);
  join_behind("east", {"bob"});
  (void)frames();
  EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestDoubted{kWar}), "");
  EXPECT_EQ(words(), Frames{"east: interest anew 3"});
  connect_lower("west");
  EXPECT_EQ(receive_from_lower("west", wire::OutsideInterestDoubted{kWar}), "");
  EXPECT_EQ(words(), Frames()) << "no member is behind west";
}

TEST_F(RootInterestContract, AMemberWithAnotherDigestBelowIsAskedOnceToStateAllAnew) {
  join({"ann"});
  join_behind("east", {"bob"});
  send_interest("bob", kHall);
  (void)frames();
  const auto digest_below = [&](const wire::InterestEntry& entry) {
    EXPECT_EQ(receive_from_lower("east",
                                 wire::ClientInterestDigests{
                                     {{guest_number("bob"), 1, digest_of_interest(entry)}}}),
              "");
  };
  digest_below({kHall, 1, 1, {}});
  EXPECT_EQ(frames(), Frames());
  digest_below({kGarden, 1, 1, {}});
  digest_below({kGarden, 1, 1, {}});
  EXPECT_EQ(receive_from_lower("east", wire::ClientInterestDoubted{guest_number("bob")}), "");
  EXPECT_EQ(frames(), Frames{"east for bob: RestateInterest"});
  wire::InterestChanged restated = interest_in(kGarden);
  restated.replaces_earlier = true;
  send_message("bob", restated);
  (void)frames();
  digest_below({kGarden, 1, 1, {}});
  EXPECT_EQ(frames(), Frames());
  digest_below({kHall, 1, 1, {}});
  EXPECT_EQ(frames(), Frames{"east for bob: RestateInterest"}) << "the old interest is void";
}

}  // namespace
}  // namespace triad::test
