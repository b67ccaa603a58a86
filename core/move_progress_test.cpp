#include "core/move_progress.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::core::test {
namespace {

constexpr FederateHandle kMover(1);
constexpr FederateHandle kOther(2);

class Moves : public testing::Test {
 protected:
  Moves() {
    federation.apply(wire::FederateJoined{kMover, "federate"});
    federation.apply(wire::FederateJoined{kOther, "federate"});
  }
  void begin() {
    EXPECT_TRUE(progress.ask(kMover));
    EXPECT_TRUE(progress.answer(kMover, true));
    EXPECT_TRUE(progress.is_due());
    progress.begin();
  }
  // Returns true if all have answered the round.
  bool round(bool mover_is_quiet, bool other_is_quiet) {
    const std::uint32_t number = progress.begin_round();
    EXPECT_TRUE(progress.settled(kMover, number, mover_is_quiet));
    EXPECT_FALSE(progress.round_over(federation));
    EXPECT_TRUE(progress.settled(kOther, number, other_is_quiet));
    return progress.round_over(federation);
  }
  void send_away() {
    begin();
    EXPECT_TRUE(round(false, false));
    EXPECT_TRUE(round(true, true));
    EXPECT_TRUE(progress.rounds().quiet());
    EXPECT_EQ(progress.send_away(), std::vector{kMover});
  }

  Federation federation{test_model()};
  MoveProgress progress;
};

TEST_F(Moves, AsksOnceUntilThereIsAnAnswer) {
  EXPECT_TRUE(progress.ask(kMover));
  EXPECT_FALSE(progress.ask(kMover));
  EXPECT_TRUE(progress.answer(kMover, false));
  EXPECT_FALSE(progress.is_due());
  EXPECT_TRUE(progress.ask(kMover));  // its router is asked to leave again
}

TEST_F(Moves, AnAnswerThatNobodyAskedForIsAFault) {
  EXPECT_FALSE(progress.answer(kMover, true));
  EXPECT_FALSE(progress.is_due());
}

TEST_F(Moves, HasNotComeToRestInTheFirstRoundWhateverIsSaid) {
  begin();
  EXPECT_TRUE(round(true, true));
  EXPECT_FALSE(progress.rounds().quiet());
}

TEST_F(Moves, HasNotComeToRestAsLongAsOneHasSentSomething) {
  begin();
  EXPECT_TRUE(round(false, false));
  EXPECT_TRUE(round(true, false));
  EXPECT_FALSE(progress.rounds().quiet());
  EXPECT_TRUE(round(true, true));
  EXPECT_TRUE(progress.rounds().quiet());
}

TEST_F(Moves, AnAnswerOfAnotherRoundOrASecondOneIsAFault) {
  begin();
  EXPECT_EQ(progress.begin_round(), 1u);
  EXPECT_FALSE(progress.settled(kMover, 2, true));
  EXPECT_TRUE(progress.settled(kMover, 1, true));
  EXPECT_FALSE(progress.settled(kMover, 1, true));
}

TEST_F(Moves, AllGoOnWhenWhoHasReturnedSaysThatEveryRouterKnows) {
  send_away();
  EXPECT_TRUE(progress.is_away(kMover));
  EXPECT_FALSE(progress.completed(kMover));
  progress.returned(kMover);
  EXPECT_FALSE(progress.is_away(kMover));
  EXPECT_FALSE(progress.all_completed());
  EXPECT_TRUE(progress.completed(kMover));
  EXPECT_FALSE(progress.completed(kMover));
  EXPECT_TRUE(progress.all_completed());
  progress.end();
  EXPECT_FALSE(progress.pauses());
  EXPECT_FALSE(progress.is_due());
}

TEST_F(Moves, NobodyIsWaitedForWhoIsAMemberNoMore) {
  send_away();
  progress.left(kMover);
  EXPECT_TRUE(progress.all_completed());
}

TEST_F(Moves, APauseOfWhichTheOnlyMoverLeavesIsInVain) {
  begin();
  EXPECT_FALSE(progress.in_vain());
  progress.left(kMover);
  EXPECT_TRUE(progress.in_vain());
}

TEST_F(Moves, WhoBecomesAbleDuringAPauseMovesInTheNextOne) {
  send_away();
  EXPECT_TRUE(progress.ask(kOther));
  EXPECT_TRUE(progress.answer(kOther, true));
  EXPECT_FALSE(progress.is_due());
  progress.returned(kMover);
  EXPECT_TRUE(progress.completed(kMover));
  progress.end();
  EXPECT_TRUE(progress.is_due());
}

TEST_F(Moves, WhoStaysAsAPauseIsGivenUpCanBeAskedAgain) {
  begin();
  EXPECT_EQ(progress.give_up(), std::vector{kMover});
  EXPECT_FALSE(progress.is_due());
  EXPECT_TRUE(progress.ask(kMover));
}

}  // namespace
}  // namespace triad::core::test
