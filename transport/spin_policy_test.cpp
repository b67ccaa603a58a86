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

}  // namespace
}  // namespace triad::transport
