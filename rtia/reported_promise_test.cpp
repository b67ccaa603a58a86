#include "rtia/reported_promise.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"

namespace triad::rtia {
namespace {

constexpr bool kInNote = true;
constexpr bool kWaits = true;
constexpr wire::Position kPosition = 7;

core::TimeBound promise_at(double time) {
  return {core::DoubleTime::encode(time), false};
}

class ReportedPromiseTest : public testing::Test {
 protected:
  bool is_news(const PromiseReport& report, bool noted = false, bool waits = false) const {
    return reported.is_news(type, report, noted, waits);
  }

  core::DoubleTime type;
  ReportedPromise reported;
};

TEST_F(ReportedPromiseTest, TheFirstReportIsNews) {
  EXPECT_TRUE(is_news({promise_at(1), {}, 0, {}}));
  EXPECT_FALSE(reported.has_condition());
  EXPECT_EQ(reported.position(), 0);
}

TEST_F(ReportedPromiseTest, OnlyAHigherPromiseIsNews) {
  reported.record({promise_at(1), {}, 0, {}}, kPosition);
  EXPECT_EQ(reported.position(), kPosition);
  EXPECT_FALSE(is_news({promise_at(1), {}, 0, {}}));
  EXPECT_TRUE(is_news({promise_at(2), {}, 0, {}}));
}

TEST_F(ReportedPromiseTest, AConditionIsNewsWhenItChangesAndWhenItEnds) {
  reported.record({promise_at(1), promise_at(5), 3, {}}, kPosition);
  EXPECT_TRUE(reported.has_condition());
  EXPECT_FALSE(is_news({promise_at(1), promise_at(5), 3, {}}));
  EXPECT_TRUE(is_news({promise_at(1), promise_at(4), 3, {}})) << "another event";
  EXPECT_TRUE(is_news({promise_at(1), promise_at(5), 4, {}}))
      << "a further message has been received";
  EXPECT_TRUE(is_news({promise_at(1), {}, 3, {}})) << "the condition has ended";
}

TEST_F(ReportedPromiseTest, ARiseBelowTheConditionIsNoNewsInNotesOrInAConsistentSnapshot) {
  const PromiseReport risen{promise_at(2), promise_at(5), 3, {}};
  reported.record({promise_at(1), promise_at(5), 3, {}}, kPosition);
  EXPECT_TRUE(is_news(risen));
  EXPECT_FALSE(is_news(risen, kInNote));
  EXPECT_FALSE(reported.join_snapshot(true, kPosition - 1)) << "the snapshot has an older report";
  EXPECT_TRUE(is_news(risen));
  EXPECT_FALSE(reported.join_snapshot(false, kPosition)) << "the reports do not hold together";
  EXPECT_TRUE(is_news(risen));
  EXPECT_TRUE(reported.join_snapshot(true, kPosition));
  EXPECT_FALSE(is_news(risen));
}

TEST_F(ReportedPromiseTest, OnlyAConditionIsRepeated) {
  const PromiseReport firm{promise_at(1), {}, 0, {}};
  reported.record(firm, kPosition);
  reported.repeat_condition();
  EXPECT_FALSE(is_news(firm));

  const PromiseReport conditional{promise_at(1), promise_at(5), 0, {}};
  reported.record(conditional, kPosition);
  reported.repeat_condition();
  EXPECT_TRUE(is_news(conditional));
  reported.record(conditional, kPosition + 1);
  EXPECT_FALSE(is_news(conditional)) << "it is repeated once";
}

TEST_F(ReportedPromiseTest, AWaitThatIsOverOrEndsEarlierIsNews) {
  reported.record({promise_at(1), {}, 0, promise_at(5)}, kPosition);
  EXPECT_FALSE(is_news({promise_at(1), {}, 0, promise_at(6)}, !kInNote, kWaits));
  EXPECT_TRUE(is_news({promise_at(1), {}, 0, promise_at(4)}, !kInNote, kWaits));
  EXPECT_TRUE(is_news({promise_at(1), {}, 0, {}}, !kInNote, kWaits))
      << "other things may end the wait";
  EXPECT_FALSE(is_news({promise_at(1), {}, 0, {}})) << "the federate has its grant";
}

TEST_F(ReportedPromiseTest, EveryReportIsNewsAfterTheLastIsForgotten) {
  reported.record({promise_at(1), promise_at(5), 0, {}}, kPosition);
  reported.forget();
  EXPECT_FALSE(reported.latest());
  EXPECT_FALSE(reported.has_condition());
  EXPECT_EQ(reported.position(), 0);
  EXPECT_TRUE(is_news({promise_at(1), promise_at(5), 0, {}}));
}

}  // namespace
}  // namespace triad::rtia
