// Tests how attempts to connect are spread over time.
#include "router/retry_delays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace triad::router {
namespace {

using std::chrono::milliseconds;
using namespace std::chrono_literals;

TEST(RetryDelays, GrowToTheLargestAndStayThere) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    RetryDelays delays(100ms, 5000ms, seed);
    for (const milliseconds limit :
         {100ms, 200ms, 400ms, 800ms, 1600ms, 3200ms, 5000ms, 5000ms, 5000ms}) {
      const milliseconds delay = delays.next();
      EXPECT_LE(delay, limit) << seed;
      EXPECT_GE(delay, limit / 2) << seed;
    }
  }
}

TEST(RetryDelays, BeginAnewWhenTheLinkCameUp) {
  RetryDelays delays(100ms, 5000ms, 1);
  for (int i = 0; i < 10; ++i) (void)delays.next();
  EXPECT_GE(delays.next(), 2500ms);
  delays.reset();
  EXPECT_LE(delays.next(), 100ms);
  EXPECT_GE(delays.next(), 100ms);
}

TEST(RetryDelays, AreSpreadEvenlyOverTheUpperHalf) {
  std::vector<int> counts(4);
  std::set<milliseconds> seen;
  for (std::uint64_t seed = 0; seed < 8000; ++seed) {
    const milliseconds delay = RetryDelays(100ms, 100ms, seed).next();
    seen.insert(delay);
    ++counts.at(static_cast<std::size_t>(std::min<long>((delay.count() - 50) / 13, 3)));
  }
  EXPECT_EQ(*seen.begin(), 50ms);
  EXPECT_EQ(*seen.rbegin(), 100ms);
  EXPECT_EQ(seen.size(), 51u);
  for (const int count : counts) {  // 13, 13, 13 and 12 of the 51
    EXPECT_GT(count, 1700);
    EXPECT_LT(count, 2300);
  }
}

TEST(RetryDelays, AreTheSameForOneSeedAlone) {
  RetryDelays one(100ms, 3'600'000ms, 4711);
  RetryDelays same(100ms, 3'600'000ms, 4711);
  RetryDelays other(100ms, 3'600'000ms, 4712);
  int differ = 0;
  for (int i = 0; i < 20; ++i) {
    const milliseconds delay = one.next();
    EXPECT_EQ(delay, same.next());
    if (delay != other.next()) ++differ;
  }
  EXPECT_GT(differ, 15);
}

TEST(RetryDelays, AreNeverNothing) {
  RetryDelays shortest(1ms, 1ms, 5);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(shortest.next(), 1ms);
  RetryDelays odd(3ms, 3ms, 5);
  for (int i = 0; i < 100; ++i) EXPECT_GE(odd.next(), 2ms);
}

TEST(RetryDelays, DoNotOverflow) {
  const milliseconds most = milliseconds::max();
  RetryDelays delays(most / 2 + 1ms, most, 5);
  (void)delays.next();
  EXPECT_GE(delays.next(), most / 2);
}

}  // namespace
}  // namespace triad::router
