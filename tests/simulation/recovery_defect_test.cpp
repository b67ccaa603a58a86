// Checks that seeded runs with lost links find defects of recovery (records/defect.hpp). They are
// switched on one by one in a separate build of core, router, rtia and rtig.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

#include "core/double_time.hpp"
#include "core/test_model.hpp"
#include "records/defect.hpp"
#include "tests/scenario/core/recovery_run.hpp"

namespace triad::test {
namespace {

using records::Defect;

using Time = RecoveryRun::Time;
using Saves = RecoveryRun::Saves;
using Mesh = RecoveryRun::Mesh;

void expect_found(Defect defect, Time time = Time::absent, Saves saves = Saves::absent,
                  Mesh mesh = Mesh::absent) {
  records::present_defect = defect;
  std::string found;
  for (std::uint64_t seed = 1; seed <= 5000 && found.empty(); ++seed) {
    found = RecoveryRun(seed, 2 + seed % 4, time, saves, mesh)
                .execute(saves == Saves::absent ? 60 : 200);
    if (!found.empty()) {
      std::printf("found by seed %llu: %s\n", static_cast<unsigned long long>(seed), found.c_str());
    }
  }
  records::present_defect = Defect::none;
  EXPECT_NE(found, "");
}

TEST(RecoveryDefect, NothingIsFoundWithoutADefect) {
  for (std::uint64_t seed = 1001; seed <= 2000; ++seed) {
    ASSERT_EQ(RecoveryRun(seed, 2 + seed % 4).execute(), "") << "seed " << seed;
    ASSERT_EQ(RecoveryRun(seed, 2 + seed % 4, Time::managed).execute(), "")
        << "seed " << seed << " with time management";
    ASSERT_EQ(RecoveryRun(seed, 2 + seed % 4, Time::absent, Saves::restored).execute(200), "")
        << "seed " << seed << " with restores";
    ASSERT_EQ(RecoveryRun(seed, 2 + seed % 4, Time::managed, Saves::made).execute(200), "")
        << "seed " << seed << " with time management and saves";
    ASSERT_EQ(
        RecoveryRun(seed, 2 + seed % 4, Time::managed, Saves::absent, Mesh::routers).execute(), "")
        << "seed " << seed << " with time management in a mesh";
    ASSERT_EQ(
        RecoveryRun(seed, 2 + seed % 4, Time::managed, Saves::made, Mesh::memory).execute(200), "")
        << "seed " << seed << " with time management, saves and shared memory";
    ASSERT_EQ(
        RecoveryRun(seed, 2 + seed % 4, Time::absent, Saves::restored, Mesh::links).execute(200),
        "")
        << "seed " << seed << " with restores in a mesh";
  }
}

TEST(RecoveryDefect, AnAcknowledgementOfWhatIsOnlyForwardedIsFound) {
  expect_found(Defect::ack_when_forwarded);
}
TEST(RecoveryDefect, AnAcknowledgementWithoutTheLostIsFound) {
  expect_found(Defect::ack_without_the_lost);
}
TEST(RecoveryDefect, AnAcknowledgementBeforeTheEndOfARecoveryIsFound) {
  expect_found(Defect::ack_before_recovery_is_over);
}
TEST(RecoveryDefect, RecordsOfAnEarlierEpochThatPassAreFound) {
  expect_found(Defect::no_fence);
}
TEST(RecoveryDefect, DataOrderedByStampsAloneAreFound) {
  expect_found(Defect::merged_by_stamps_alone);
}
TEST(RecoveryDefect, ALogBeforeItsCausesIsFound) {
  expect_found(Defect::log_before_its_causes);
}
TEST(RecoveryDefect, ARequestHandledTwiceIsFound) {
  expect_found(Defect::request_handled_twice);
}
TEST(RecoveryDefect, AnEpochWhileAMemberIsAwayIsFound) {
  expect_found(Defect::epoch_while_away);
}
// Returns the number of returns that the RTIG has accepted after two losses of a member, when the
// first request to return comes a second time.
std::size_t accepted_returns() {
  HarnessOptions options;
  options.rtig.timeouts.resume = std::chrono::seconds(30);
  CoreHarness harness(options);
  const Federate f = harness.add();
  (void)harness.call(f, wire::CreateFederationExecution{"Federation", "test.fed", false, {}});
  const auto joined = harness.call(f, wire::JoinFederationExecution{"federate", "Federation", {}});
  harness.settle();
  for (int i = 0; i < 2; ++i) {
    harness.losses().cut(f);
    harness.settle();
  }
  wire::Buffer frame;
  wire::RecordHeader header;
  header.position = 1;
  wire::encode_record(header, wire::ResumeMember{"Federation", *joined, {1, f + 1}, 1}, frame);
  const Federate stranger = harness.add();
  harness.inject_up(stranger, frame);
  harness.settle();
  return static_cast<std::size_t>(std::ranges::count_if(harness.log(), [](const auto& line) {
    return line.find(" has returned from ") != line.npos;
  }));
}

TEST(RecoveryDefect, AnOldAttemptThatCountsIsFound) {
  EXPECT_EQ(accepted_returns(), 2u);
  records::present_defect = Defect::old_attempt_counts;
  EXPECT_NE(accepted_returns(), 2u);
  records::present_defect = Defect::none;
}

TEST(RecoveryDefect, AReplyThatIsNotKeptIsFound) {
  expect_found(Defect::reply_not_kept);
}
TEST(RecoveryDefect, AnAcknowledgementDuringARestoreIsFound) {
  expect_found(Defect::acknowledged_during_a_restore, Time::absent, Saves::restored);
}
TEST(RecoveryDefect, AHoldThatOutlivesItsSwitchIsFound) {
  expect_found(Defect::hold_outlives_its_switch);
}

// --- Time management.

TEST(RecoveryDefect, ALostRegulatorThatIsLeftOutIsFound) {
  expect_found(Defect::lost_regulator_left_out, Time::managed);
}
TEST(RecoveryDefect, CountsThatDoNotBeginFromZeroAreFound) {
  expect_found(Defect::counts_not_from_zero, Time::managed);
}
TEST(RecoveryDefect, AQuestionThatIsNotAskedAgainIsFound) {
  expect_found(Defect::question_not_asked_again, Time::managed);
}

// Returns whether a federate that waits for an event is granted it although a message to an absent
// member is in transit. That member also waits for an event, and may send earlier messages when it
// has the message.
bool passes_a_message_to_an_absent_member() {
  HarnessOptions options;
  options.rtig.timeouts.resume = std::chrono::seconds(30);
  CoreHarness harness(options);
  const core::Time zero = core::DoubleTime::encode(0);
  const core::Time one = core::DoubleTime::encode(1);
  const core::Time seven = core::DoubleTime::encode(7);
  const core::Time far = core::DoubleTime::encode(1000);
  const auto deliver_all = [&harness] {
    harness.settle();
    bool granted = false;
    for (Federate f = 0; f < harness.federate_count(); ++f) {
      harness.take_callbacks(f, [&](const rtia::Callback& callback) {
        granted = granted || std::holds_alternative<wire::TimeAdvanceGrant>(callback);
      });
    }
    harness.settle();
    return granted;
  };
  const Federate waiting = harness.add();
  const Federate absent = harness.add();
  const Federate sender = harness.add();
  (void)harness.call(waiting, wire::CreateFederationExecution{"Federation", "test.fed", false, {}});
  for (const Federate f : {waiting, absent, sender}) {
    (void)harness.call(f, wire::JoinFederationExecution{"federate", "Federation", {}});
    if (f != sender) (void)harness.call(f, wire::EnableTimeConstrained{});
    deliver_all();
    (void)harness.call(f, wire::EnableTimeRegulation{zero.bytes(), one.bytes()});
    deliver_all();
  }
  (void)harness.call(sender, wire::PublishInteractionClass{core::test::kShot});
  (void)harness.call(absent, wire::SubscribeInteractionClass{core::test::kShot, true});
  (void)harness.call(absent, wire::AdvanceTime{wire::Advance::next_event_request, far.bytes()});
  deliver_all();
  harness.losses().are_returns_stopped = true;
  harness.losses().cut(absent);
  deliver_all();
  wire::SendInteraction message;
  message.interaction_class = core::test::kShot;
  message.time = seven.bytes();
  (void)harness.call(sender, message);
  (void)harness.call(sender, wire::DisableTimeRegulation{});
  (void)harness.call(waiting, wire::AdvanceTime{wire::Advance::next_event_request, far.bytes()});
  return deliver_all();
}

void expect_jump(Defect defect) {
  EXPECT_FALSE(passes_a_message_to_an_absent_member());
  records::present_defect = defect;
  EXPECT_TRUE(passes_a_message_to_an_absent_member());
  records::present_defect = Defect::none;
}

TEST(RecoveryDefect, CountsThatForgetTheLostAreFound) {
  expect_jump(Defect::jump_counts_forget_the_lost);
}
// Without time management it does no harm: nothing is acknowledged while a member is away, and all
// members state their interest before data are sent again.
TEST(RecoveryDefect, TheInterestOfTheLostThatLeavesTheSumIsFound) {
  expect_jump(Defect::interest_of_the_lost_leaves_the_sum);
}

// --- Defects of routers below the RTIG's.

TEST(RecoveryDefect, RecordsOfAnEarlierEpochThatPassARouterAreFound) {
  expect_found(Defect::no_fence_at_routers, Time::absent, Saves::absent, Mesh::links);
}
TEST(RecoveryDefect, AnAcknowledgementOfARouterAfterALossIsFound) {
  expect_found(Defect::acked_by_routers_after_a_loss, Time::absent, Saves::absent, Mesh::links);
}
TEST(RecoveryDefect, ARequestHandledBeforeTheEpochThatCountsIsFound) {
  expect_found(Defect::handled_before_the_epoch_counts, Time::managed, Saves::absent, Mesh::links);
}
TEST(RecoveryDefect, ARecordSentAgainToAllBehindARouterIsFound) {
  expect_found(Defect::resent_to_all_behind_a_router, Time::absent, Saves::absent, Mesh::links);
}
TEST(RecoveryDefect, SessionsThatAreNotBegunAgainAreFound) {
  expect_found(Defect::sessions_not_begun_again, Time::managed, Saves::absent, Mesh::links);
}

// --- Defects for members that share memory.

TEST(RecoveryDefect, DataOfMemoryThatAreNotKeptAreFound) {
  expect_found(Defect::data_of_memory_not_kept, Time::absent, Saves::absent, Mesh::memory);
}
TEST(RecoveryDefect, APublicationBeforeItsCausesIsFound) {
  expect_found(Defect::published_during_a_recovery, Time::absent, Saves::absent, Mesh::memory);
}
TEST(RecoveryDefect, ASecondPublicationIsFound) {
  expect_found(Defect::published_again_in_memory, Time::absent, Saves::absent, Mesh::memory);
}
TEST(RecoveryDefect, ArrivalsCountedByRequestsAreFound) {
  expect_found(Defect::arrivals_counted_by_requests, Time::absent, Saves::absent, Mesh::memory);
}
TEST(RecoveryDefect, AReleaseThatIsNotToldInMemoryIsFound) {
  expect_found(Defect::release_not_told_in_memory, Time::absent, Saves::absent, Mesh::memory);
}
TEST(RecoveryDefect, ForgottenWaitsOfMemoryAreFound) {
  expect_found(Defect::waits_of_memory_forgotten, Time::managed, Saves::absent, Mesh::memory);
}

}  // namespace
}  // namespace triad::test
