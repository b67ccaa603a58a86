// When spinning is omitted, and when it resumes.
#include "transport/spin_policy.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

// Counts the sleeps before the next one that spins.
unsigned left_out(SpinPolicy& policy) {
  unsigned count = 0;
  while (!policy.should_spin()) ++count;
  return count;
}

TEST(SpinPolicy, SpinsAtFirstAndAsLongAsItPays) {
  SpinPolicy policy;
  for (int i = 0; i < 100; ++i) {
    EXPECT_TRUE(policy.should_spin());
    policy.record_success();
  }
}

TEST(SpinPolicy, LeavesOutTwiceAsManyAfterEachSpinInVainUpToItsLimit) {
  SpinPolicy policy;
  for (unsigned expected = 1; expected <= SpinPolicy::kSkipsMax; expected *= 2) {
    policy.record_failure();
    EXPECT_EQ(left_out(policy), expected);
  }
  policy.record_failure();
  EXPECT_EQ(left_out(policy), SpinPolicy::kSkipsMax);
}

TEST(SpinPolicy, StartsAnewWhenASpinPays) {
  SpinPolicy policy;
  for (int i = 0; i < 20; ++i) {
    policy.record_failure();
    left_out(policy);
  }
  policy.record_success();
  EXPECT_TRUE(policy.should_spin());
  policy.record_failure();
  EXPECT_EQ(left_out(policy), 1U);
}

constexpr Duration kLongSleep = SpinPolicy::kShortSleep + std::chrono::microseconds(1);

TEST(SpinPolicy, SpinsLongAfterAShortSleepAndOmitsFewSpins) {
  SpinPolicy policy;
  for (int i = 0; i < 20; ++i) {
    policy.record_failure();
    policy.record_sleep(kLongSleep);
    EXPECT_FALSE(policy.is_long());
    left_out(policy);
  }
  policy.record_failure();
  policy.record_sleep(SpinPolicy::kShortSleep);
  EXPECT_TRUE(policy.is_long());
  EXPECT_EQ(left_out(policy), SpinPolicy::kSkipsOfLongMax);
}

TEST(SpinPolicy, SpinsLongAsLongAsThatIsNeeded) {
  SpinPolicy policy;
  policy.record_failure();
  policy.record_sleep(SpinPolicy::kShortSleep);
  EXPECT_EQ(left_out(policy), 1U);
  for (int i = 0; i < 100; ++i) {
    policy.record_success(true);
    EXPECT_TRUE(policy.should_spin());
    EXPECT_TRUE(policy.is_long());
  }
  policy.record_success();
  EXPECT_FALSE(policy.is_long());
}

TEST(SpinPolicy, SpinsNoLongerAfterALongSpinInVain) {
  SpinPolicy policy;
  policy.record_failure();
  policy.record_sleep(SpinPolicy::kShortSleep);
  policy.record_failure();
  policy.record_sleep(kLongSleep);
  EXPECT_FALSE(policy.is_long());
}

}  // namespace
}  // namespace triad::transport
