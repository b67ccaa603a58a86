// Tests how a router below the root states interest to its neighbours, and when it answers. ann has
// a link to the router under test. dan is behind the router "east" below it.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/contract/link_frames.hpp"
#include "tests/contract/lower_router.hpp"

namespace triad::test {
namespace {

const wire::InterestEntry kWantsHall{kHall, 1, 1, {}};
const wire::InterestEntry kWantsNoHall{kHall, 0, 0, {}};
const wire::InterestEntry kWantsGarden{kGarden, 1, 1, {}};

class InterestContract : public testing::Test, protected LowerRouter {
 protected:
  explicit InterestContract(const LowerRouterOptions& options = {}) : LowerRouter(options) {
    join({"ann"});
    join_behind("east", {"dan"});
    (void)frames();
  }
  void east_takes(std::uint64_t round) {
    EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestTaken{kWar, round, true}), "");
  }
  // The root says that all its routers apply the statement.
  void settled_above(Name member, wire::Position statement) {
    receive_message_for_clients({member}, wire::InterestSettled{}, {.after_position = statement});
  }
  void digest_above(const wire::InterestEntry& entry) {
    EXPECT_EQ(receive_from_upper(wire::OutsideInterestDigest{kWar, digest_of_interest(entry)}), "");
  }
  bool everything_goes_up() {
    (void)frames();
    send_update("ann", {.key = 77});
    return !frames_to("up").empty();
  }
};

// --- The interest above.

TEST_F(InterestContract, TheRouterBelowIsToldTheSumAndTheRouterAboveWhenItIsTaken) {
  receive_interest_from_upper({kWantsHall});
  EXPECT_EQ(frames(), Frames{"east: interest anew 3"});
  east_takes(1);
  EXPECT_EQ(frames(), Frames{"up: interest 1 taken"});
  receive_interest_from_upper({kWantsNoHall}, false);
  EXPECT_EQ(frames(), Frames{"east: interest -3"});
  east_takes(2);
  EXPECT_EQ(frames(), Frames{"up: interest 2 taken"});
}

TEST_F(InterestContract, ARoundIsNotTakenBeforeEarlierWordsBelow) {
  receive_interest_from_upper({});
  east_takes(1);
  (void)frames();
  send_interest("ann", kHall);
  EXPECT_EQ(frames_to("east"), Frames{"interest 3"});
  receive_interest_from_upper({kWantsHall}, false);
  EXPECT_EQ(frames(), Frames()) << "the sum is the same; the word before is on its way";
  east_takes(2);
  EXPECT_EQ(frames(), Frames{"up: interest 2 taken"});
}

TEST_F(InterestContract, ARoundThatAddsToNothingIsUnknown) {
  receive_interest_from_upper({kWantsHall}, false);
  EXPECT_EQ(frames(), Frames{"up: interest 1 unknown"});
  EXPECT_TRUE(everything_goes_up());
}

TEST_F(InterestContract, InterestInAFederationWithoutMembersHereIsUnknown) {
  EXPECT_EQ(receive_from_upper(wire::OutsideInterest{"peace", 5, true, true, {}, {}}), "");
  EXPECT_EQ(frames(), Frames{"up: interest 5 unknown"});
}

TEST_F(InterestContract, APartLetsEverythingComeFromBelowToo) {
  receive_interest_from_upper({kWantsHall});
  east_takes(1);
  (void)frames();
  receive_interest_from_upper({}, true, false);
  EXPECT_EQ(frames(), Frames{"east: interest anew part"});
  EXPECT_TRUE(everything_goes_up());
  east_takes(2);
  EXPECT_EQ(frames(), Frames{"up: interest 2 taken"});
  receive_interest_from_upper({}, false);
  EXPECT_EQ(frames(), Frames{"east: interest anew"}) << "all words before have no effect";
  EXPECT_FALSE(everything_goes_up());
}

TEST_F(InterestContract, AWordWithoutSenseLetsEverythingComeFromBelowToo) {
  receive_interest_from_upper({kWantsHall});
  (void)frames();
  receive_interest_from_upper({}, false, true, {{kHall, {}, {4}}});
  EXPECT_EQ(frames(), Frames{"east: interest anew part"});
  EXPECT_TRUE(everything_goes_up());
  east_takes(2);
  EXPECT_EQ(frames(), (Frames{"up: interest 1 taken", "up: interest 2 taken"}));
}

TEST_F(InterestContract, ARouterBelowIsNotToldOfItsOwnGuests) {
  join_behind("west", {"eve"});
  receive_interest_from_upper({});
  (void)frames();
  send_interest("dan", kHall);
  EXPECT_EQ(frames_to("west"), Frames{"interest 3"});
  send_interest("eve", kHall);
  EXPECT_EQ(frames_to("east"), Frames{"interest 3"});
  resign("dan");
  EXPECT_EQ(frames_to("west"), Frames{"interest -3"});
}

