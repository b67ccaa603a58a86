#include "libRTI/src/background/background_thread.hpp"

#include <gtest/gtest.h>
#include <sys/eventfd.h>

#include <atomic>
#include <chrono>
#include <memory>

#include "transport/posix/unique_fd.hpp"
#include "transport/test_link.hpp"

namespace triad::api {
namespace {

// A link that reports when its reader sleeps, and can wake it.
class RingingLink final : public transport::TestLink {
 public:
  int descriptor() const override { return bell_.get(); }
  bool prepare_wait() override {
    is_waited_for_ = true;
    is_waited_for_.notify_all();
    return true;
  }

  void await_sleeper() const { is_waited_for_.wait(false); }
  void ring() const { ::eventfd_write(bell_.get(), 1); }

 private:
  const transport::UniqueFd bell_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)};
  std::atomic<bool> is_waited_for_{false};
};

// Covers all states of the thread. It checks every 10 ms, and from the second check within one
// service on it sleeps until that service gives back. Here that service waits for the thread's end,
// so the thread must recognize the ring of stop().
TEST(BackgroundThread, IsStoppedWithinAServiceOfAnyLength) {
  using Clock = std::chrono::steady_clock;
  rtia::HostedAmbassador ambassador(std::make_unique<RingingLink>(), "quiet");
  for (int length_ms = 0; length_ms <= 40; length_ms += 2) {
    BackgroundThread thread;
    thread.start(ambassador, [] {});
    thread.take_over();
    const auto begin = Clock::now();
    while (Clock::now() - begin < std::chrono::milliseconds(length_ms)) {
    }
    thread.stop();
    thread.give_back();
  }
  EXPECT_TRUE(ambassador.is_usable());
}

// A federate calls just when its RTIG ends: the link wakes the thread, which finds the federate
// inside. The ring of take_over() is still pending when that of stop() follows.
TEST(BackgroundThread, IsStoppedByWhoComesAsTheLinkRings) {
  using Clock = std::chrono::steady_clock;
  for (int round = 0; round < 100; ++round) {
    auto owned = std::make_unique<RingingLink>();
    const RingingLink& link = *owned;
    rtia::HostedAmbassador ambassador(std::move(owned), "quiet");
    BackgroundThread thread;
    thread.start(ambassador, [] {});
    link.await_sleeper();
    const auto soon = Clock::now() + std::chrono::microseconds(round);
    link.ring();
    while (Clock::now() < soon) {
    }
    thread.take_over();
    while (Clock::now() < soon + std::chrono::microseconds(round)) {
    }
    thread.stop();
    thread.give_back();
    EXPECT_TRUE(ambassador.is_usable());
  }
}

}  // namespace
}  // namespace triad::api
