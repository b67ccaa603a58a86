// Background thread of an embedded RTI ambassador. While the federate computes for a long time
// without tick, the thread reads its link. So the RTIA still answers questions about time, raises
// promises, and holds senders when too much is queued. Used by Session; not needed for an rtia
// process.
//
// Every 10 ms or more the thread checks whether the federate has called since the last check. If
// not, it takes the ambassador (exclusive_handoff.hpp) and sleeps on the link until the federate
// returns. It does not wake while the federate stays outside and nothing arrives, or while the
// federate stays in one service.
//
// The thread also limits the age of batches of updates (rtia/hosting/batching.hpp). The first
// update of a batch wakes it. It then checks every 50 us, until there has been no batch for a
// while.
//
// It calls no code of the federate, except a libFedTime of the federation, through the ambassador.
// It blocks all signals. It ends when the link is lost, in stop(), and before the exit of the
// process destroys objects that it uses. A forked child has no such thread and calls
// release_in_child().
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

  // Starts the thread. Called within a service. `ambassador` must outlive the thread. The thread
  // calls `after_input` after it has handled input, while it holds the ambassador. If no thread can
  // be started, reports that on standard error, and the federate runs without one.
  void start(rtia::HostedAmbassador& ambassador, std::function<void()> after_input);
  // Stops the thread, if it runs. May be called within a service or outside.
  void stop() noexcept;
  [[nodiscard]] bool is_running() const { return thread_ != nullptr; }
  // Forgets the thread, which belongs to the parent. Called in a forked child.
  void release_in_child() noexcept { (void)thread_.release(); }

  // Called by the federate's thread: take_over() when a service begins or a callback returns,
  // give_back() when a service ends or a callback begins.
  void take_over() {
    if (!handoff_.take_over()) return;
    // Destructors call take_over(), and must not be cancelled.
    const transport::CancellationGuard held;
    ambassador_->finish_wait();
  }
  void give_back() { handoff_.give_back(); }

 private:
  enum class Sleep { until_next_check, until_batch_check, until_rung, on_link };

  bool is_guarding() const override { return guarding_.load(std::memory_order_seq_cst); }
  bool wake() override;

  void run();
  void read_while_outside();
  void watch_batches();
  void flush_overdue_batch(std::uint64_t batch);
  [[nodiscard]] bool read_all();
  void sleep(Sleep how) const;
  bool stopping() const { return stop_.load(std::memory_order_relaxed); }

  ExclusiveHandoff handoff_;
  rtia::HostedAmbassador* ambassador_ = nullptr;
  std::function<void()> after_input_;
  std::array<pollfd, 2> link_{};  // Descriptors of the link, to sleep on.
  std::atomic<bool> stop_{false};
  std::atomic<bool> guarding_{false};  // Whether the thread watches for old batches.
  std::atomic<bool> ended_{false};
  std::unique_ptr<std::thread> thread_;
};

}  // namespace triad::api
