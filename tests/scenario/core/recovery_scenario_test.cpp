// Members that lose their links return by other links, and the federation continues: each reliable
// record arrives once, in order (docs/recovery.md).
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

TEST_F(Recovery, RecordsAreKeptUntilAllHaveAcknowledgedThem) {
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  EXPECT_EQ(harness.losses().records_kept(a), 1u);
  expect_nothing_kept();
  EXPECT_EQ(take_tags(b), Lines{"1"});
}

TEST_F(Recovery, AMemberReturnsAndMissesNothing) {
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.losses().cut(b);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(send_interaction(a, kShot, Values(), "3"), "");
  harness.settle();
  EXPECT_EQ(harness.losses().returns, 1u);
  EXPECT_EQ(take_tags(b), (Lines{"1", "2", "3"}));
  EXPECT_EQ(take_tags(c), (Lines{"1", "2", "3"}));
  expect_nothing_kept();
  EXPECT_TRUE(is_logged("is away: closed its connection; it may return for 30 s (resume.timeout)"));
  EXPECT_TRUE(is_logged("has returned from"));
}

TEST_F(Recovery, OthersGoOnWhileAMemberIsAway) {
  lose(b);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  EXPECT_EQ(send_interaction(c, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), Lines{"1"});
  EXPECT_EQ(take_tags(a), Lines{"2"});
  EXPECT_TRUE(is_member(b));
  EXPECT_TRUE(harness.ambassador(b).is_paused());
  EXPECT_EQ(harness.losses().records_kept(a), 1u);
  harness.losses().return_now(b);
  harness.settle();
  EXPECT_EQ(take_tags(b).size(), 2u);
  expect_nothing_kept();
}

TEST_F(Recovery, WhatAMemberSentBeforeItsLossArrives) {
  harness.losses().cut(a);
  for (const char* tag : {"1", "2", "3"}) EXPECT_EQ(send_interaction(a, kShot, Values(), tag), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), (Lines{"1", "2", "3"}));
  EXPECT_EQ(take_tags(c), (Lines{"1", "2", "3"}));
  expect_nothing_kept();
}

