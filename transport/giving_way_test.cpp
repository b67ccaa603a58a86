// When giving way is left out, and when it comes back.
#include "transport/giving_way.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

constexpr Duration kShort = GivingWay::kTurnMax - Duration(1);

// Waits until the next that gives way, that one not counted.
unsigned left_out(GivingWay& giving_way) {
  unsigned count = 0;
  while (!giving_way.pays()) ++count;
  return count;
}

void earn(GivingWay& giving_way, Duration credit) {
  for (Duration earned{0}; earned < credit; earned += GivingWay::kSaved) giving_way.paid();
}

TEST(GivingWay, GoesOnAsLongAsTurnsAreShort) {
  GivingWay giving_way;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_TRUE(giving_way.pays());
    EXPECT_TRUE(giving_way.took(kShort));
  }
}

TEST(GivingWay, LeavesOutFourTimesAsManyAfterEachLongTurnThatNothingWasSavedFor) {
  GivingWay giving_way;
  for (unsigned expected = GivingWay::kLeftOutMin; expected <= GivingWay::kLeftOutMax;
       expected *= 4) {
    EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
    EXPECT_EQ(left_out(giving_way), expected);
  }
  EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
  EXPECT_EQ(left_out(giving_way), GivingWay::kLeftOutMax);
}

TEST(GivingWay, ALongTurnIsPaidForByWhatWasSaved) {
  GivingWay giving_way;
  earn(giving_way, 2 * GivingWay::kTurnMax);
  EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
  EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
  EXPECT_EQ(left_out(giving_way), 0U);
  EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
  EXPECT_EQ(left_out(giving_way), GivingWay::kLeftOutMin);
}

TEST(GivingWay, NoMoreIsSavedUpThanAFewTurnsCost) {
  GivingWay giving_way;
  earn(giving_way, 100 * GivingWay::kCreditMax);
  EXPECT_FALSE(giving_way.took(GivingWay::kCreditMax));
  EXPECT_EQ(left_out(giving_way), 0U);
  EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
  EXPECT_EQ(left_out(giving_way), GivingWay::kLeftOutMin);
}

TEST(GivingWay, BeginsAnewWhereMuchWasSaved) {
  GivingWay giving_way;
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(giving_way.took(GivingWay::kTurnMax));
    static_cast<void>(left_out(giving_way));
  }
  earn(giving_way, GivingWay::kCreditMax);
  EXPECT_FALSE(giving_way.took(GivingWay::kCreditMax + Duration(1)));
  EXPECT_EQ(left_out(giving_way), GivingWay::kLeftOutMin);
}

}  // namespace
}  // namespace triad::transport
