#include "rtia/hosting/connect_turns.hpp"

#include <gtest/gtest.h>

#include <set>

namespace triad::rtia {
namespace {

using std::chrono::milliseconds;

constexpr ConnectTurns::Time kBegin{};

TEST(ConnectTurns, TriesEachInOrderBeforeOneAgain) {
  ConnectTurns turns(3, kBegin, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto turn = turns.next();
    ASSERT_TRUE(turn);
    EXPECT_EQ(turn->url, i);
    EXPECT_EQ(turn->not_before, kBegin);
    turns.record_failure(i, kBegin + milliseconds(100 * i));
  }
  EXPECT_EQ(turns.next()->url, 0u);
  EXPECT_GT(turns.next()->not_before, kBegin);
}

TEST(ConnectTurns, DelaysGrowToALimitAndAreNeverBelowHalf) {
  ConnectTurns turns(1, kBegin, 7);
  milliseconds limit(20);
  for (int i = 0; i < 20; ++i) {
    turns.record_failure(0, kBegin);
    const auto delay = turns.next()->not_before - kBegin;
    EXPECT_GE(delay, limit / 2);
    EXPECT_LE(delay, limit);
    limit = std::min(limit * 2, milliseconds(320));
  }
}

TEST(ConnectTurns, SeedsSpreadThoseWhoFailTogether) {
  std::set<ConnectTurns::Time> times;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    ConnectTurns turns(1, kBegin, seed);
    for (int i = 0; i < 5; ++i) turns.record_failure(0, kBegin);
    times.insert(turns.next()->not_before);
  }
  EXPECT_GT(times.size(), 40u);
}

TEST(ConnectTurns, WhoIsToldToComeAgainComesThenAndOthersMeanwhile) {
  ConnectTurns turns(2, kBegin, 1);
  turns.postpone(0, kBegin + milliseconds(900));
  EXPECT_EQ(turns.next()->url, 1u);
  turns.exclude(1);
  EXPECT_EQ(turns.next()->url, 0u);
  EXPECT_EQ(turns.next()->not_before, kBegin + milliseconds(900));
}

TEST(ConnectTurns, EndWhenAllAreGivenUp) {
  ConnectTurns turns(2, kBegin, 1);
  turns.exclude(0);
  EXPECT_EQ(turns.next()->url, 1u);
  turns.exclude(1);
  EXPECT_FALSE(turns.next());
}

}  // namespace
}  // namespace triad::rtia
