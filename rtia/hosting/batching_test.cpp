#include "rtia/hosting/batching.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

using std::chrono::microseconds;

// A guard that watches until told to sleep. Its clock stands still.
struct TestGuard : Batching::Guard {
  bool is_guarding() const override { return guarding; }
  bool wake() override {
    ++wakes;
    guarding = able;
    return able;
  }
  Batching::Clock::time_point now() const override { return time; }

  bool able = true;
  bool guarding = false;
  int wakes = 0;
  Batching::Clock::time_point time{std::chrono::hours(1)};
};

class BatchingOfUpdates : public testing::Test {
 protected:
  BatchingOfUpdates() { batching.set_guard(guard); }
  // Returns how many of `updates` consecutive updates were flushed at once.
  int count_flushed_at_once(int updates) {
    int left = 0;
    for (int i = 0; i < updates; ++i) {
      queued += 200;
      if (batching.can_defer(queued)) continue;
      (void)batching.record_flush();
      queued = 0;
      ++left;
    }
    return left;
  }

  Batching batching;
  TestGuard guard;
  std::size_t queued = 0;
};

TEST_F(BatchingOfUpdates, ThereIsNoneWithoutAGuard) {
  Batching alone;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(alone.can_defer(100));
  EXPECT_EQ(alone.pending(), 0u);
}

TEST_F(BatchingOfUpdates, UpdatesWithPausesLeaveAtOnce) {
  for (int i = 0; i < 100; ++i) {
    guard.time += microseconds(30);
    EXPECT_EQ(count_flushed_at_once(1), 1);
  }
  EXPECT_EQ(guard.wakes, 0);
}

TEST_F(BatchingOfUpdates, AfterTheFirstOfABurstTheyLeaveBySixteenKilobytes) {
  const int before = count_flushed_at_once(20);
  EXPECT_LT(before, 10);
  EXPECT_EQ(guard.wakes, 1);
  EXPECT_NE(batching.pending(), 0u);
  // The 82nd update of 200 bytes flushes the 81 before it.
  EXPECT_EQ(count_flushed_at_once(8200), 100);
  EXPECT_EQ(guard.wakes, 1);
}

TEST_F(BatchingOfUpdates, EveryBatchHasANumber) {
  count_flushed_at_once(20);
  const auto first = batching.pending();
  ASSERT_NE(first, 0u);
  EXPECT_TRUE(batching.record_flush());
  EXPECT_FALSE(batching.record_flush());
  EXPECT_EQ(batching.pending(), 0u);
  count_flushed_at_once(2);
  EXPECT_GT(batching.pending(), first);
}

TEST_F(BatchingOfUpdates, TheNextUpdateTakesAnOverdueBatchAlong) {
  count_flushed_at_once(20);
  batching.set_overdue(batching.pending());
  EXPECT_EQ(count_flushed_at_once(1), 1);
  EXPECT_EQ(count_flushed_at_once(5), 0);
}

TEST_F(BatchingOfUpdates, WhatWasSaidOfABatchThatIsGoneHoldsForNoOther) {
  count_flushed_at_once(20);
  const auto gone = batching.pending();
  EXPECT_TRUE(batching.record_flush());
  queued = 0;
  batching.set_overdue(gone);
  EXPECT_EQ(count_flushed_at_once(5), 0);
}

TEST_F(BatchingOfUpdates, ATickEndsTheBurst) {
  count_flushed_at_once(20);
  (void)batching.record_flush();
  batching.end_burst();
  guard.time += microseconds(30);
  EXPECT_EQ(count_flushed_at_once(1), 1);
}

TEST_F(BatchingOfUpdates, ABurstIsOverWhenTheGuardHasGoneToSleep) {
  count_flushed_at_once(20);
  (void)batching.record_flush();
  guard.guarding = false;
  guard.time += microseconds(1000);
  EXPECT_EQ(count_flushed_at_once(1), 1);
}

TEST_F(BatchingOfUpdates, AGuardThatCannotAnyMoreEndsIt) {
  guard.able = false;
  EXPECT_EQ(count_flushed_at_once(100), 100);
  guard.able = true;
  count_flushed_at_once(20);
  (void)batching.record_flush();
  guard.guarding = guard.able = false;
  EXPECT_EQ(count_flushed_at_once(100), 100);
}

}  // namespace
}  // namespace triad::rtia
