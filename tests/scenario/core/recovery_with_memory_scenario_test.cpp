// Members at links lose them and return, while others share memory with the RTIG
// (docs/recovery.md).
#include <gtest/gtest.h>

#include <string>

#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

class RecoveryWithMemory : public Recovery {
 protected:
  static HarnessOptions shared() {
    HarnessOptions options = Recovery::options();
    options.on_fabric = options.mixed = true;
    return options;
  }
  explicit RecoveryWithMemory(const HarnessOptions& of = shared()) : Recovery(of) {
    for (const Federate f : {a, b, c}) {
      (harness.ambassador(f).on_fabric() ? in_memory : at_links).push_back(f);
    }
  }
  std::vector<Federate> in_memory;
  std::vector<Federate> at_links;
};

TEST_F(RecoveryWithMemory, AMemberAtALinkReturnsAndMissesNothing) {
  ASSERT_FALSE(in_memory.empty());
  const Federate memory = in_memory.front();
  const Federate linked = at_links.front();
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "1"), "");
  harness.losses().cut(linked);
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "2"), "");
  harness.settle();
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "3"), "");
  harness.settle();
  EXPECT_EQ(harness.losses().returns, 1u);
  EXPECT_EQ(take_tags(linked), (Lines{"1", "2", "3"}));
  expect_nothing_kept();
}

TEST_F(RecoveryWithMemory, WhatAMemberSentBeforeItsLossArrivesInMemoryOnce) {
  const Federate linked = at_links.front();
  EXPECT_EQ(send_interaction(linked, kShot, Values(), "1"), "");
  harness.settle();
  harness.losses().cut(linked);
  for (const char* tag : {"2", "3"}) EXPECT_EQ(send_interaction(linked, kShot, Values(), tag), "");
  harness.settle();
  for (const Federate f : in_memory) EXPECT_EQ(take_tags(f), (Lines{"1", "2", "3"}));
  expect_nothing_kept();
}

TEST_F(RecoveryWithMemory, MembersInMemoryGoOnWhileAMemberIsAway) {
  lose(at_links.front());
  const Federate memory = in_memory.front();
  EXPECT_FALSE(harness.ambassador(memory).is_paused());
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "1"), "");
  EXPECT_EQ(call(memory, wire::SubscribeInteractionClass{kTalk, true}), "");
  harness.settle();
  EXPECT_GT(harness.rtig().records_kept("Federation"), 0u);
  harness.losses().return_now(at_links.front());
  harness.settle();
  EXPECT_EQ(take_tags(at_links.front()), Lines{"1"});
  expect_nothing_kept();
}

