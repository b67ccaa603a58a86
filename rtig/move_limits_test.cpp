#include "rtig/move_limits.hpp"

#include <gtest/gtest.h>

namespace triad::rtig {
namespace {

using std::chrono::minutes;

TEST(MoveLimits, RefuseOnlyTheRouterThatFailedAndForATime) {
  MoveLimits limits;
  limits.record_failure("beta", minutes(3), minutes(10));
  EXPECT_FALSE(limits.refusal("gamma", minutes(10)));
  const auto refusal = limits.refusal("beta", minutes(11));
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->left, minutes(2));
  EXPECT_FALSE(limits.refusal("beta", minutes(13)));
}

TEST(MoveLimits, SayOnceAfterAFailureThatTheyRefuse) {
  MoveLimits limits;
  limits.record_failure("beta", minutes(3), minutes(10));
  EXPECT_TRUE(limits.refusal("beta", minutes(11))->is_first);
  EXPECT_FALSE(limits.refusal("beta", minutes(11))->is_first);
  limits.record_failure("beta", minutes(3), minutes(12));
  EXPECT_TRUE(limits.refusal("beta", minutes(12))->is_first);
}

TEST(MoveLimits, RefuseForTwiceAsLongAfterEachFailure) {
  MoveLimits limits;
  Milliseconds now = minutes(1);
  for (const int length : {1, 2, 4, 8, 16, 32, 32}) {
    limits.record_failure("beta", minutes(3), now);
    EXPECT_EQ(limits.refusal("beta", now)->left, length * minutes(3));
    now += length * minutes(3);
    EXPECT_FALSE(limits.refusal("beta", now));
  }
  now += std::chrono::hours(1);
  limits.record_failure("beta", minutes(3), now);
  EXPECT_EQ(limits.refusal("beta", now)->left, minutes(3)) << "the earlier ones are forgotten";
}

// Several members of one router can fail in the same pause.
TEST(MoveLimits, CountFailuresOfOnePauseOnce) {
  MoveLimits limits;
  for (int member = 0; member < 5; ++member) limits.record_failure("beta", minutes(3), minutes(10));
  EXPECT_EQ(limits.refusal("beta", minutes(10))->left, minutes(3));
}

TEST(MoveLimits, LetAFederationGoOnForSeveralTimesTheLengthOfAPause) {
  EXPECT_EQ(rest_after(Milliseconds(200), Milliseconds(45'000)), Milliseconds(800));
  EXPECT_EQ(rest_after(minutes(60), Milliseconds(45'000)), Milliseconds(360'000));
}

}  // namespace
}  // namespace triad::rtig
