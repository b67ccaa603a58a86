// When yielding is omitted, and when it resumes.
#include "transport/yield_policy.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

constexpr Duration kShort = YieldPolicy::kTurnMax - Duration(1);

// Counts the waits before the next one that yields.
unsigned left_out(YieldPolicy& yield_policy) {
  unsigned count = 0;
  while (!yield_policy.should_yield()) ++count;
  return count;
}

void earn(YieldPolicy& yield_policy, Duration credit) {
  for (Duration earned{0}; earned < credit; earned += YieldPolicy::kSavedTime)
    yield_policy.record_success();
}

TEST(YieldPolicy, GoesOnAsLongAsTurnsAreShort) {
  YieldPolicy yield_policy;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(yield_policy.should_yield());
    EXPECT_TRUE(yield_policy.record_yield(kShort));
  }
}

TEST(YieldPolicy, LeavesOutFourTimesAsManyAfterEachLongTurnThatNothingWasSavedFor) {
  YieldPolicy yield_policy;
  for (unsigned expected = YieldPolicy::kSkipsMin; expected <= YieldPolicy::kSkipsMax;
       expected *= 4) {
    EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
    EXPECT_EQ(left_out(yield_policy), expected);
  }
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
  EXPECT_EQ(left_out(yield_policy), YieldPolicy::kSkipsMax);
}

TEST(YieldPolicy, ALongTurnIsPaidForByWhatWasSaved) {
  YieldPolicy yield_policy;
  earn(yield_policy, 2 * YieldPolicy::kTurnMax);
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
  EXPECT_EQ(left_out(yield_policy), 0U);
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
  EXPECT_EQ(left_out(yield_policy), YieldPolicy::kSkipsMin);
}

TEST(YieldPolicy, NoMoreIsSavedUpThanAFewTurnsCost) {
  YieldPolicy yield_policy;
  earn(yield_policy, 100 * YieldPolicy::kCreditMax);
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kCreditMax));
  EXPECT_EQ(left_out(yield_policy), 0U);
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
  EXPECT_EQ(left_out(yield_policy), YieldPolicy::kSkipsMin);
}

TEST(YieldPolicy, BeginsAnewWhereMuchWasSaved) {
  YieldPolicy yield_policy;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kTurnMax));
    static_cast<void>(left_out(yield_policy));
  }
  earn(yield_policy, YieldPolicy::kCreditMax);
  EXPECT_FALSE(yield_policy.record_yield(YieldPolicy::kCreditMax + Duration(1)));
  EXPECT_EQ(left_out(yield_policy), YieldPolicy::kSkipsMin);
}

}  // namespace
}  // namespace triad::transport
