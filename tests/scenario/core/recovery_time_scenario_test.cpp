// Members that regulate time or are constrained lose their links and return: nothing is granted too
// early, and each message in time-stamp order arrives once, in order (docs/recovery.md).
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/double_time.hpp"
#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

using wire::Advance;

class RecoveryOfTime : public Recovery {
 protected:
  explicit RecoveryOfTime(const HarnessOptions& of = options()) : Recovery(of) {}

  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  static std::string text_of(wire::Bytes time) {
    return std::to_string(static_cast<int>(core::DoubleTime::decode(core::Time(time))));
  }

  void constrain(Federate f) {
    EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
    deliver_all();
  }
  void regulate(Federate f, double lookahead = 1) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(0).bytes(), at(lookahead).bytes()}), "");
    deliver_all();
  }
  std::string advance(Federate f, Advance kind, double time) {
    return call(f, wire::AdvanceTime{kind, at(time).bytes()});
  }
  // Sends an interaction in time-stamp order. Returns its retraction.
  wire::Retraction send_at(Federate f, double time, std::string_view tag) {
    const core::Time when = at(time);
    wire::SendInteraction request;
    request.interaction_class = kShot;
    request.time = when.bytes();
    request.tag = tag;
    const auto result = harness.call(f, request);
    EXPECT_EQ(refusal(result), "");
    return result ? *result : wire::Retraction();
  }
  // Returns the messages and time callbacks since the last call, such as "tag at 5", "granted 6".
  Lines take_events(Federate f) {
    Lines events;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) {
        events.push_back(std::string(m->tag) + " at " + text_of(m->time));
      } else if (const auto* d = std::get_if<wire::RemoveObjectInstance>(&callback)) {
        events.push_back("removed at " + text_of(d->time));
      } else if (const auto* g = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
        events.push_back("granted " + text_of(g->time));
      } else if (const auto* r = std::get_if<wire::TimeRegulationEnabled>(&callback)) {
        events.push_back("regulating at " + text_of(r->time));
      } else if (const auto* e = std::get_if<wire::TimeConstrainedEnabled>(&callback)) {
        events.push_back("constrained at " + text_of(e->time));
      } else if (std::get_if<wire::RequestRetraction>(&callback) != nullptr) {
        events.emplace_back("retracted");
      }
    });
    return events;
  }
  Lines settle_and_take(Federate f) {
    harness.settle();
    return take_events(f);
  }
  void cut_and_return(Federate f) {
    harness.losses().cut(f);
    harness.settle();
  }
};

