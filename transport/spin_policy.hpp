// SpinPolicy: decides whether to spin before a sleep. Spinning pays if the peer runs on another
// core and answers soon. If cores are few, spinning keeps the peer from answering. So after each
// spin without input the policy omits the next ones, twice as many each time, up to a limit. A spin
// that met input resets the count. Used by Waiter and EventLoop; uses no clock and no link.
#pragma once

#include <algorithm>

namespace triad::transport {

class SpinPolicy {
 public:
  // Returns whether to spin. Called once before each sleep.
  [[nodiscard]] bool should_spin() {
    if (to_leave_out_ == 0) return true;
    --to_leave_out_;
    return false;
  }
  // Records that a spin met its input.
  void paid() { left_out_last_ = 0; }
  // Records that a spin met no input.
  void was_in_vain() {
    left_out_last_ = std::clamp(2 * left_out_last_, 1U, kLeftOutMax);
    to_leave_out_ = left_out_last_;
  }

  // Most spins omitted in a row. After that one spin is tried, in case a core has become free.
  static constexpr unsigned kLeftOutMax = 256;

 private:
  unsigned to_leave_out_ = 0;
  unsigned left_out_last_ = 0;
};

}  // namespace triad::transport