// The RTIG keeps what it has passed on, so nothing is lost with the sender.
TEST_F(RecoveryWithMemory, WhatAMemberInMemorySentBeforeItResignedArrives) {
  const Federate memory = in_memory.front();
  lose(at_links.front());
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "1"), "");
  EXPECT_EQ(call(memory, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
  harness.settle();
  harness.losses().return_now(at_links.front());
  harness.settle();
  EXPECT_EQ(take_tags(at_links.front()), Lines{"1"});
  EXPECT_EQ(harness.rtig().records_kept("Federation"), 0u);
}

TEST_F(RecoveryWithMemory, WhatAMemberInMemorySentBeforeItWasKilledArrives) {
  const Federate memory = in_memory.front();
  const Federate linked = at_links.front();
  lose(linked);
  EXPECT_EQ(send_interaction(memory, kShot, Values(), "1"), "");
  harness.settle();
  harness.kill(memory);
  harness.settle();
  EXPECT_FALSE(is_member(memory));
  harness.losses().return_now(linked);
  harness.settle();
  EXPECT_EQ(take_tags(linked), Lines{"1"});
  EXPECT_EQ(harness.rtig().records_kept("Federation"), 0u);
}

class SmallLimits : public RecoveryWithMemory {
 protected:
  static HarnessOptions with_small_limits() {
    HarnessOptions options = shared();
    options.rtig.resume_log_bytes = 2'000;
    return options;
  }
  SmallLimits() : RecoveryWithMemory(with_small_limits()) {
    fourth = join("federate");
    fifth = join("federate");
    deliver_all();
  }
  Federate fourth = 0;
  Federate fifth = 0;
};

// It sends more again than the RTIG keeps aside, while the recovery waits for another member.
TEST_F(SmallLimits, AMemberThatSendsTooMuchInARecoveryIsResigned) {
  const Federate sender = at_links.front();
  const Federate other = harness.ambassador(fourth).on_fabric() ? fifth : fourth;
  ASSERT_FALSE(harness.ambassador(other).on_fabric());
  harness.losses().are_returns_stopped = true;
  harness.losses().cut(sender);
  const std::string target(500, 'x');
  const Values values = value(kTarget, target);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(send_interaction(sender, kShot, values, std::to_string(i)), "");
  harness.settle();
  harness.losses().return_now(sender);
  for (int i = 0; i < 500 && !is_logged("bytes in one recovery (resume.log-bytes)"); ++i) {
    // Takes the epoch, sends its data again, and does not answer any more.
    if (harness.ambassador(other).link_changes().recovery().state() ==
        rtia::MemberRecovery::State::retransmitting) {
      harness.links().set_stopped(other, true);
    }
    (void)harness.deliver_one();
  }
  EXPECT_TRUE(is_logged("bytes in one recovery (resume.log-bytes)"));
  harness.links().set_stopped(other, false);
  harness.settle();
  EXPECT_FALSE(is_member(sender));
  for (const Federate f : in_memory) EXPECT_TRUE(is_member(f));
  EXPECT_EQ(call(in_memory.front(), wire::SubscribeInteractionClass{kTalk, true}), "");
  harness.kill(sender);
}

class ShortQueues : public RecoveryWithMemory {
 protected:
  static HarnessOptions with_short_queues() {
    HarnessOptions options = shared();
    options.rtig.queue = {.hold = 20'000, .resume = 5'000, .expel = 10'000'000};
    return options;
  }
  ShortQueues() : RecoveryWithMemory(with_short_queues()) {}
};

TEST_F(ShortQueues, AMemberThatIsAwayHoldsUpSendersInMemory) {
  lose(at_links.front());
  wire::SendInteraction shot;
  shot.interaction_class = kShot;
  const std::string target(1'000, 'x');
  const Values values = value(kTarget, target);
  shot.values = values;
  auto outcome = harness.begin_call(in_memory.front(), shot);
  int sent = 1;
  for (; *outcome && sent < 100; ++sent) {
    harness.settle();
    outcome = harness.begin_call(in_memory.front(), shot);
  }
  ASSERT_FALSE(*outcome) << "it was never held up";
  EXPECT_GE(sent, 15);
  harness.losses().return_now(at_links.front());
  harness.settle();
  EXPECT_TRUE(*outcome);
  EXPECT_EQ(take_tags(at_links.front()).size(), static_cast<std::size_t>(sent));
  expect_nothing_kept();
}

class RecoveryRunsWithMemory : public testing::TestWithParam<RecoveryRun::Mesh> {};

TEST_P(RecoveryRunsWithMemory, LoseNothing) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    RecoveryRun run(seed, 3 + seed % 3, RecoveryRun::Time::absent, RecoveryRun::Saves::absent,
                    GetParam());
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
  }
}

TEST_P(RecoveryRunsWithMemory, GrantNothingTooEarly) {
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    RecoveryRun run(seed, 3 + seed % 3, RecoveryRun::Time::managed, RecoveryRun::Saves::absent,
                    GetParam());
    ASSERT_EQ(run.execute(), "") << "seed " << seed;
  }
}

TEST_P(RecoveryRunsWithMemory, GoOnWithSavesAndRestores) {
  std::uint64_t interrupted = 0;
  std::uint64_t restores = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    for (const auto saves : {RecoveryRun::Saves::made, RecoveryRun::Saves::restored}) {
      RecoveryRun run(seed, 3 + seed % 3, RecoveryRun::Time::absent, saves, GetParam());
      ASSERT_EQ(run.execute(200), "") << "seed " << seed;
      interrupted += run.interrupted_save_count();
      restores += run.restore_count();
    }
  }
  EXPECT_GT(interrupted, 0u);
  EXPECT_GT(restores, 0u);
}

INSTANTIATE_TEST_SUITE_P(Places, RecoveryRunsWithMemory,
                         testing::Values(RecoveryRun::Mesh::memory,
                                         RecoveryRun::Mesh::links_and_memory),
                         [](const auto& of) {
                           return of.param == RecoveryRun::Mesh::memory ? "AtLinks" : "InMesh";
                         });

}  // namespace
}  // namespace triad::test