TEST_F(RecoveryOfTime, AConstrainedMemberReturnsAndIsGranted) {
  regulate(a);
  constrain(b);
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  harness.losses().cut(b);
  (void)send_at(a, 5, "1");
  harness.settle();
  EXPECT_EQ(take_events(b), Lines{});
  EXPECT_EQ(advance(a, Advance::time_advance_request, 20), "");
  EXPECT_EQ(settle_and_take(a), Lines{"granted 20"});
  EXPECT_EQ(settle_and_take(b), (Lines{"1 at 5", "granted 10"}));
  EXPECT_EQ(advance(b, Advance::time_advance_request, 15), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 15"});
  EXPECT_EQ(harness.losses().returns, 1u);
  expect_nothing_kept();
}

// The first two members are at a router below another router, the third is at the RTIG.
class RecoveryOfTimeBehindRouters : public RecoveryOfTime, public testing::WithParamInterface<int> {
 protected:
  static HarnessOptions options_of_mesh() {
    HarnessOptions options = Recovery::options(static_cast<std::uint64_t>(GetParam()));
    options.mesh = {.routers = {std::nullopt, 0}, .members = {1, 1, std::nullopt}};
    return options;
  }
  RecoveryOfTimeBehindRouters() : RecoveryOfTime(options_of_mesh()) {}
};

// The upper router loses its way, and cuts off its clients one by one.
TEST_P(RecoveryOfTimeBehindRouters, AMemberCutOffBeforeAnotherHoldsItStill) {
  regulate(a, 1);
  regulate(c, 8);
  constrain(b);
  EXPECT_EQ(advance(b, Advance::time_advance_request, 4), "");
  EXPECT_EQ(settle_and_take(b), Lines{});
  harness.losses().are_returns_stopped = true;
  harness.routers().cut(0);
  EXPECT_EQ(settle_and_take(b), Lines{});
  harness.losses().are_returns_stopped = false;
  harness.losses().changes_places = true;
  harness.losses().return_now(a);
  harness.losses().return_now(b);
  EXPECT_EQ(settle_and_take(b), Lines{});
  (void)send_at(a, 1, "1");
  EXPECT_EQ(advance(a, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), (Lines{"1 at 1", "granted 4"}));
}
INSTANTIATE_TEST_SUITE_P(Seeds, RecoveryOfTimeBehindRouters, testing::Range(1, 21));

TEST_F(RecoveryOfTime, AnAbsentRegulatorHoldsTheOthersAtItsLastPromise) {
  regulate(a);
  constrain(b);
  EXPECT_EQ(advance(a, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(a), Lines{"granted 10"});
  lose(a);
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 10"});
  EXPECT_EQ(advance(b, Advance::time_advance_request, 11), "");
  EXPECT_EQ(settle_and_take(b), Lines{});
  harness.losses().return_now(a);
  harness.settle();
  EXPECT_EQ(take_events(b), Lines{});
  (void)send_at(a, 11, "1");
  EXPECT_EQ(advance(a, Advance::time_advance_request, 12), "");
  EXPECT_EQ(settle_and_take(b), (Lines{"1 at 11", "granted 11"}));
}

TEST_F(RecoveryOfTime, AnAbsentRegulatorThatIsResignedReleasesTheOthers) {
  regulate(a);
  constrain(b);
  lose(a);
  EXPECT_EQ(advance(b, Advance::time_advance_request, 50), "");
  harness.losses().pass_time(milliseconds(29'999));
  EXPECT_EQ(settle_and_take(b), Lines{});
  harness.losses().pass_time(milliseconds(1));
  EXPECT_EQ(settle_and_take(b), Lines{"granted 50"});
  harness.kill(a);
}

// While a member is away its promise holds, also between its return and the recovery.
TEST_F(RecoveryOfTime, OthersAdvanceToThePromiseOfAReturnedMember) {
  regulate(a);
  constrain(b);
  EXPECT_EQ(advance(a, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(a), Lines{"granted 10"});
  lose(a);
  lose(c);
  harness.losses().return_now(a);
  harness.settle();
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 10"});
  harness.losses().return_now(c);
  harness.settle();
}

// Both wait for events far away. The message to the absent member could make it send earlier.
TEST_F(RecoveryOfTime, NoJumpPassesAMessageToAnAbsentMember) {
  for (const Federate f : {a, b}) {
    constrain(f);
    regulate(f);
  }
  regulate(c);
  EXPECT_EQ(advance(b, Advance::next_event_request, 1000), "");
  harness.settle();
  lose(b);
  (void)send_at(c, 7, "1");
  EXPECT_EQ(call(c, wire::DisableTimeRegulation{}), "");
  harness.settle();
  EXPECT_EQ(advance(a, Advance::next_event_request, 500), "");
  EXPECT_EQ(settle_and_take(a), (Lines{}));
  harness.losses().return_now(b);
  EXPECT_EQ(settle_and_take(b), (Lines{"1 at 7", "granted 7"}));
  EXPECT_EQ(settle_and_take(a), (Lines{"1 at 7", "granted 7"}));
  (void)send_at(b, 8, "2");
  EXPECT_EQ(advance(b, Advance::next_event_request, 1000), "");
  EXPECT_EQ(advance(a, Advance::next_event_request, 500), "");
  EXPECT_EQ(settle_and_take(a), (Lines{"2 at 8", "granted 8"}));
}

// The counts of messages must agree again after a recovery.
TEST_F(RecoveryOfTime, MembersThatWaitForEventsJumpAfterARecovery) {
  for (const Federate f : {a, b, c}) {
    constrain(f);
    regulate(f, 0.001);
  }
  (void)send_at(a, 2, "1");
  (void)send_at(b, 3, "2");
  for (const Federate lost : {a, b, c}) {
    cut_and_return(lost);
    for (const Federate f : {a, b, c}) EXPECT_EQ(advance(f, Advance::next_event_request, 1), "");
    for (const Federate f : {a, b, c}) EXPECT_EQ(settle_and_take(f), Lines{"granted 1"});
  }
  for (const Federate f : {a, b, c}) EXPECT_EQ(advance(f, Advance::next_event_request, 9e5), "");
  cut_and_return(b);
  EXPECT_EQ(take_events(b), (Lines{"1 at 2", "granted 2"}));
}

TEST_F(RecoveryOfTime, RetractionsInTransitTakeEffect) {
  regulate(a);
  constrain(b);
  const wire::Retraction before = send_at(a, 5, "1");
  harness.settle();
  harness.losses().cut(b);
  const wire::Retraction during = send_at(a, 6, "2");
  EXPECT_EQ(call(a, wire::Retract{before}), "");
  EXPECT_EQ(call(a, wire::Retract{during}), "");
  (void)send_at(a, 7, "3");
  harness.settle();
  EXPECT_EQ(advance(a, Advance::time_advance_request, 20), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), (Lines{"3 at 7", "granted 10"}));
}

TEST_F(RecoveryOfTime, ADeletionInTransitIsDelivered) {
  regulate(a);
  constrain(b);
  const ObjectHandle tank = register_object(a, kTank);
  harness.settle();
  (void)take_events(b);
  harness.losses().cut(a);
  const core::Time when = at(5);
  wire::DeleteObjectInstance deletion;
  deletion.object = tank;
  deletion.time = when.bytes();
  EXPECT_EQ(call(a, deletion), "");
  EXPECT_EQ(advance(a, Advance::time_advance_request, 20), "");
  harness.settle();
  EXPECT_EQ(take_events(a), Lines{"granted 20"});
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), (Lines{"removed at 5", "granted 10"}));
}

// --- Requests in progress. Each gets one answer.

TEST_F(RecoveryOfTime, EnablingGoesOnAfterALoss) {
  regulate(a);
  EXPECT_EQ(call(b, wire::EnableTimeConstrained{}), "");
  cut_and_return(b);
  EXPECT_EQ(take_events(b), Lines{"constrained at 0"});
  EXPECT_EQ(call(b, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()}), "");
  cut_and_return(b);
  EXPECT_EQ(take_events(b), Lines{"regulating at 0"});
  EXPECT_EQ(advance(a, Advance::time_advance_request, 5), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 5), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 5"});
}

// An absent constrained federate has not said which time the newcomer must not undercut.
TEST_F(RecoveryOfTime, RegulationWaitsForAnAbsentConstrainedMember) {
  regulate(a);
  constrain(b);
  EXPECT_EQ(advance(a, Advance::time_advance_request, 30), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 20), "");
  harness.settle();
  EXPECT_EQ(take_events(b), Lines{"granted 20"});
  lose(b);
  EXPECT_EQ(call(c, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()}), "");
  EXPECT_EQ(settle_and_take(c), Lines{});
  harness.losses().return_now(b);
  EXPECT_EQ(settle_and_take(c), Lines{"regulating at 20"});
}