// Each is long enough for an acknowledgement of its own.
TEST_F(Recovery, LongRecordsAreKeptUntilTheirReceiversHaveThem) {
  harness.links().set_stopped(b, true);
  const std::string value_of_target(100'000, 'x');
  Lines tags;
  for (int i = 0; i < 8; ++i) {
    tags.push_back(std::to_string(i));
    EXPECT_EQ(send_interaction(a, kShot, value(kTarget, value_of_target), tags.back()), "");
    harness.settle();
  }
  harness.losses().cut(b);
  harness.links().set_stopped(b, false);
  harness.settle();
  EXPECT_EQ(take_tags(b), tags);
  EXPECT_EQ(take_tags(c), tags);
  expect_nothing_kept();
}

TEST_F(Recovery, AMemberThatDoesNotReturnIsResigned) {
  lose(b);
  harness.losses().pass_time(milliseconds(29'000));
  EXPECT_TRUE(is_member(b));
  harness.losses().pass_time(milliseconds(1'000));
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  EXPECT_TRUE(is_logged("and has not returned for 30 s (resume.timeout)"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), Lines{"1"});
  // It comes too late.
  harness.losses().return_now(b);
  harness.settle();
  std::string why;
  EXPECT_EQ(refusal(harness.call(b, wire::PublishInteractionClass{kShot}), &why),
            "RTIinternalError");
  EXPECT_NE(why.find("which is refused: it has been resigned since"), why.npos) << why;
  harness.kill(b);
}

TEST_F(Recovery, AMemberThatKeepsARecoveryWaitingIsAway) {
  harness.links().set_stopped(c, true);
  harness.losses().cut(b);
  harness.settle();
  EXPECT_TRUE(harness.ambassador(a).is_paused());
  harness.losses().pass_time(milliseconds(2'999));
  EXPECT_FALSE(is_logged("sent nothing for 3 s while the others waited for it in a recovery"));
  harness.losses().pass_time(milliseconds(1));
  EXPECT_TRUE(is_logged("sent nothing for 3 s while the others waited for it in a recovery"));
  harness.losses().pass_time(milliseconds(30'000));
  harness.settle();
  EXPECT_FALSE(harness.ambassador(a).is_paused());
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  harness.kill(c);
}

TEST_F(Recovery, AMemberThatGivesUpIsResignedAtOnce) {
  wire::RecordHeader header;
  header.sender = handle(b).value;
  header.position = 1000;
  header.flags = wire::kToRtig;
  wire::Buffer frame;
  wire::encode_record(header, wire::MembershipAbandoned{}, frame);
  harness.inject_up(b, frame);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  EXPECT_TRUE(is_logged("has given up its membership without resigning"));
}

// --- Refused returns. They change nothing.

TEST_F(Recovery, AStrangerWithoutTheSessionIsRefused) {
  lose(b);
  wire::ResumeMember wrong = resume_of(b, 1);
  wrong.session.low += 7;
  send_as_stranger(wrong, b);
  EXPECT_TRUE(is_logged("which is refused: it does not have that member's session"));
  EXPECT_TRUE(is_member(b));
  harness.losses().return_now(b);
  harness.settle();
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
}

TEST_F(Recovery, AnotherIdentityIsRefused) {
  lose(b);
  harness.links().set_principal(policy::certificate_principal("user", "eve"));
  send_as_stranger(resume_of(b, 1), b);
  EXPECT_TRUE(
      is_logged("which is refused: it has another identity than that member, which is "
                "anonymous"));
  EXPECT_TRUE(is_member(b));
  harness.links().set_principal({});
  harness.losses().return_now(b);
  harness.settle();
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
}

TEST_F(Recovery, ASessionOfNothingIsRefused) {
  send_as_stranger(wire::ResumeMember{"Federation", handle(a), {}, 1}, a);
  EXPECT_TRUE(is_logged("which is refused: it does not have that member's session"));
  send_as_stranger(wire::ResumeMember{"Federation", FederateHandle(77), {1, 1}, 1}, a);
  EXPECT_TRUE(is_logged("which is refused: it has been resigned since"));
  send_as_stranger(wire::ResumeMember{"None", handle(a), {1, 1}, 1}, a);
  EXPECT_TRUE(is_logged("asked to continue in a federation that has ended"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
}

TEST_F(Recovery, AnOldAttemptIsRefused) {
  harness.losses().cut(b);
  harness.settle();
  harness.losses().cut(b);
  harness.settle();
  send_as_stranger(resume_of(b, 2), b);
  EXPECT_TRUE(is_logged("which is refused: it has returned by another link since"));
  send_as_stranger(resume_of(b, 1), b);
  EXPECT_EQ(send_interaction(b, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(a), Lines{"1"});
}

TEST_F(Recovery, AMalformedReturnEndsItsLinkOnly) {
  const Federate stranger = harness.add();
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(wire::Kind::ResumeMember);
  header.position = 1;
  wire::Buffer frame(sizeof header + 3);
  std::memcpy(frame.data(), &header, sizeof header);
  harness.inject_up(stranger, frame);
  harness.settle();
  EXPECT_TRUE(is_logged("sent a malformed ResumeMember record"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
}

TEST_F(Recovery, AMemberThatAcknowledgesTooMuchIsExpelled) {
  wire::RecordHeader header;
  header.sender = handle(b).value;
  header.position = 1000;
  wire::Buffer frame;
  wire::encode_record(header, wire::Ack{{}, {1'000'000, 0}}, frame);
  harness.inject_up(b, frame);
  harness.settle();
  EXPECT_TRUE(is_logged("an acknowledgement of more than was sent to it"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), Lines{"1"});
}

// --- Federations in which recovery is not possible.

TEST_F(Recovery, AMemberWithoutASessionKeepsAllFromReturning) {
  rtia::AmbassadorOptions without;
  without.make_session = [] { return wire::SessionSecret(); };
  const Federate d = harness.add(without);
  EXPECT_EQ(rejoin(d, "federate"), "");
  deliver_all();
  EXPECT_FALSE(harness.ambassador(d).link_changes().can_resume());
  EXPECT_TRUE(is_logged("cannot return after a loss from now on: federate 4 'federate' cannot"));
  harness.losses().cut(b);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  EXPECT_TRUE(is_logged("; it cannot return: federate 4 'federate' cannot take part"));
  const Federate e = join("late");
  EXPECT_TRUE(is_logged("'late' of federation 'Federation' cannot return after a loss: federate"));
  EXPECT_EQ(resign(e, ResignAction::no_action), "");
  // The others can return when it has left.
  EXPECT_EQ(resign(d, ResignAction::no_action), "");
  harness.losses().cut(c);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  EXPECT_TRUE(is_logged("has returned from"));
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(c), Lines{"1"});
  harness.kill(b);
}

class NoRecovery : public Recovery {
 protected:
  NoRecovery() : Recovery(options(1, milliseconds(0))) {}
};

TEST_F(NoRecovery, ALostMemberIsResignedAtOnceAndNothingIsKept) {
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  EXPECT_EQ(harness.losses().records_kept(a), 0u);
  EXPECT_FALSE(harness.ambassador(b).link_changes().can_resume());
  harness.cut(b);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  harness.kill(b);
}

// --- Limits.

class SmallRetention : public Recovery {
 protected:
  static HarnessOptions small() {
    HarnessOptions options = Recovery::options();
    options.rtia.kept_bytes_max = 300;
    options.rtig.resume_log_bytes = 2'000;
    return options;
  }
  SmallRetention() : Recovery(small()) {}
};

TEST_F(SmallRetention, ASenderWaitsForAcknowledgementsAtTheLimit) {
  wire::SendInteraction shot;
  shot.interaction_class = kShot;
  int sent = 0;
  auto outcome = harness.begin_call(a, shot);
  for (; *outcome && sent < 100; ++sent) outcome = harness.begin_call(a, shot);
  ASSERT_FALSE(*outcome);
  EXPECT_LT(sent, 10);
  EXPECT_NE(harness.ambassador(a).room_wait_text().find("(resume.bytes)"), std::string::npos);
  harness.losses().cut(b);
  harness.settle();
  ASSERT_TRUE(*outcome);
  EXPECT_EQ(refusal(**outcome), "");
  EXPECT_EQ(take_tags(b).size(), static_cast<std::size_t>(sent) + 1);
  expect_nothing_kept();
}

TEST_F(SmallRetention, AnAbsentMemberIsResignedAtTheLimitOfTheLog) {
  lose(b);
  for (int i = 0; i < 50 && is_member(b); ++i) {
    EXPECT_EQ(publish(a, kHit), "");
    EXPECT_EQ(call(a, wire::UnpublishInteractionClass{kHit}), "");
    harness.settle();
  }
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  EXPECT_TRUE(is_logged("more than 2000 bytes are kept for it (resume.log-bytes)"));
  harness.kill(b);
}

class SmallQueues : public Recovery {
 protected:
  static HarnessOptions small() {
    HarnessOptions options = Recovery::options();
    options.rtia.hold_bytes = 200;
    options.rtia.resume_bytes = 100;
    return options;
  }
  SmallQueues() : Recovery(small()) {}

  // Lets `a` send until it waits for room at `b`.
  Outcome fill_queue_of_b() {
    wire::SendInteraction shot;
    shot.interaction_class = kShot;
    Outcome outcome = harness.begin_call(a, shot);
    for (int i = 0; *outcome && i < 100; ++i) {
      harness.settle();
      (void)take_tags(c);
      outcome = harness.begin_call(a, shot);
    }
    EXPECT_FALSE(*outcome);
    return outcome;
  }
};

TEST_F(SmallQueues, ASenderThatWaitsForRoomGoesOnAfterALoss) {
  for (const Federate lost : {a, b, c}) {
    const Outcome outcome = fill_queue_of_b();
    harness.losses().cut(lost);
    harness.settle();
    EXPECT_FALSE(*outcome) << "the hold lasts, lost: " << lost;
    (void)take_tags(b);
    harness.settle();
    ASSERT_TRUE(*outcome) << "lost: " << lost;
    deliver_all();
  }
  expect_nothing_kept();
}

// --- Random losses.

TEST(RandomLosses, EachRecordArrivesOnceInOrder) {
  std::uint64_t returns = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RecoveryRun run(seed, 2 + seed % 4);
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
    returns += run.return_count();
  }
  EXPECT_GT(returns, 100u);
}

TEST(RandomLosses, SavesSucceedAndRestoredFederatesReturn) {
  using Time = RecoveryRun::Time;
  using Saves = RecoveryRun::Saves;
  std::uint64_t interrupted_saves = 0;
  std::uint64_t restores = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RecoveryRun restored(seed, 2 + seed % 4, Time::absent, Saves::restored);
    ASSERT_EQ(restored.execute(200), "") << "seed " << seed;
    RecoveryRun timed(seed, 2 + seed % 4, Time::managed, Saves::made);
    ASSERT_EQ(timed.execute(200), "") << "seed " << seed << " with time management";
    interrupted_saves += restored.interrupted_save_count() + timed.interrupted_save_count();
    restores += restored.restore_count();
  }
  EXPECT_GT(interrupted_saves, 100u);
  EXPECT_GT(restores, 20u);
}

}  // namespace
}  // namespace triad::test
