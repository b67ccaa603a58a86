// Giving the processor to whoever wants it, as a sleep would, but without the cost of a wake: where
// others are about to send, a few times of it bring what a sleep would have brought. Where somebody
// computes it is the worse of the two, as a wake goes before who computes and a turn does not. So
// it keeps an account of what is saved and what is lost, and is left out where that is overdrawn.
#pragma once

#include <sched.h>

#include <algorithm>

#include "transport/link_options.hpp"

namespace triad::transport {

// What it costs about, with a look, if nobody wants the processor.
inline constexpr Duration kLookAndYield = std::chrono::microseconds(1);

class YieldPolicy {
 public:
  // Asked once before each wait.
  [[nodiscard]] bool pays() {
    if (to_leave_out_ == 0) return true;
    --to_leave_out_;
    return false;
  }

  // Returns at once if nobody wants the processor. False: somebody computes.
  bool yield() {
    const Clock::time_point begin = Clock::now();
    ::sched_yield();
    return took(Clock::now() - begin);
  }

  bool took(Duration time) {
    if (time < kTurnMax) return true;
    credit_ -= time;
    if (credit_ < Duration::zero()) {
      credit_ = Duration::zero();
      left_out_last_ = std::clamp(4 * left_out_last_, kLeftOutMin, kLeftOutMax);
      to_leave_out_ = left_out_last_;
    }
    return false;
  }

  // What was waited for has come meanwhile.
  void paid() {
    credit_ = std::min(credit_ + kSaved, kCreditMax);
    if (credit_ == kCreditMax) left_out_last_ = 0;
  }

  // Longer than sixteen that answer each other take on two cores, and less than what the kernel
  // gives to one that computes.
  static constexpr Duration kTurnMax = std::chrono::milliseconds(1);
  // What a wake costs, at least, and three turns of one that computes.
  static constexpr Duration kSaved = std::chrono::microseconds(10);
  static constexpr Duration kCreditMax = std::chrono::milliseconds(10);
  static constexpr unsigned kLeftOutMin = 64;
  static constexpr unsigned kLeftOutMax = 1 << 16;

 private:
  Duration credit_{0};
  unsigned to_leave_out_ = 0;
  unsigned left_out_last_ = 0;
};

}  // namespace triad::transport