TEST_F(RecoveryOfTime, AQueryInTransitIsAnswered) {
  regulate(a);
  constrain(b);
  for (const Federate asker : {b, c}) {
    for (int delivered = 0; delivered < 4; ++delivered) {
      const auto outcome = harness.begin_call(asker, wire::QueryTime{wire::TimeQuery::lbts});
      for (int i = 0; i < delivered; ++i) (void)harness.deliver_one();
      cut_and_return(asker);
      ASSERT_TRUE(*outcome);
      ASSERT_EQ(refusal(**outcome), "");
      EXPECT_EQ(text_of(std::as_bytes(std::span(***outcome))), "1") << asker << " " << delivered;
    }
  }
}

TEST_F(RecoveryOfTime, AFlushInTransitIsGranted) {
  regulate(a);
  constrain(b);
  for (int delivered = 0; delivered < 4; ++delivered) {
    EXPECT_EQ(advance(b, Advance::flush_queue_request, 0), "");
    for (int i = 0; i < delivered; ++i) (void)harness.deliver_one();
    cut_and_return(b);
    EXPECT_EQ(take_events(b), Lines{"granted 0"});
  }
}

TEST_F(RecoveryOfTime, AModifiedLookaheadHoldsAfterALoss) {
  regulate(a, 10);
  constrain(b);
  EXPECT_EQ(call(a, wire::ModifyLookahead{at(1).bytes()}), "");
  cut_and_return(a);
  EXPECT_EQ(advance(b, Advance::time_advance_request, 9), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 9"});
  EXPECT_EQ(advance(a, Advance::time_advance_request, 15), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 16), "");
  harness.settle();
  EXPECT_EQ(take_events(a), Lines{"granted 15"});
  EXPECT_EQ(take_events(b), Lines{});
  EXPECT_EQ(advance(a, Advance::time_advance_request, 16), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 16"});
}

// c acknowledges nothing, so a sends its messages again, also to b that has subscribed since.
TEST_F(RecoveryOfTime, AMessageFromBeforeASubscriptionDoesNotComeLate) {
  EXPECT_EQ(call(b, wire::UnsubscribeInteractionClass{kShot}), "");
  regulate(a);
  constrain(b);
  harness.settle();
  lose(c);
  (void)send_at(a, 5, "1");
  EXPECT_EQ(advance(a, Advance::time_advance_request, 20), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 10"});
  EXPECT_EQ(subscribe(b, kShot), "");
  harness.losses().return_now(c);
  harness.settle();
  EXPECT_EQ(take_events(c), Lines{"1 at 5"});
  EXPECT_EQ(advance(b, Advance::time_advance_request, 15), "");
  EXPECT_EQ(settle_and_take(b), Lines{"granted 15"});
}

TEST_F(RecoveryOfTime, AQuestionAboutTimeIsAnsweredAfterTheReturn) {
  int answers = 0;
  harness.set_watch([&](Federate, bool up, const wire::Record& record) {
    if (!up && record.header.message_kind() == wire::Kind::FederationTimeStatus) ++answers;
  });
  regulate(a);
  constrain(b);
  for (const bool is_away : {true, false}) {
    harness.losses().are_returns_stopped = is_away;
    harness.losses().cut(b);
    if (is_away) harness.settle();
    answers = 0;
    const Federate rtictl = harness.add();
    wire::RecordHeader header;
    header.sender = 0;
    header.position = 1;
    wire::Buffer frame;
    wire::encode_record(header, wire::QueryTimeStatus{"Federation", false}, frame);
    harness.inject_up(rtictl, frame);
    harness.settle();
    if (is_away) {
      EXPECT_EQ(answers, 0);
      harness.losses().return_now(b);
      harness.settle();
    }
    EXPECT_EQ(answers, 1);
  }
}

// The absent member misses nothing that a federate sent before it resigned.
TEST_F(RecoveryOfTime, MessagesOfAResignedMemberReachTheAbsent) {
  regulate(a);
  constrain(b);
  lose(b);
  (void)send_at(a, 5, "1");
  const auto outcome =
      harness.begin_call(a, wire::ResignFederationExecution{ResignAction::no_action});
  harness.settle();
  EXPECT_FALSE(*outcome);
  EXPECT_EQ(harness.ambassador(a).room_wait_text().find("the acknowledgement of "), 0u);
  harness.losses().return_now(b);
  harness.settle();
  ASSERT_TRUE(*outcome);
  EXPECT_EQ(refusal(**outcome), "");
  EXPECT_EQ(advance(b, Advance::time_advance_request, 10), "");
  EXPECT_EQ(settle_and_take(b), (Lines{"1 at 5", "granted 10"}));
}

// --- Random losses.

TEST(RandomLossesWithTime, NothingIsGrantedTooEarlyAndEachMessageArrivesOnce) {
  std::uint64_t returns = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    RecoveryRun run(seed, 2 + seed % 4, RecoveryRun::Time::managed);
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
    returns += run.return_count();
  }
  EXPECT_GT(returns, 100u);
}

}  // namespace
}  // namespace triad::test
