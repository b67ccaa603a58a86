#include "router/recovery.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace triad::router {
namespace {

using wire::FederateHandle;
using Milliseconds = std::chrono::milliseconds;
using Step = Recovery::Step;
using State = Recovery::State;
using Answer = Recovery::ReturnAnswer;
using Limit = Recovery::Overdue::Limit;

constexpr FederateHandle kFirst{1};
constexpr FederateHandle kSecond{2};
constexpr FederateHandle kThird{3};

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() {
    for (const FederateHandle member : {kFirst, kSecond, kThird}) recovery.add_member(member);
  }
  void lose(FederateHandle member, LinkEnd end = LinkEnd::other) {
    recovery.lose(member, now, end);
  }
  bool take_return(FederateHandle member, std::uint32_t attempt) {
    return recovery.take_return(member, attempt, now) == Answer::taken;
  }
  // Lets the members report that they have stated everything of the present epoch.
  void state_all(std::initializer_list<FederateHandle> members) {
    for (const FederateHandle member : members) {
      EXPECT_TRUE(recovery.take_epoch(member, recovery.epoch()));
      EXPECT_TRUE(recovery.record_stated(member, recovery.epoch(), now));
    }
  }

  // Lets all members complete the epoch that has begun.
  void complete_epoch() {
    state_all({kFirst, kSecond, kThird});
    EXPECT_EQ(recovery.take_step(now), Step::retransmit);
    for (const FederateHandle member : {kFirst, kSecond, kThird}) {
      EXPECT_TRUE(recovery.record_retransmitted(member, recovery.epoch(), now));
    }
    EXPECT_EQ(recovery.take_step(now), Step::end);
  }

  Recovery recovery{{.patience = Milliseconds(50),
                     .returns_per_minute = 3,
                     .silence = Milliseconds(25),
                     .grace = Milliseconds(10)}};
  Milliseconds now{0};
};

TEST_F(RecoveryTest, HasTwoWaves) {
  lose(kSecond);
  EXPECT_EQ(recovery.take_step(now), Step::none);
  EXPECT_TRUE(recovery.is_silent(kSecond));
  EXPECT_TRUE(recovery.accepts_records_of(kFirst));
  EXPECT_FALSE(recovery.accepts_records_of(kSecond));
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_TRUE(recovery.is_silent(kSecond));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  EXPECT_FALSE(recovery.is_silent(kSecond));
  EXPECT_FALSE(recovery.accepts_records_of(kFirst)) << "what it sent before belongs to no epoch";
  EXPECT_EQ(recovery.awaited_members(), (std::vector{kFirst, kSecond, kThird}));
  state_all({kFirst, kSecond});
  EXPECT_EQ(recovery.take_step(now), Step::none);
  EXPECT_EQ(recovery.awaited_members(), std::vector{kThird});
  state_all({kThird});
  EXPECT_EQ(recovery.take_step(now), Step::retransmit);
  for (const FederateHandle member : {kFirst, kSecond, kThird}) {
    EXPECT_EQ(recovery.take_step(now), Step::none);
    EXPECT_TRUE(recovery.record_retransmitted(member, 1, now));
  }
  EXPECT_EQ(recovery.take_step(now), Step::end);
  EXPECT_TRUE(recovery.is_running());
}

TEST_F(RecoveryTest, NoEpochBeginsWhileAMemberIsAway) {
  lose(kFirst);
  lose(kSecond);
  EXPECT_TRUE(take_return(kFirst, 1));
  EXPECT_EQ(recovery.take_step(now), Step::none);
  recovery.remove_member(kSecond);
  EXPECT_EQ(recovery.take_step(now), Step::begin);
}

TEST_F(RecoveryTest, AnAbsentThatIsResignedNeedsNoEpoch) {
  lose(kSecond);
  recovery.remove_member(kSecond);
  EXPECT_EQ(recovery.take_step(now), Step::none);
  EXPECT_TRUE(recovery.is_running());
  EXPECT_EQ(recovery.epoch(), 0u);
}

TEST_F(RecoveryTest, ALossDuringTheWavesBeginsAgain) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst, kSecond, kThird});
  EXPECT_EQ(recovery.take_step(now), Step::retransmit);
  lose(kThird);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.is_paused());
  EXPECT_FALSE(recovery.accepts_records_of(kFirst));
  EXPECT_FALSE(recovery.record_retransmitted(kFirst, 1, now));
  EXPECT_TRUE(take_return(kThird, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  EXPECT_EQ(recovery.epoch(), 2u);
  EXPECT_FALSE(recovery.take_epoch(kFirst, 1)) << "an earlier epoch";
}

TEST_F(RecoveryTest, ALossAfterEverythingWasSentDoesNotStopTheOthers) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst, kSecond, kThird});
  EXPECT_EQ(recovery.take_step(now), Step::retransmit);
  EXPECT_TRUE(recovery.record_retransmitted(kSecond, 1, now));
  lose(kSecond);
  EXPECT_TRUE(recovery.record_retransmitted(kFirst, 1, now));
  EXPECT_TRUE(recovery.record_retransmitted(kThird, 1, now));
  EXPECT_EQ(recovery.take_step(now), Step::end);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.accepts_records_of(kFirst));
  EXPECT_TRUE(take_return(kSecond, 2));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
}

TEST_F(RecoveryTest, OnlyTheLastAttemptCounts) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 2));
  EXPECT_FALSE(take_return(kSecond, 2));
  EXPECT_FALSE(take_return(kSecond, 1));
  EXPECT_TRUE(take_return(kSecond, 3));
}

