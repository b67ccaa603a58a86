#include "router/recovery.hpp"

#include <gtest/gtest.h>

#include "router/stability.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;
using Milliseconds = std::chrono::milliseconds;
using Step = Recovery::Step;
using State = Recovery::State;

constexpr FederateHandle kA{1};
constexpr FederateHandle kB{2};
constexpr FederateHandle kC{3};

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() {
    for (const FederateHandle member : {kA, kB, kC}) recovery.add_member(member);
  }
  void lose(FederateHandle member) { recovery.lose(member, now); }
  bool take_return(FederateHandle member, std::uint32_t attempt) {
    return recovery.take_return(member, attempt, now);
  }
  // Lets the members report that they have stated everything of the present epoch.
  void state_all(std::initializer_list<FederateHandle> members) {
    for (const FederateHandle member : members) {
      EXPECT_TRUE(recovery.take_epoch(member, recovery.epoch()));
      EXPECT_TRUE(recovery.record_stated(member, recovery.epoch()));
    }
  }

  Recovery recovery;
  Milliseconds now{0};
};

TEST_F(RecoveryTest, HasTwoWaves) {
  lose(kB);
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_TRUE(recovery.is_silent(kB));
  EXPECT_TRUE(recovery.accepts_records_of(kA));
  EXPECT_FALSE(recovery.accepts_records_of(kB));
  EXPECT_TRUE(take_return(kB, 1));
  EXPECT_TRUE(recovery.is_silent(kB));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  EXPECT_FALSE(recovery.is_silent(kB));
  EXPECT_FALSE(recovery.accepts_records_of(kA)) << "what it sent before belongs to no epoch";
  EXPECT_EQ(recovery.awaited(), (std::vector{kA, kB, kC}));
  state_all({kA, kB});
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_EQ(recovery.awaited(), std::vector{kC});
  state_all({kC});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  for (const FederateHandle member : {kA, kB, kC}) {
    EXPECT_EQ(recovery.take_step(), Step::none);
    EXPECT_TRUE(recovery.record_retransmitted(member, 1));
  }
  EXPECT_EQ(recovery.take_step(), Step::end);
  EXPECT_TRUE(recovery.is_running());
}

TEST_F(RecoveryTest, NoEpochBeginsWhileAMemberIsAway) {
  lose(kA);
  lose(kB);
  EXPECT_TRUE(take_return(kA, 1));
  EXPECT_EQ(recovery.take_step(), Step::none);
  recovery.remove_member(kB);
  EXPECT_EQ(recovery.take_step(), Step::begin);
}

TEST_F(RecoveryTest, AnAbsentThatIsResignedNeedsNoEpoch) {
  lose(kB);
  recovery.remove_member(kB);
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_TRUE(recovery.is_running());
  EXPECT_EQ(recovery.epoch(), 0u);
}

TEST_F(RecoveryTest, ALossDuringTheWavesBeginsAgain) {
  lose(kB);
  EXPECT_TRUE(take_return(kB, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  state_all({kA, kB, kC});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  lose(kC);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.is_paused());
  EXPECT_FALSE(recovery.accepts_records_of(kA));
  EXPECT_FALSE(recovery.record_retransmitted(kA, 1));
  EXPECT_TRUE(take_return(kC, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  EXPECT_EQ(recovery.epoch(), 2u);
  EXPECT_FALSE(recovery.take_epoch(kA, 1)) << "an earlier epoch";
}

TEST_F(RecoveryTest, ALossAfterEverythingWasSentDoesNotStopTheOthers) {
  lose(kB);
  EXPECT_TRUE(take_return(kB, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  state_all({kA, kB, kC});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  EXPECT_TRUE(recovery.record_retransmitted(kB, 1));
  lose(kB);
  EXPECT_TRUE(recovery.record_retransmitted(kA, 1));
  EXPECT_TRUE(recovery.record_retransmitted(kC, 1));
  EXPECT_EQ(recovery.take_step(), Step::end);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.accepts_records_of(kA));
  EXPECT_TRUE(take_return(kB, 2));
  EXPECT_EQ(recovery.take_step(), Step::begin);
}

TEST_F(RecoveryTest, OnlyTheLastAttemptCounts) {
  lose(kB);
  EXPECT_TRUE(take_return(kB, 2));
  EXPECT_FALSE(take_return(kB, 2));
  EXPECT_FALSE(take_return(kB, 1));
  EXPECT_TRUE(take_return(kB, 3));
}

TEST_F(RecoveryTest, AReturnBeforeTheLossIsNoticedIsALoss) {
  EXPECT_TRUE(take_return(kB, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
}

TEST_F(RecoveryTest, TheTimeAwayCountsFromTheFirstLoss) {
  lose(kB);
  now = Milliseconds(20);
  EXPECT_TRUE(take_return(kB, 1));
  lose(kB);
  now = Milliseconds(30);
  EXPECT_TRUE(recovery.away_for(Milliseconds(31), now).empty());
  EXPECT_EQ(recovery.away_for(Milliseconds(30), now), std::vector{kB});
}

TEST(Stability, IsTheLeastPositionOfReceiversThatLackSomething) {
  Stability stability;
  stability.add_sender(kA);
  stability.record_sent(kA, kB, 3);
  stability.record_sent(kA, kC, 5);
  stability.record_arrival(kA, 6);
  std::vector<wire::Position> stable;
  const auto take = [&] {
    stable.clear();
    stability.take_stable([&](FederateHandle, wire::Position at) { stable.push_back(at); });
    return stable;
  };
  EXPECT_TRUE(take().empty());
  stability.record_ack(kB, std::vector{wire::StreamPosition{kA, 9}});
  EXPECT_TRUE(take().empty());
  stability.record_ack(kC, std::vector{wire::StreamPosition{kA, 4}});
  EXPECT_EQ(take(), std::vector<wire::Position>{4});
  EXPECT_FALSE(stability.has_stable());
  stability.remove_member(kC);
  EXPECT_TRUE(stability.has_stable());
  EXPECT_EQ(take(), std::vector<wire::Position>{6});
}

}  // namespace
}  // namespace triad::router
