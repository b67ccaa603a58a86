// YieldPolicy: decides whether to yield the processor between two looks for input. If other
// processes are about to send, a few yields bring their input without the cost of a sleep and a
// wake-up. If another process computes, yielding is worse than sleeping, because the scheduler
// prefers only a woken process to a computing one. So the policy accounts for the time saved and
// lost, and omits yields while the account is overdrawn. Used by Waiter and EventLoop.
#pragma once

#include <sched.h>

#include <algorithm>

#include "transport/link_options.hpp"

namespace triad::transport {

// Approximate cost of one look and one yield if no other process wants the processor.
inline constexpr Duration kPollAndYieldCost = std::chrono::microseconds(1);

class YieldPolicy {
 public:
  // Returns whether to yield. Called once before each wait.
  [[nodiscard]] bool should_yield() {
    if (skips_left_ == 0) return true;
    --skips_left_;
    return false;
  }

  // Yields the processor. Returns at once if no other process wants it. Returns false if the turn
  // of another process was long: it computes.
  bool yield() {
    const Clock::time_point begin = Clock::now();
    ::sched_yield();
    return record_yield(Clock::now() - begin);
  }

  // Records a yield that took `time`, and returns as yield() does.
  bool record_yield(Duration time) {
    if (time < kTurnMax) return true;
    credit_ -= time;
    if (credit_ < Duration::zero()) {
      credit_ = Duration::zero();
      last_skips_ = std::clamp(4 * last_skips_, kSkipsMin, kSkipsMax);
      skips_left_ = last_skips_;
    }
    return false;
  }

  // Records that the input arrived during a yield.
  void record_success() {
    credit_ = std::min(credit_ + kSavedTime, kCreditMax);
    if (credit_ == kCreditMax) last_skips_ = 0;
  }

  // Longest yield that does not count as lost. Sixteen processes that answer each other on two
  // cores need less, and the kernel's time slice for a computing process is longer.
  static constexpr Duration kTurnMax = std::chrono::milliseconds(1);
  // Time that a successful yield saves: the least cost of a wake-up.
  static constexpr Duration kSavedTime = std::chrono::microseconds(10);
  // Largest saved time: about three time slices of a computing process.
  static constexpr Duration kCreditMax = std::chrono::milliseconds(10);
  static constexpr unsigned kSkipsMin = 64;
  static constexpr unsigned kSkipsMax = 1 << 16;

 private:
  Duration credit_{0};
  unsigned skips_left_ = 0;
  unsigned last_skips_ = 0;
};

}  // namespace triad::transport
