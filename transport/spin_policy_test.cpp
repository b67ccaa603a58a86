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
    policy.paid();
  }
}

TEST(SpinPolicy, LeavesOutTwiceAsManyAfterEachSpinInVainUpToItsLimit) {
  SpinPolicy policy;
  for (unsigned expected = 1; expected <= SpinPolicy::kLeftOutMax; expected *= 2) {
    policy.was_in_vain();
    EXPECT_EQ(left_out(policy), expected);
  }
  policy.was_in_vain();
  EXPECT_EQ(left_out(policy), SpinPolicy::kLeftOutMax);
}

TEST(SpinPolicy, StartsAnewWhenASpinPays) {
  SpinPolicy policy;
  for (int i = 0; i < 20; ++i) {
    policy.was_in_vain();
    left_out(policy);
  }
  policy.paid();
  EXPECT_TRUE(policy.should_spin());
  policy.was_in_vain();
  EXPECT_EQ(left_out(policy), 1U);
}

}  // namespace
}  // namespace triad::transport
