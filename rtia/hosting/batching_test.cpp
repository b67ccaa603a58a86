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
  BatchingOfUpdates() { batching.guard_by(guard); }
  // Returns how many of `updates` consecutive updates were flushed at once.
  int leave_at_once(int updates) {
    int left = 0;
    for (int i = 0; i < updates; ++i) {
      queued += 200;
      if (batching.defers(queued)) continue;
      (void)batching.flushed();
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
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(alone.defers(100));
  EXPECT_EQ(alone.pending(), 0u);
}

TEST_F(BatchingOfUpdates, UpdatesWithPausesLeaveAtOnce) {
  for (int i = 0; i < 100; ++i) {
    guard.time += microseconds(30);
    EXPECT_EQ(leave_at_once(1), 1);
  }
  EXPECT_EQ(guard.wakes, 0);
}

TEST_F(BatchingOfUpdates, AfterTheFirstOfABurstTheyLeaveBySixteenKilobytes) {
  const int before = leave_at_once(20);
  EXPECT_LT(before, 10);
  EXPECT_EQ(guard.wakes, 1);
  EXPECT_NE(batching.pending(), 0u);
  // The 82nd update of 200 bytes flushes the 81 before it.
  EXPECT_EQ(leave_at_once(8200), 100);
  EXPECT_EQ(guard.wakes, 1);
}

TEST_F(BatchingOfUpdates, EveryBatchHasANumber) {
  leave_at_once(20);
  const auto first = batching.pending();
  ASSERT_NE(first, 0u);
  EXPECT_TRUE(batching.flushed());
  EXPECT_FALSE(batching.flushed());
  EXPECT_EQ(batching.pending(), 0u);
  leave_at_once(2);
  EXPECT_GT(batching.pending(), first);
}

TEST_F(BatchingOfUpdates, TheNextUpdateTakesAnOverdueBatchAlong) {
  leave_at_once(20);
  batching.set_overdue(batching.pending());
  EXPECT_EQ(leave_at_once(1), 1);
  EXPECT_EQ(leave_at_once(5), 0);
}

TEST_F(BatchingOfUpdates, WhatWasSaidOfABatchThatIsGoneHoldsForNoOther) {
  leave_at_once(20);
  const auto gone = batching.pending();
  EXPECT_TRUE(batching.flushed());
  queued = 0;
  batching.set_overdue(gone);
  EXPECT_EQ(leave_at_once(5), 0);
}

TEST_F(BatchingOfUpdates, ATickEndsTheBurst) {
  leave_at_once(20);
  (void)batching.flushed();
  batching.federate_looks();
  guard.time += microseconds(30);
  EXPECT_EQ(leave_at_once(1), 1);
}

TEST_F(BatchingOfUpdates, ABurstIsOverWhenTheGuardHasGoneToSleep) {
  leave_at_once(20);
  (void)batching.flushed();
  guard.guarding = false;
  guard.time += microseconds(1000);
  EXPECT_EQ(leave_at_once(1), 1);
}

TEST_F(BatchingOfUpdates, AGuardThatCannotAnyMoreEndsIt) {
  guard.able = false;
  EXPECT_EQ(leave_at_once(100), 100);
  guard.able = true;
  leave_at_once(20);
  (void)batching.flushed();
  guard.guarding = guard.able = false;
  EXPECT_EQ(leave_at_once(100), 100);
}

}  // namespace
}  // namespace triad::rtia
