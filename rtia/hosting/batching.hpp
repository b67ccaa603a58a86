// Decision whether an update is flushed at once or waits in the link for later ones. A system call
// for each update costs several times the rest of its work. Used by HostedAmbassador on links that
// send by a system call.
//
// An update is flushed at once unless it belongs to a burst: several updates that followed each
// other within microseconds. In a burst, updates are flushed at 16 KB, or when the federate ticks
// or makes a call that waits. If the federate does neither, a guard, which is informed when a batch
// begins, flushes the batch or marks it as overdue. There is no batching without a guard.
//
// The clock is read only for updates that are flushed at once, where it costs about a hundredth of
// the system call. A burst ends when the federate looks for input, or when the guard has had
// nothing to guard for a while.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace triad::rtia {

class Batching {
 public:
  using Clock = std::chrono::steady_clock;

  // Limits how long a batch stays in the link. Called by the federate's thread.
  class Guard {
   public:
    virtual ~Guard() = default;
    // Returns false if the guard sleeps because it had nothing to guard for a while.
    virtual bool is_guarding() const = 0;
    // Makes the guard watch from now on. Returns false if it no longer can.
    virtual bool wake() = 0;
    virtual Clock::time_point now() const { return Clock::now(); }
  };

  void set_guard(Guard& guard) { guard_ = &guard; }

  // Decides after an update, with `queued_bytes` waiting in the link. Returns false if the link
  // must be flushed.
  bool can_defer(std::size_t queued_bytes) {
    if (queued_bytes >= kBatchBytes) return false;
    if (is_pending()) return overdue_.load(std::memory_order_relaxed) != last_batch_;
    if (guard_ == nullptr || !is_in_burst()) return false;
    pending_.store(++last_batch_, std::memory_order_seq_cst);
    // The guard announces its sleep before its last look for a batch. So either the guard sees the
    // batch, or this thread sees that the guard sleeps.
    if (guard_->is_guarding() || guard_->wake()) return true;
    (void)record_flush();
    return false;
  }
  // Records that the link is flushed. Returns whether a batch was pending.
  bool record_flush() {
    if (!is_pending()) return false;
    pending_.store(0, std::memory_order_relaxed);
    return true;
  }
  void end_burst() {
    in_burst_ = false;
    quick_updates_ = 0;
  }

  // Returns the number of the pending batch; 0: none. For any thread.
  std::uint64_t pending() const { return pending_.load(std::memory_order_seq_cst); }
  bool is_pending() const { return pending_.load(std::memory_order_relaxed) != 0; }
  // Makes the next update flush this batch. For any thread.
  void set_overdue(std::uint64_t batch) { overdue_.store(batch, std::memory_order_relaxed); }

  static constexpr std::size_t kBatchBytes = std::size_t{16} << 10;

 private:
  // A burst begins with this number of updates, each within kBurstIntervalMax of the one before.
  static constexpr int kBurstUpdates = 4;
  static constexpr Clock::duration kBurstIntervalMax = std::chrono::microseconds(20);

  bool is_in_burst() {
    if (in_burst_ && guard_->is_guarding()) return true;
    if (in_burst_) end_burst();  // the burst ended long ago
    const Clock::time_point now = guard_->now();
    quick_updates_ = now - last_ < kBurstIntervalMax ? quick_updates_ + 1 : 0;
    last_ = now;
    in_burst_ = quick_updates_ >= kBurstUpdates && guard_->wake();
    return in_burst_;
  }

  Guard* guard_ = nullptr;
  bool in_burst_ = false;
  int quick_updates_ = 0;
  Clock::time_point last_;
  std::uint64_t last_batch_ = 0;
  std::atomic<std::uint64_t> pending_{0};
  std::atomic<std::uint64_t> overdue_{0};
};

}  // namespace triad::rtia
