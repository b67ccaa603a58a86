#include "transport/delayed_flush.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

constexpr LinkKey kOne{1};
constexpr LinkKey kOther{2};
constexpr Clock::time_point kBegin{std::chrono::hours(1)};

TEST(DelayedFlush, TheFirstDoNotWait) {
  DelayedFlush late(microseconds(100), milliseconds(100));
  late.add(kOne);
  EXPECT_EQ(late.time_until_due(kBegin), Duration::zero());
  EXPECT_EQ(late.take_links(kBegin), std::vector{kOne});
  EXPECT_TRUE(late.empty());
}

TEST(DelayedFlush, TheNextWaitForEachThatWasFlushed) {
  DelayedFlush late(microseconds(100), milliseconds(100));
  for (const LinkKey link : {kOne, kOther}) late.add(link);
  (void)late.take_links(kBegin);
  late.add(kOne);
  EXPECT_EQ(late.time_until_due(kBegin), microseconds(200));
  EXPECT_EQ(late.time_until_due(kBegin + microseconds(150)), microseconds(50));
  EXPECT_EQ(late.time_until_due(kBegin + milliseconds(1)), Duration::zero());
}

TEST(DelayedFlush, NoneWaitsLongerThanTheLimit) {
  DelayedFlush late(microseconds(100), milliseconds(100));
  for (int i = 0; i < 10'000; ++i) late.add(kOne);
  (void)late.take_links(kBegin);
  EXPECT_EQ(late.time_until_due(kBegin), milliseconds(100));
}

}  // namespace
}  // namespace triad::transport
