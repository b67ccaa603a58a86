// The thread of an embedded RTI ambassador (an RTIA always reads on). A
// federate that computes for minutes without tick must not stop the others: while it is away, this
// thread reads what comes, so that questions of time are answered, promises raised and senders held
// where there is too much. Used by Session; an rtia process needs none.
//
// It looks every few milliseconds whether the federate has called since; if not, it takes the
// ambassador (exclusive_handoff.hpp) and sleeps on the link until the federate is back. It does not
// wake while nobody calls and nothing comes, nor while the federate stays in one service.
//
// It also sees to it that no batch of updates (rtia/hosting/batching.hpp) stays for long: woken
// when the first one begins, it looks every 50 us, until there has been none for a while.
//
// It calls nothing of the federate's but, through the ambassador, a libFedTime that the federation
// brings; it blocks all signals; it ends with the link, with stop(), and before the process's exit
// destroys what it may use. A forked child has no such thread: it calls forget().
#pragma once

#include <poll.h>

#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "libRTI/src/background/exclusive_handoff.hpp"
#include "rtia/hosting/hosted_ambassador.hpp"
#include "transport/posix/cancellation.hpp"

namespace triad::api {

class BackgroundThread final : private rtia::Batching::Guard {
 public:
  BackgroundThread() = default;
  ~BackgroundThread() override { stop(); }
  BackgroundThread(const BackgroundThread&) = delete;
  BackgroundThread& operator=(const BackgroundThread&) = delete;

  // From within a service. The ambassador must outlive the thread; `looked` is called, with the
  // ambassador taken, whenever the thread has handled what came. Without room for a thread it says
  // so on standard error, and the federate does without.
  void start(rtia::HostedAmbassador& ambassador, std::function<void()> looked);
  // Any number of times, from within a service or not.
  void stop() noexcept;
  [[nodiscard]] bool is_running() const { return thread_ != nullptr; }
  // In a forked child: the thread is the parent's.
  void forget() noexcept { (void)thread_.release(); }

  // The federate's thread: a service begins or goes on after a callback; a service ends or a
  // callback begins.
  void take() {
    if (!handoff_.take()) return;
    const transport::CancellationHeld held;  // destructors take
    ambassador_->finish_wait();
  }
  void give_back() { handoff_.give_back(); }

 private:
  enum class Sleep { look_again, shortly, until_rung, on_link };

  bool is_guarding() const override { return guarding_.load(std::memory_order_seq_cst); }
  bool wake() override;

  void run();
  void attend();
  void guard();
  void hurry(std::uint64_t batch);
  [[nodiscard]] bool read_all();
  void sleep(Sleep how) const;
  bool stopping() const { return stop_.load(std::memory_order_relaxed); }

  ExclusiveHandoff handoff_;
  rtia::HostedAmbassador* ambassador_ = nullptr;
  std::function<void()> looked_;
  std::array<pollfd, 2> link_{};  // what to sleep on
  std::atomic<bool> stop_{false};
  std::atomic<bool> guarding_{false};  // it looks after batches
  std::atomic<bool> ended_{false};
  std::unique_ptr<std::thread> thread_;
};

}  // namespace triad::api
