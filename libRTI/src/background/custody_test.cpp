#include "libRTI/src/background/custody.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include <atomic>
#include <optional>
#include <thread>

namespace triad::api {
namespace {

using Fence = Custody::Fence;

// Both fences, if the kernel has its own.
class CustodyByFence : public testing::TestWithParam<Fence> {
 protected:
  void SetUp() override {
    if (GetParam() == Fence::by_kernel && Custody::best_fence() != Fence::by_kernel) {
      GTEST_SKIP() << "this kernel has no membarrier";
    }
    ASSERT_TRUE(custody.make_bell());
  }
  bool rung() const {
    pollfd bell{custody.bell(), POLLIN, 0};
    const bool is_rung = poll(&bell, 1, 0) == 1;
    if (is_rung) custody.silence();
    return is_rung;
  }

  Custody custody{GetParam()};
};

TEST_P(CustodyByFence, CountsWhetherTheFederateIsInside) {
  EXPECT_FALSE(Custody::is_inside(custody.number()));
  EXPECT_FALSE(custody.take());
  EXPECT_TRUE(Custody::is_inside(custody.number()));
  custody.give_back();
  EXPECT_FALSE(Custody::is_inside(custody.number()));
  EXPECT_EQ(custody.number(), 2u);
  EXPECT_FALSE(rung());
}

TEST_P(CustodyByFence, IsNotClaimedOnceTheFederateHasCalled) {
  const auto seen = custody.number();
  EXPECT_FALSE(custody.take());
  EXPECT_FALSE(custody.claim(seen));
  custody.give_back();
  EXPECT_FALSE(custody.claim(seen));
  EXPECT_TRUE(custody.claim(custody.number()));
  custody.release();
  EXPECT_FALSE(custody.take());
  EXPECT_FALSE(rung());
}

TEST_P(CustodyByFence, RingsTheWatchingThreadAndTellsTheFederateOfTheLink) {
  ASSERT_TRUE(custody.claim(custody.number()));
  custody.watch();
  EXPECT_TRUE(custody.take());
  EXPECT_TRUE(rung());
  EXPECT_FALSE(custody.resume());
  custody.give_back();
  EXPECT_FALSE(custody.take());
  EXPECT_FALSE(rung());
}

TEST_P(CustodyByFence, StaysWithTheThreadFromWatchToWatch) {
  ASSERT_TRUE(custody.claim(custody.number()));
  custody.watch();
  ASSERT_TRUE(custody.resume());
  custody.watch();
  ASSERT_TRUE(custody.resume());
  custody.release();
  EXPECT_FALSE(custody.take());
}

TEST_P(CustodyByFence, RingsWhenAFederateGivesBackThatIsAwaited) {
  EXPECT_FALSE(custody.take());
  ASSERT_TRUE(custody.await_give_back(custody.number()));
  custody.give_back();
  EXPECT_TRUE(rung());
  EXPECT_FALSE(custody.take());
  EXPECT_FALSE(rung());
}

TEST_P(CustodyByFence, DoesNotAwaitWhoHasGivenBackAlready) {
  EXPECT_FALSE(custody.take());
  const auto seen = custody.number();
  custody.give_back();
  EXPECT_FALSE(custody.await_give_back(seen));
  EXPECT_FALSE(custody.take());
  EXPECT_FALSE(rung());
}

TEST_P(CustodyByFence, AFederateThatComesWhileTheThreadWorksWaitsForIt) {
  ASSERT_TRUE(custody.claim(custody.number()));
  bool worked = false;  // not atomic on purpose: the custody orders the two threads
  std::optional<bool> seen;
  std::thread federate([&] {
    EXPECT_FALSE(custody.take());
    seen = worked;
    custody.give_back();
  });
  while (!custody.is_wanted()) std::this_thread::yield();
  worked = true;
  custody.release();
  federate.join();
  EXPECT_EQ(seen, true);
}

// Two threads and what they share, which is no atomic: a sanitizer sees them meet, and so does the
// count. The thread sleeps on the bell alone without a limit, so a ring lost ends the test never.
TEST_P(CustodyByFence, HasOneOwnerAtATimeAndLosesNoRing) {
  constexpr std::uint64_t kVisits = 100'000;
  constexpr std::uint64_t kClaims = 1'000;
  std::uint64_t inside = 0;
  std::atomic<std::uint64_t> claims{0};
  std::atomic<bool> done{false};
  std::thread thread([&] {
    pollfd bell{custody.bell(), POLLIN, 0};
    const auto sleep = [&] {
      poll(&bell, 1, -1);
      custody.silence();
    };
    while (!done) {
      const auto number = custody.number();
      if (Custody::is_inside(number)) {
        if (!custody.await_give_back(number)) continue;
        sleep();
        custody.await_no_more();
      } else if (custody.claim(number)) {
        ++inside;
        ++claims;
        custody.watch();
        sleep();
        if (custody.resume()) custody.release();
      }
    }
  });
  std::uint64_t visits = 0;
  while (visits < kVisits || claims < kClaims) {
    (void)custody.take();
    ++inside;
    ++visits;
    custody.give_back();
    if (visits % 64 == 0) std::this_thread::yield();
  }
  done = true;
  custody.ring();
  thread.join();
  EXPECT_EQ(inside, visits + claims);
}

INSTANTIATE_TEST_SUITE_P(Fences, CustodyByFence,
                         testing::Values(Fence::by_kernel, Fence::by_processor),
                         [](const auto& fence) {
                           return fence.param == Fence::by_kernel ? "ByKernel" : "ByProcessor";
                         });

}  // namespace
}  // namespace triad::api
