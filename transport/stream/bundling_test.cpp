// When frames that wait for others are sent.
#include "transport/stream/bundling.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

using std::chrono::milliseconds;

constexpr Clock::time_point at(int ms) {
  return Clock::time_point(milliseconds(ms));
}

TEST(Bundling, HoldsUntilTheFirstHasWaitedSoLong) {
  Bundling bundling(1000, milliseconds(5));
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(100, at(10)));
  EXPECT_EQ(bundling.due(), at(15));
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(200, at(14)));
  EXPECT_EQ(bundling.due(), at(15));
  EXPECT_FALSE(bundling.must_hold(200, at(15)));
  bundling.record_empty_queue();
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(100, at(16)));
  EXPECT_EQ(bundling.due(), at(21));
}

TEST(Bundling, HoldsNoMoreThanSoMuch) {
  Bundling bundling(1000, milliseconds(5));
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(999, at(0)));
  EXPECT_FALSE(bundling.must_hold(1000, at(0)));
}

// A queue that is being sent is sent to its end: bytes that the kernel leaves are not held again.
TEST(Bundling, ThatGoesIsNotHeldBeforeItIsGone) {
  Bundling bundling(1000, milliseconds(5));
  bundling.record_queued_frame(true);
  EXPECT_FALSE(bundling.must_hold(1000, at(0)));
  EXPECT_FALSE(bundling.must_hold(10, at(0)));
  bundling.record_empty_queue();
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(10, at(0)));
}

TEST(Bundling, HoldsNothingBehindWhichOneMayNotWait) {
  Bundling bundling(1000, milliseconds(5));
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(10, at(0)));
  bundling.record_queued_frame(false);
  EXPECT_FALSE(bundling.must_hold(20, at(0)));
  bundling.record_empty_queue();
  bundling.record_queued_frame(true);
  EXPECT_TRUE(bundling.must_hold(10, at(0)));
  bundling.release();
  EXPECT_FALSE(bundling.must_hold(10, at(0)));
}

TEST(Bundling, HoldsNothingWhereNothingIs) {
  Bundling bundling(1000, milliseconds(5));
  EXPECT_FALSE(bundling.must_hold(0, at(0)));
}

TEST(Bundling, CountsWhatWentTogether) {
  Bundling bundling(1000, milliseconds(5));
  for (const int frames : {3, 1, 4}) {
    for (int i = 0; i < frames; ++i) bundling.record_queued_frame(true);
    bundling.record_empty_queue();
  }
  bundling.record_empty_queue();
  EXPECT_EQ(bundling.bundles(), 2u);
  EXPECT_EQ(bundling.frames_bundled(), 7u);
}

}  // namespace
}  // namespace triad::transport
