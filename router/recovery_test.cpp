#include "router/recovery.hpp"

#include <gtest/gtest.h>

#include "router/stability.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;
using Milliseconds = std::chrono::milliseconds;
using Step = Recovery::Step;
using State = Recovery::State;

constexpr FederateHandle kFirst{1};
constexpr FederateHandle kSecond{2};
constexpr FederateHandle kThird{3};

class RecoveryTest : public testing::Test {
 protected:
  RecoveryTest() {
    for (const FederateHandle member : {kFirst, kSecond, kThird}) recovery.add_member(member);
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
  lose(kSecond);
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_TRUE(recovery.is_silent(kSecond));
  EXPECT_TRUE(recovery.accepts_records_of(kFirst));
  EXPECT_FALSE(recovery.accepts_records_of(kSecond));
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_TRUE(recovery.is_silent(kSecond));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  EXPECT_FALSE(recovery.is_silent(kSecond));
  EXPECT_FALSE(recovery.accepts_records_of(kFirst)) << "what it sent before belongs to no epoch";
  EXPECT_EQ(recovery.awaited(), (std::vector{kFirst, kSecond, kThird}));
  state_all({kFirst, kSecond});
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_EQ(recovery.awaited(), std::vector{kThird});
  state_all({kThird});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  for (const FederateHandle member : {kFirst, kSecond, kThird}) {
    EXPECT_EQ(recovery.take_step(), Step::none);
    EXPECT_TRUE(recovery.record_retransmitted(member, 1));
  }
  EXPECT_EQ(recovery.take_step(), Step::end);
  EXPECT_TRUE(recovery.is_running());
}

TEST_F(RecoveryTest, NoEpochBeginsWhileAMemberIsAway) {
  lose(kFirst);
  lose(kSecond);
  EXPECT_TRUE(take_return(kFirst, 1));
  EXPECT_EQ(recovery.take_step(), Step::none);
  recovery.remove_member(kSecond);
  EXPECT_EQ(recovery.take_step(), Step::begin);
}

TEST_F(RecoveryTest, AnAbsentThatIsResignedNeedsNoEpoch) {
  lose(kSecond);
  recovery.remove_member(kSecond);
  EXPECT_EQ(recovery.take_step(), Step::none);
  EXPECT_TRUE(recovery.is_running());
  EXPECT_EQ(recovery.epoch(), 0u);
}

TEST_F(RecoveryTest, ALossDuringTheWavesBeginsAgain) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  state_all({kFirst, kSecond, kThird});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  lose(kThird);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.is_paused());
  EXPECT_FALSE(recovery.accepts_records_of(kFirst));
  EXPECT_FALSE(recovery.record_retransmitted(kFirst, 1));
  EXPECT_TRUE(take_return(kThird, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  EXPECT_EQ(recovery.epoch(), 2u);
  EXPECT_FALSE(recovery.take_epoch(kFirst, 1)) << "an earlier epoch";
}

TEST_F(RecoveryTest, ALossAfterEverythingWasSentDoesNotStopTheOthers) {
  lose(kSecond);
  EXPECT_TRUE(take_return(kSecond, 1));
  EXPECT_EQ(recovery.take_step(), Step::begin);
  state_all({kFirst, kSecond, kThird});
  EXPECT_EQ(recovery.take_step(), Step::retransmit);
  EXPECT_TRUE(recovery.record_retransmitted(kSecond, 1));
  lose(kSecond);
  EXPECT_TRUE(recovery.record_retransmitted(kFirst, 1));
  EXPECT_TRUE(recovery.record_retransmitted(kThird, 1));
  EXPECT_EQ(recovery.take_step(), Step::end);
  EXPECT_EQ(recovery.state(), State::gathering);
  EXPECT_TRUE(recovery.accepts_records_of(kFirst));
  EXPECT_TRUE(take_return(kSecond, 2));
  EXPECT_EQ(recovery.take_step(), Step::begin);
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
  EXPECT_EQ(recovery.take_step(), Step::begin);
}

TEST_F(RecoveryTest, TheTimeAwayCountsFromTheFirstLoss) {
  lose(kSecond);
  now = Milliseconds(20);
  EXPECT_TRUE(take_return(kSecond, 1));
  lose(kSecond);
  now = Milliseconds(30);
  EXPECT_TRUE(recovery.away_for(Milliseconds(31), now).empty());
  EXPECT_EQ(recovery.away_for(Milliseconds(30), now), std::vector{kSecond});
}

TEST(Stability, IsTheLeastPositionOfReceiversThatLackSomething) {
  Stability stability;
  stability.add_sender(kFirst);
  stability.record_sent(kFirst, kSecond, 3);
  stability.record_sent(kFirst, kThird, 5);
  stability.record_arrival(kFirst, 6);
  std::vector<wire::Position> stable;
  const auto take = [&] {
    stable.clear();
    stability.take_stable([&](FederateHandle, wire::Position at) { stable.push_back(at); });
    return stable;
  };
  EXPECT_TRUE(take().empty());
  stability.record_ack(kSecond, std::vector{wire::StreamPosition{kFirst, 9}});
  EXPECT_TRUE(take().empty());
  stability.record_ack(kThird, std::vector{wire::StreamPosition{kFirst, 4}});
  EXPECT_EQ(take(), std::vector<wire::Position>{4});
  EXPECT_FALSE(stability.has_stable());
  stability.remove_member(kThird);
  EXPECT_TRUE(stability.has_stable());
  EXPECT_EQ(take(), std::vector<wire::Position>{6});
}

}  // namespace
}  // namespace triad::router
