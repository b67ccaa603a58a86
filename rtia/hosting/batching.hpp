// Whether what an update has sent leaves at once, or waits in the link for those that follow: a
// system call for each costs several times what the rest of an update does. Used by
// HostedAmbassador on links that take a system call to send.
//
// An update leaves at once unless it belongs to a burst, that is to say unless it is one of several
// that followed each other within microseconds. In a burst it leaves with 16 KB, or when the
// federate ticks or calls what waits; and so that it does not stay when the federate does neither,
// somebody else, the guard, is told when a batch begins, and flushes it or says that it is overdue.
// There is no batching without a guard.
//
// The clock is read for updates that leave at once, where it costs a hundredth of the system call,
// and not within a burst. A burst is over when the federate looks for input, or when the guard has
// had nothing to guard for a while.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace triad::rtia {

class Batching {
 public:
  using Clock = std::chrono::steady_clock;

  // Who sees to it that no batch stays for long. Called by the federate's thread.
  class Guard {
   public:
    virtual ~Guard() = default;
    // False: it sleeps, since it has had nothing to guard for a while.
    virtual bool is_guarding() const = 0;
    // It guards from now on. False: it cannot any more.
    virtual bool wake() = 0;
    virtual Clock::time_point now() const { return Clock::now(); }
  };

  void guard_by(Guard& guard) { guard_ = &guard; }

  // An update was sent, and so many bytes wait in the link. False: flush.
  bool defers(std::size_t queued_bytes) {
    if (queued_bytes >= kBatchBytes) return false;
    if (is_pending()) return overdue_.load(std::memory_order_relaxed) != last_batch_;
    if (guard_ == nullptr || !is_in_burst()) return false;
    pending_.store(++last_batch_, std::memory_order_seq_cst);
    // The guard says that it sleeps before it looks for a batch a last time, so that one of the two
    // sees the other.
    if (guard_->is_guarding() || guard_->wake()) return true;
    (void)flushed();
    return false;
  }
  // All that was sent is being flushed. True: there was a batch.
  bool flushed() {
    if (!is_pending()) return false;
    pending_.store(0, std::memory_order_relaxed);
    return true;
  }
  void federate_looks() {
    in_burst_ = false;
    quick_ones_ = 0;
  }

  // The number of the batch that waits; 0: none. Any thread.
  std::uint64_t pending() const { return pending_.load(std::memory_order_seq_cst); }
  bool is_pending() const { return pending_.load(std::memory_order_relaxed) != 0; }
  // The next update is to take this batch along. Any thread.
  void set_overdue(std::uint64_t batch) { overdue_.store(batch, std::memory_order_relaxed); }

  static constexpr std::size_t kBatchBytes = std::size_t{16} << 10;

 private:
  // So many updates, each so soon after the last, are a burst.
  static constexpr int kQuickOnes = 4;
  static constexpr Clock::duration kSoon = std::chrono::microseconds(20);

  bool is_in_burst() {
    if (in_burst_ && guard_->is_guarding()) return true;
    if (in_burst_) federate_looks();  // a burst of long ago
    const Clock::time_point now = guard_->now();
    quick_ones_ = now - last_ < kSoon ? quick_ones_ + 1 : 0;
    last_ = now;
    in_burst_ = quick_ones_ >= kQuickOnes && guard_->wake();
    return in_burst_;
  }

  Guard* guard_ = nullptr;
  bool in_burst_ = false;
  int quick_ones_ = 0;
  Clock::time_point last_;
  std::uint64_t last_batch_ = 0;
  std::atomic<std::uint64_t> pending_{0};
  std::atomic<std::uint64_t> overdue_{0};
};

}  // namespace triad::rtia