TEST_F(RecoveryTest, AReturnBeforeTheLossIsNoticedIsALoss) {
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
}

TEST_F(RecoveryTest, TheTimeAwayCountsFromTheFirstLoss) {
  lose(kSecond);
  now = Milliseconds(20);
  EXPECT_TRUE(take_return(kSecond, 1));
  lose(kSecond);
  now = Milliseconds(30);
  EXPECT_TRUE(recovery.overdue(now).empty());
  now = Milliseconds(50);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kSecond, Limit::away})});
}

TEST_F(RecoveryTest, AMemberWithALinkThatItsHostClosedHasLessTime) {
  now = Milliseconds(100);
  lose(kSecond, LinkEnd::closed_by_peer);
  lose(kThird);
  now += Milliseconds(9);
  EXPECT_TRUE(recovery.overdue(now).empty());
  now += Milliseconds(1);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kSecond, Limit::closed})});
}

TEST_F(RecoveryTest, AMemberThatHasReturnedInTimeHasAllTimeAgain) {
  lose(kSecond, LinkEnd::closed_by_peer);
  now = Milliseconds(9);
  EXPECT_TRUE(take_return(kSecond, 1));
  now = Milliseconds(20);
  EXPECT_TRUE(recovery.overdue(now).empty());
  lose(kSecond);
  now = Milliseconds(49);
  EXPECT_TRUE(recovery.overdue(now).empty());
}

// --- Limits on what one member costs the others.

TEST_F(RecoveryTest, AMemberThatKeepsTheWavesWaitingIsOverdue) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst, kSecond});
  EXPECT_TRUE(recovery.take_epoch(kThird, 1));
  now = Milliseconds(30);
  EXPECT_TRUE(recovery.record_stated(kThird, 1, now));
  EXPECT_EQ(recovery.take_step(now), Step::retransmit);
  EXPECT_TRUE(recovery.record_retransmitted(kFirst, 1, now));
  EXPECT_TRUE(recovery.record_retransmitted(kSecond, 1, now));
  now = Milliseconds(49);
  EXPECT_TRUE(recovery.overdue(now).empty());
  now = Milliseconds(50);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kThird, Limit::awaited})});
  recovery.remove_member(kThird);
  EXPECT_EQ(recovery.take_step(now), Step::end);
}

TEST_F(RecoveryTest, AMemberLostInTheWavesHasCostTheirTime) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst});
  now = Milliseconds(20);
  state_all({kSecond});
  now = Milliseconds(30);
  lose(kThird);
  now = Milliseconds(40);
  EXPECT_TRUE(take_return(kThird, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  now = Milliseconds(50);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kThird, Limit::awaited})})
      << "the second has cost 10, and its 20 in the epoch that the third has ended do not count";
}

TEST_F(RecoveryTest, ALongWaitInProgressCountsForItsMemberIfAnotherOneIsLost) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst, kSecond});
  now = Milliseconds(30);
  lose(kFirst);
  EXPECT_TRUE(take_return(kFirst, 1));
  EXPECT_EQ(recovery.take_step(now), Step::begin);
  state_all({kFirst, kSecond});
  now = Milliseconds(49);
  EXPECT_TRUE(recovery.overdue(now).empty());
  now = Milliseconds(50);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kThird, Limit::awaited})})
      << "the third has never stated anything, and the first has cost nothing";
}

TEST_F(RecoveryTest, WaitsInSeveralRecoveriesAddUpAndAreForgottenSlowly) {
  const auto delay_recovery = [this](std::uint32_t attempt, Milliseconds wait) {
    lose(kSecond);
    EXPECT_TRUE(take_return(kSecond, attempt));
    EXPECT_EQ(recovery.take_step(now), Step::begin);
    state_all({kFirst, kThird});
    now += wait;
  };
  delay_recovery(1, Milliseconds(40));
  state_all({kSecond});
  EXPECT_EQ(recovery.take_step(now), Step::retransmit);
  for (const FederateHandle member : {kFirst, kSecond, kThird}) {
    EXPECT_TRUE(recovery.record_retransmitted(member, 1, now));
  }
  EXPECT_EQ(recovery.take_step(now), Step::end);
  now += Milliseconds(100);  // forgets 10
  delay_recovery(2, Milliseconds(19));
  EXPECT_TRUE(recovery.overdue(now).empty());
  now += Milliseconds(1);
  EXPECT_EQ(recovery.overdue(now), std::vector{(Recovery::Overdue{kSecond, Limit::awaited})});
}

TEST_F(RecoveryTest, AMemberMayReturnAFewTimesAMinute) {
  for (std::uint32_t attempt = 1; attempt <= 3; ++attempt) {
    now += Milliseconds(10'000);
    lose(kSecond);
    EXPECT_TRUE(take_return(kSecond, attempt));
    EXPECT_EQ(recovery.take_step(now), Step::begin);
    complete_epoch();
  }
  lose(kSecond);
  EXPECT_EQ(recovery.take_return(kSecond, 3, now), Answer::old_attempt);
  EXPECT_EQ(recovery.take_return(kSecond, 4, now), Answer::too_often);
  EXPECT_TRUE(recovery.is_away(kSecond));
  now = Milliseconds(70'000);  // a minute after the first return
  EXPECT_EQ(recovery.take_return(kSecond, 4, now), Answer::taken);
}

}  // namespace
}  // namespace triad::router
