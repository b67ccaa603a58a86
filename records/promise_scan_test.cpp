#include "records/promise_scan.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace triad::records {
namespace {

using Bound = TimeNote::Bound;

TimeNote::Words noted(double promise, std::optional<Bound> waits_for = {},
                      wire::Position log_position = 7) {
  return TimeNote{{promise, false}, waits_for, {}, 3, log_position}.to_words();
}

TEST(TimeNote, IsWhatItWasMadeOf) {
  const TimeNote made{
      {2.5, true}, Bound{-1, false}, TimeNote::Condition{{7.25, true}, 99}, 123456789, 42};
  const auto read = TimeNote::from_words(made.to_words());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->promise.time, 2.5);
  EXPECT_TRUE(read->promise.exclusive);
  ASSERT_TRUE(read->wait);
  EXPECT_EQ(read->wait->time, -1);
  EXPECT_FALSE(read->wait->exclusive);
  EXPECT_EQ(read->sender_position, 123456789u);
  EXPECT_EQ(read->log_position, 42u);
  ASSERT_TRUE(read->condition);
  EXPECT_EQ(read->condition->bound.time, 7.25);
  EXPECT_TRUE(read->condition->bound.exclusive);
  EXPECT_EQ(read->condition->handled_fingerprint, 99u);
  EXPECT_FALSE(TimeNote::from_words(noted(1))->wait);
  EXPECT_FALSE(TimeNote::from_words(noted(1))->condition);
}

TEST(TimeNote, IsNoneWhereNothingIsSaidOrIsNoTime) {
  constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(TimeNote::from_words(TimeNote::kEmptyWords));
  EXPECT_FALSE(TimeNote::from_words(noted(kNoTime)));
  EXPECT_FALSE(TimeNote::from_words(noted(1, Bound{kNoTime, false})));
  const TimeNote no_time{{1, false}, {}, TimeNote::Condition{{kNoTime, false}, 1}, 3, 4};
  EXPECT_FALSE(TimeNote::from_words(no_time.to_words()));
}

TEST(PromiseScan, KnowsTheLeastOfThoseWhoPromise) {
  PromiseScan scan;
  EXPECT_EQ(scan.least().time, std::numeric_limits<double>::infinity());
  scan.add(1, noted(5));
  scan.add(2, TimeNote::kEmptyWords);
  scan.add(3, noted(4));
  scan.add(4, TimeNote{{4, true}, {}, {}, 3, 7}.to_words());
  EXPECT_EQ(scan.promising_fingerprint(),
            participant_hash(1) + participant_hash(3) + participant_hash(4));
  EXPECT_EQ(scan.least().time, 4);
  EXPECT_FALSE(scan.least().exclusive);
}

TEST(PromiseScan, MakesSenseOnceTheLogIsKnownAndIfAllAreTimes) {
  PromiseScan scan;
  scan.add(1, noted(5, {}, 8));
  EXPECT_FALSE(scan.is_valid_at(7));
  EXPECT_TRUE(scan.is_valid_at(8));
  scan.add(2, noted(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(scan.is_valid_at(8));
}

TEST(PromiseScan, KnowsWhetherAPromiseIsConditional) {
  PromiseScan scan;
  scan.add(1, noted(5));
  EXPECT_FALSE(scan.has_conditions());
  scan.add(2, TimeNote{{4, false}, {}, TimeNote::Condition{{9, false}, 1}, 3, 7}.to_words());
  EXPECT_TRUE(scan.has_conditions());
  EXPECT_EQ(scan.least().time, 4);
  EXPECT_TRUE(scan.is_valid_at(7));
  constexpr double kNoTime = std::numeric_limits<double>::quiet_NaN();
  scan.add(3, TimeNote{{4, false}, {}, TimeNote::Condition{{kNoTime, false}, 1}, 3, 7}.to_words());
  EXPECT_FALSE(scan.is_valid_at(7));
}

// The first member waits only for the others, and their least promise differs from the least of
// all.
TEST(PromiseScan, WakesWhomThePromisesOfAllOthersLetGoOn) {
  const auto low = noted(2, Bound{5, false});
  const auto high = noted(6, Bound{5, false});
  PromiseScan scan;
  scan.add_promise(9, {5, false});
  scan.add(1, low);
  scan.add(2, high);
  EXPECT_TRUE(scan.may_wake_members());
  EXPECT_TRUE(scan.must_wake(1, low, PromiseScan::kNoPromise));
  EXPECT_FALSE(scan.must_wake(2, high, PromiseScan::kNoPromise)) << "the first has promised only 2";
  EXPECT_FALSE(scan.must_wake(1, low, {5, false})) << "the previous promise has woken it";
  EXPECT_TRUE(scan.must_wake(1, low, {4, true}));
}

TEST(PromiseScan, WakesNobodyWhoseWaitIsLonger) {
  const auto beyond = noted(6, Bound{5, true});
  PromiseScan scan;
  scan.add_promise(9, {5, false});
  scan.add(1, beyond);
  EXPECT_FALSE(scan.must_wake(1, beyond, PromiseScan::kNoPromise))
      << "exclusively 5 is more than 5";
  scan.add(2, noted(5, Bound{7, false}));
  EXPECT_FALSE(scan.may_wake_members());
  scan.add(3, noted(8));
  EXPECT_TRUE(scan.may_wake_members()) << "a member does not state its wait";
}

}  // namespace
}  // namespace triad::records
