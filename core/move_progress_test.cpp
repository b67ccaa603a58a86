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
    EXPECT_TRUE(progress.record_request(kMover));
    EXPECT_TRUE(progress.record_answer(kMover, true));
    EXPECT_TRUE(progress.is_due());
    progress.begin_pause();
  }
  // Returns true if all have answered the round.
  bool round(bool mover_is_quiet, bool other_is_quiet) {
    const std::uint32_t number = progress.begin_round();
    EXPECT_TRUE(progress.record_settling_answer(kMover, number, mover_is_quiet));
    EXPECT_FALSE(progress.is_round_over(federation));
    EXPECT_TRUE(progress.record_settling_answer(kOther, number, other_is_quiet));
    return progress.is_round_over(federation);
  }
  void send_away() {
    begin();
    EXPECT_TRUE(round(false, false));
    EXPECT_TRUE(round(true, true));
    EXPECT_TRUE(progress.rounds().is_quiet());
    EXPECT_EQ(progress.begin_moving(), std::vector{kMover});
  }

  Federation federation{test_model()};
  MoveProgress progress;
};

TEST_F(Moves, AsksOnceUntilThereIsAnAnswer) {
  EXPECT_TRUE(progress.record_request(kMover));
  EXPECT_FALSE(progress.record_request(kMover));
  EXPECT_TRUE(progress.record_answer(kMover, false));
  EXPECT_FALSE(progress.is_due());
  EXPECT_TRUE(progress.record_request(kMover));  // its router is asked to leave again
}

TEST_F(Moves, AnAnswerThatNobodyAskedForIsAFault) {
  EXPECT_FALSE(progress.record_answer(kMover, true));
  EXPECT_FALSE(progress.is_due());
}

TEST_F(Moves, HasNotComeToRestInTheFirstRoundWhateverIsSaid) {
  begin();
  EXPECT_TRUE(round(true, true));
  EXPECT_FALSE(progress.rounds().is_quiet());
}

TEST_F(Moves, HasNotComeToRestAsLongAsOneHasSentSomething) {
  begin();
  EXPECT_TRUE(round(false, false));
  EXPECT_TRUE(round(true, false));
  EXPECT_FALSE(progress.rounds().is_quiet());
  EXPECT_TRUE(round(true, true));
  EXPECT_TRUE(progress.rounds().is_quiet());
}

TEST_F(Moves, AnAnswerOfAnotherRoundOrASecondOneIsAFault) {
  begin();
  EXPECT_EQ(progress.begin_round(), 1u);
  EXPECT_FALSE(progress.record_settling_answer(kMover, 2, true));
  EXPECT_TRUE(progress.record_settling_answer(kMover, 1, true));
  EXPECT_FALSE(progress.record_settling_answer(kMover, 1, true));
}

TEST_F(Moves, AllGoOnWhenWhoHasReturnedSaysThatEveryRouterKnows) {
  send_away();
  EXPECT_TRUE(progress.is_away(kMover));
  EXPECT_FALSE(progress.record_completion(kMover));
  progress.record_return(kMover);
  EXPECT_FALSE(progress.is_away(kMover));
  EXPECT_FALSE(progress.have_all_completed());
  EXPECT_TRUE(progress.record_completion(kMover));
  EXPECT_FALSE(progress.record_completion(kMover));
  EXPECT_TRUE(progress.have_all_completed());
  progress.end_pause();
  EXPECT_FALSE(progress.is_paused());
  EXPECT_FALSE(progress.is_due());
}

TEST_F(Moves, NobodyIsWaitedForWhoIsAMemberNoMore) {
  send_away();
  progress.remove_member(kMover);
  EXPECT_TRUE(progress.have_all_completed());
}

TEST_F(Moves, APauseOfWhichTheOnlyMoverLeavesIsInVain) {
  begin();
  EXPECT_FALSE(progress.has_no_movers());
  progress.remove_member(kMover);
  EXPECT_TRUE(progress.has_no_movers());
}

TEST_F(Moves, WhoBecomesAbleDuringAPauseMovesInTheNextOne) {
  send_away();
  EXPECT_TRUE(progress.record_request(kOther));
  EXPECT_TRUE(progress.record_answer(kOther, true));
  EXPECT_FALSE(progress.is_due());
  progress.record_return(kMover);
  EXPECT_TRUE(progress.record_completion(kMover));
  progress.end_pause();
  EXPECT_TRUE(progress.is_due());
}

TEST_F(Moves, WhoStaysAsAPauseIsGivenUpCanBeAskedAgain) {
  begin();
  EXPECT_EQ(progress.cancel_pause(), std::vector{kMover});
  EXPECT_FALSE(progress.is_due());
  EXPECT_TRUE(progress.record_request(kMover));
}

}  // namespace
}  // namespace triad::core::test
