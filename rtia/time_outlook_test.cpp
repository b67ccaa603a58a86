// Tests SendBounds and TimeOutlook on states that are written down, without the requests that lead
// to them.
#include "rtia/time_outlook.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"
#include "rtia/send_bounds.hpp"

namespace triad::rtia {
namespace {

using core::DoubleTime;
using core::Time;
using core::TimeBound;
using wire::Advance;

constexpr bool kExclusive = true;
constexpr bool kNoted = true;

Time time_at(double time) {
  return DoubleTime::encode(time);
}
TimeBound bound(double time, bool exclusive = false) {
  return {time_at(time), exclusive};
}

// A federate at time 0 that regulates with lookahead 1 and is constrained. One other federate
// regulates.
class TimeOutlookTest : public testing::Test {
 protected:
  TimeOutlookTest() {
    state.time = state.guaranteed.time = time_at(0);
    state.lookahead = time_at(1);
    state.regulation = TimeState::Regulation::on;
    state.constrained = TimeState::Constrained::on;
    others.add_regulator(other, std::nullopt);
  }

  TimeOutlook outlook(const std::optional<Time>& first_queued = std::nullopt) const {
    return {type, state, others, first_queued};
  }
  void request(Advance kind, double time) {
    state.advance = PendingAdvance{kind, time_at(time), false, {}};
  }
  void promise_by_other(const TimeBound& promise) {
    others.record_promise(other, promise, std::nullopt);
  }
  // Returns e.g. "5", "5+" for an exclusive bound, or "none".
  std::string text(const std::optional<TimeBound>& of) const {
    return of ? type.text(of->time) + (of->exclusive ? "+" : "") : "none";
  }
  std::string text(const std::optional<Time>& of) const { return of ? type.text(*of) : "none"; }

