#include "libRTI/src/background/exclusive_handoff.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <optional>
#include <thread>

namespace triad::api {
namespace {

using Fence = ExclusiveHandoff::Fence;

// Runs with both fences, if the kernel supports membarrier.
class HandoffByFence : public testing::TestWithParam<Fence> {
 protected:
  void SetUp() override {
    if (GetParam() == Fence::by_kernel && ExclusiveHandoff::best_fence() != Fence::by_kernel) {
      GTEST_SKIP() << "this kernel has no membarrier";
    }
    ASSERT_TRUE(handoff.make_bell());
  }
  bool rung() const {
    pollfd bell{handoff.bell(), POLLIN, 0};
    const bool is_rung = poll(&bell, 1, 0) == 1;
    if (is_rung) handoff.silence();
    return is_rung;
  }

  ExclusiveHandoff handoff{GetParam()};
};

TEST_P(HandoffByFence, CountsWhetherTheFederateIsInside) {
  EXPECT_FALSE(ExclusiveHandoff::is_inside(handoff.number()));
  EXPECT_FALSE(handoff.take_over());
  EXPECT_TRUE(ExclusiveHandoff::is_inside(handoff.number()));
  handoff.give_back();
  EXPECT_FALSE(ExclusiveHandoff::is_inside(handoff.number()));
  EXPECT_EQ(handoff.number(), 2u);
  EXPECT_FALSE(rung());
}

TEST_P(HandoffByFence, IsNotClaimedOnceTheFederateHasCalled) {
  const auto seen = handoff.number();
  EXPECT_FALSE(handoff.take_over());
  EXPECT_FALSE(handoff.claim(seen));
  handoff.give_back();
  EXPECT_FALSE(handoff.claim(seen));
  EXPECT_TRUE(handoff.claim(handoff.number()));
  handoff.release();
  EXPECT_FALSE(handoff.take_over());
  EXPECT_FALSE(rung());
}

TEST_P(HandoffByFence, RingsTheWatchingThreadAndTellsTheFederateOfTheLink) {
  ASSERT_TRUE(handoff.claim(handoff.number()));
  handoff.watch();
  EXPECT_TRUE(handoff.take_over());
  EXPECT_TRUE(rung());
  EXPECT_FALSE(handoff.resume());
  handoff.give_back();
  EXPECT_FALSE(handoff.take_over());
  EXPECT_FALSE(rung());
}

TEST_P(HandoffByFence, StaysWithTheThreadFromWatchToWatch) {
  ASSERT_TRUE(handoff.claim(handoff.number()));
  handoff.watch();
  ASSERT_TRUE(handoff.resume());
  handoff.watch();
  ASSERT_TRUE(handoff.resume());
  handoff.release();
  EXPECT_FALSE(handoff.take_over());
}

TEST_P(HandoffByFence, RingsWhenAFederateGivesBackThatIsAwaited) {
  EXPECT_FALSE(handoff.take_over());
  ASSERT_TRUE(handoff.await_give_back(handoff.number()));
  handoff.give_back();
  EXPECT_TRUE(rung());
  EXPECT_FALSE(handoff.take_over());
  EXPECT_FALSE(rung());
}

TEST_P(HandoffByFence, DoesNotAwaitWhoHasGivenBackAlready) {
  EXPECT_FALSE(handoff.take_over());
  const auto seen = handoff.number();
  handoff.give_back();
  EXPECT_FALSE(handoff.await_give_back(seen));
  EXPECT_FALSE(handoff.take_over());
  EXPECT_FALSE(rung());
}

TEST_P(HandoffByFence, AFederateThatComesWhileTheThreadWorksWaitsForIt) {
  ASSERT_TRUE(handoff.claim(handoff.number()));
  bool worked = false;  // Not atomic, to show that the handoff orders the two threads.
  std::optional<bool> seen;
  std::thread federate([&] {
    EXPECT_FALSE(handoff.take_over());
    seen = worked;
    handoff.give_back();
  });
  while (!handoff.is_wanted()) std::this_thread::yield();
  worked = true;
  handoff.release();
  federate.join();
  EXPECT_EQ(seen, true);
}

// Two threads share data that is not atomic. If both were inside, a sanitizer or the count would
// show it. The thread sleeps on the bell without a timeout, so a lost ring would hang the test.
TEST_P(HandoffByFence, HasOneOwnerAtATimeAndLosesNoRing) {
  constexpr std::uint64_t kVisits = 100'000;
  constexpr std::uint64_t kClaims = 1'000;
  std::uint64_t inside = 0;
  std::atomic<std::uint64_t> claims{0};
  std::atomic<bool> done{false};
  std::thread thread([&] {
    pollfd bell{handoff.bell(), POLLIN, 0};
    const auto sleep = [&] {
      poll(&bell, 1, -1);
      handoff.silence();
    };
    while (!done) {
      const auto number = handoff.number();
      if (ExclusiveHandoff::is_inside(number)) {
        if (!handoff.await_give_back(number)) continue;
        sleep();
        handoff.end_await_give_back();
      } else if (handoff.claim(number)) {
        ++inside;
        ++claims;
        handoff.watch();
        sleep();
        if (handoff.resume()) handoff.release();
      }
    }
  });
  std::uint64_t visits = 0;
  while (visits < kVisits || claims < kClaims) {
    (void)handoff.take_over();
    ++inside;
    ++visits;
    handoff.give_back();
    if (visits % 64 == 0) std::this_thread::yield();
  }
  done = true;
  handoff.ring();
  thread.join();
  EXPECT_EQ(inside, visits + claims);
}

INSTANTIATE_TEST_SUITE_P(Fences, HandoffByFence,
                         testing::Values(Fence::by_kernel, Fence::by_processor),
                         [](const auto& fence) {
                           return fence.param == Fence::by_kernel ? "ByKernel" : "ByProcessor";
                         });

}  // namespace
}  // namespace triad::api