class InterestInPieces : public InterestContract {
 protected:
  InterestInPieces() : InterestContract({.interest_piece = 1}) {}
};

TEST_F(InterestInPieces, AWholeIsToldInPartsOneATurn) {
  receive_interest_from_upper({kWantsHall, kWantsGarden});
  EXPECT_EQ(frames(), (Frames{"east: interest anew part 3", "east: interest 4"}));
}

// --- Settled statements.

TEST_F(InterestContract, AStatementSettledAboveIsKeptUntilItIsSettledBelow) {
  receive_interest_from_upper({});
  east_takes(1);
  (void)frames();
  const wire::Position statement = send_interest("ann", kHall);
  (void)frames();
  settled_above("ann", statement);
  EXPECT_EQ(frames_to("ann"), Frames());
  east_takes(2);
  EXPECT_EQ(frames(), Frames{"ann: InterestSettled 1"});
}

TEST_F(InterestContract, AStatementThatConcernsNoOtherRouterBelowIsNotKept) {
  receive_interest_from_upper({});
  east_takes(1);
  (void)frames();
  const wire::Position statement = send_interest("dan", kHall);
  (void)frames();
  settled_above("dan", statement);
  EXPECT_EQ(frames(), Frames{"east for dan: InterestSettled 1"});
}

TEST_F(InterestContract, ARouterBelowThatEndsIsWaitedForNoMore) {
  receive_interest_from_upper({});
  east_takes(1);
  const wire::Position statement = send_interest("ann", kHall);
  settled_above("ann", statement);
  (void)frames();
  resign("dan");
  EXPECT_EQ(frames_to("ann"), Frames{"InterestSettled 1"});
}

// --- Digests.

TEST_F(InterestContract, AnEqualDigestFromAboveChangesNothing) {
  receive_interest_from_upper({kWantsHall});
  (void)frames();
  digest_above(kWantsHall);
  EXPECT_EQ(frames(), Frames());
  EXPECT_FALSE(everything_goes_up());
}

TEST_F(InterestContract, AnotherDigestLetsEverythingComeUntilTheWholeIsToldAnew) {
  receive_interest_from_upper({kWantsHall});
  east_takes(1);
  (void)frames();
  digest_above(kWantsGarden);
  EXPECT_EQ(frames(), (Frames{"east: interest anew part", "up: interest doubted"}));
  EXPECT_TRUE(everything_goes_up());
  receive_interest_from_upper({kWantsGarden}, false);
  east_takes(2);
  EXPECT_EQ(frames(), Frames{"up: interest 2 taken"});
  EXPECT_TRUE(everything_goes_up()) << "that was a change of what is in doubt";
  receive_interest_from_upper({kWantsGarden});
  digest_above(kWantsGarden);
  EXPECT_FALSE(everything_goes_up());
}

TEST_F(InterestContract, AfterThreeDoubtsEverythingGoesUpForGood) {
  Frames all;
  for (int i = 0; i < 5; ++i) {
    receive_interest_from_upper({kWantsHall});
    digest_above(kWantsGarden);
    std::ranges::copy(frames_to("up"), std::back_inserter(all));
  }
  EXPECT_EQ(std::ranges::count(all, "interest doubted"), 3);
  EXPECT_TRUE(everything_goes_up());
}

TEST_F(InterestContract, DigestsGoBothWaysWhenSomethingHasChanged) {
  receive_interest_from_upper({});
  send_digests();
  (void)frames();
  EXPECT_FALSE(digests_are_due());
  send_interest("ann", kHall);
  EXPECT_TRUE(digests_are_due());
  (void)frames();
  send_digests();
  EXPECT_EQ(frames(), (Frames{"east: interest digest", "up: interest digests of ann"}));
  send_digests();
  EXPECT_EQ(frames(), Frames()) << "nothing has changed";
}

TEST_F(InterestContract, ARouterBelowWithAnotherInterestOfItsGuestIsReportedOnce) {
  send_interest("dan", kHall);
  (void)frames();
  const auto digest_of_dan = [&](std::uint64_t digest) {
    EXPECT_EQ(
        receive_from_lower("east", wire::ClientInterestDigests{{{guest_number("dan"), 1, digest}}}),
        "");
  };
  digest_of_dan(digest_of_interest(kWantsHall));
  EXPECT_EQ(frames(), Frames());
  digest_of_dan(1);
  EXPECT_EQ(frames(), Frames{"up: interest of dan doubted"});
  digest_of_dan(1);
  EXPECT_EQ(frames(), Frames()) << "the guest has been asked to state all again";
}

TEST_F(InterestContract, ARouterBelowThatDoubtsIsToldTheWholeAnew) {
  receive_interest_from_upper({kWantsHall});
  east_takes(1);
  (void)frames();
  EXPECT_EQ(receive_from_lower("east", wire::OutsideInterestDoubted{kWar}), "");
  EXPECT_EQ(frames(), Frames{"east: interest anew 3"});
}

}  // namespace
}  // namespace triad::test