  DoubleTime type;
  TimeState state;
  core::Regulators others{type};
  const wire::FederateHandle other{2};
};

TEST_F(TimeOutlookTest, AnAdvanceIsGrantedWhenNoMessageUpToItsTimeCanCome) {
  request(Advance::time_advance_request, 5);
  EXPECT_EQ(text(outlook().waits_for()), "5+");
  promise_by_other(bound(5));
  EXPECT_EQ(text(outlook().grantable()), "none") << "a message at 5 may still come";
  promise_by_other(bound(5, kExclusive));
  EXPECT_EQ(text(outlook().grantable()), "5");
}

TEST_F(TimeOutlookTest, AnAvailableAdvanceIsGrantedAlthoughMessagesAtItsTimeMayCome) {
  request(Advance::time_advance_request_available, 5);
  EXPECT_EQ(text(outlook().waits_for()), "5");
  promise_by_other(bound(5));
  EXPECT_EQ(text(outlook().grantable()), "5");
}

TEST_F(TimeOutlookTest, AnEventIsTheFirstQueuedMessageOrTheRequestedTime) {
  request(Advance::next_event_request, 5);
  promise_by_other(bound(4));
  EXPECT_EQ(text(outlook(time_at(3)).grantable()), "3");
  EXPECT_EQ(text(outlook(time_at(3)).next_time()), "3");
  EXPECT_EQ(text(outlook().grantable()), "none");
  EXPECT_EQ(text(outlook().next_time()), "5");
}

TEST_F(TimeOutlookTest, AFlushIsGrantedToTheLeastOfItsTimeTheLbtsAndTheFirstStamp) {
  request(Advance::flush_queue_request, 5);
  promise_by_other(bound(4));
  EXPECT_EQ(text(outlook(time_at(3)).grantable()), "3");
  EXPECT_EQ(text(outlook().grantable()), "4");
  promise_by_other(bound(6));
  EXPECT_EQ(text(outlook().grantable()), "5");
}

TEST_F(TimeOutlookTest, AWaitForAnEventPromisesTheLbtsAndConditionallyTheEvent) {
  request(Advance::next_event_request, 5);
  promise_by_other(bound(2));
  const PromiseReport report = outlook().report(3, !kNoted);
  EXPECT_EQ(text(report.promise), "3");
  EXPECT_EQ(text(report.conditional), "6");
  EXPECT_EQ(report.received, 3);
  EXPECT_EQ(text(report.waits_for), "none") << "a message may end the wait";
  EXPECT_EQ(text(outlook().report(3, kNoted).waits_for), "5+");
}

TEST_F(TimeOutlookTest, AnAdvanceToATimePromisesThatTimeWithoutACondition) {
  request(Advance::time_advance_request, 5);
  promise_by_other(bound(2));
  const PromiseReport report = outlook().report(0, !kNoted);
  EXPECT_EQ(text(report.promise), "6");
  EXPECT_FALSE(report.conditional);
  EXPECT_EQ(text(report.waits_for), "5+");
}

TEST_F(TimeOutlookTest, TheFloorIsTheLastGrantUnlessAnEventIsAwaited) {
  state.guaranteed = bound(1, kExclusive);
  promise_by_other(bound(3));
  EXPECT_EQ(text(outlook().floor()), "1+");
  request(Advance::next_event_request, 5);
  EXPECT_EQ(text(outlook().floor()), "3");
}

TEST_F(TimeOutlookTest, TheLbtsIsRequestedUpToTheTimeOfTheAdvance) {
  promise_by_other(bound(2));
  EXPECT_FALSE(outlook().waits_for_lbts().bound) << "no advance is pending";
  request(Advance::time_advance_request, 5);
  EXPECT_EQ(text(outlook().waits_for_lbts().bound), "5+");
  EXPECT_FALSE(outlook().waits_for_lbts().each_rise);
  request(Advance::next_event_request, 5);
  EXPECT_EQ(text(outlook().waits_for_lbts().bound), "2");
  EXPECT_TRUE(outlook().waits_for_lbts().each_rise);
}

TEST_F(TimeOutlookTest, WaitsForEachRiseOfTheLbtsAreEqual) {
  EXPECT_TRUE(are_equal(type, {bound(1), true}, {bound(2), true}));
  EXPECT_FALSE(are_equal(type, {bound(1), false}, {bound(2), false}));
  EXPECT_FALSE(are_equal(type, {bound(1), false}, {bound(1), true}));
  EXPECT_FALSE(are_equal(type, {bound(1), false}, {}));
  EXPECT_TRUE(are_equal(type, {bound(1), false}, {bound(1), false}));
}

TEST_F(TimeOutlookTest, ASaveIsDueWhenTheNextGrantWouldPassItAndNoMessageBeforeItCanCome) {
  state.save_at = time_at(4);
  request(Advance::time_advance_request, 5);
  EXPECT_TRUE(outlook().is_held_before(time_at(5)));
  EXPECT_FALSE(outlook().is_held_before(time_at(4)));
  promise_by_other(bound(4));
  EXPECT_FALSE(outlook().is_save_due()) << "a message at 4 may still come";
  promise_by_other(bound(4, kExclusive));
  EXPECT_TRUE(outlook().is_save_due());
  state.advance.reset();
  EXPECT_FALSE(outlook().is_save_due()) << "the federate may still send at 4";
}

TEST_F(TimeOutlookTest, AFederateThatBecomesConstrainedAfterTheSaveTimeIsBeyondTheSave) {
  state.time = time_at(5);
  state.save_at = time_at(4);
  EXPECT_FALSE(outlook().is_beyond_save());
  state.constrained = TimeState::Constrained::requested;
  EXPECT_TRUE(outlook().is_beyond_save());
}

TEST_F(TimeOutlookTest, QueriesAnswerFromTheLbtsAndTheFirstQueuedMessage) {
  promise_by_other(bound(4));
  const auto answer = [&](wire::TimeQuery which) {
    return type.text(outlook(time_at(3)).query(which));
  };
  EXPECT_EQ(answer(wire::TimeQuery::federate_time), "0");
  EXPECT_EQ(answer(wire::TimeQuery::lbts), "4");
  EXPECT_EQ(answer(wire::TimeQuery::min_next_event_time), "3");
  EXPECT_EQ(answer(wire::TimeQuery::lookahead), "1");
}

TEST_F(TimeOutlookTest, WithZeroLookaheadStampsAreLaterThanAStrictGrant) {
  state.lookahead = time_at(0);
  request(Advance::time_advance_request, 5);
  const SendBounds bounds(type, state);
  EXPECT_EQ(text(bounds.now()), "5+");
  request(Advance::time_advance_request_available, 5);
  EXPECT_EQ(text(bounds.now()), "5");
}

TEST_F(TimeOutlookTest, ALoweredLookaheadTakesEffectAsTimeAdvances) {
  state.lookahead = time_at(0);
  state.lookahead_floor = bound(2);
  const SendBounds bounds(type, state);
  EXPECT_EQ(text(bounds.now()), "2");
  EXPECT_EQ(type.text(bounds.lookahead()), "2");
  state.time = time_at(1.5);
  EXPECT_EQ(type.text(bounds.lookahead()), "0.5");
  state.time = time_at(3);
  EXPECT_EQ(type.text(bounds.lookahead()), "0");
  EXPECT_EQ(text(bounds.now()), "3");
}

TEST_F(TimeOutlookTest, APromiseHoldsAlthoughAnEarlierGrantLowersTheBound) {
  request(Advance::next_event_request, 5);
  state.advance->decided = state.advance->received_earlier = true;
  state.advance->granted = time_at(3);
  const SendBounds bounds(type, state);
  EXPECT_EQ(text(bounds.now()), "4");
  state.promised = bound(4.5);
  EXPECT_EQ(text(bounds.now()), "4.5");
}

}  // namespace
}  // namespace triad::rtia
