// Whether to spin before sleeping. Spinning pays where the peer runs on another core and answers
// soon. Where cores are short it keeps the peer from answering, so after each spin in vain the next
// ones are left out, twice as many each time up to a limit; a spin that met its input starts anew.
// Used by Waiter and EventLoop; knows no clock and no link.
#pragma once

#include <algorithm>

namespace triad::transport {

class SpinPolicy {
 public:
  // Asked once before each sleep.
  [[nodiscard]] bool should_spin() {
    if (to_leave_out_ == 0) return true;
    --to_leave_out_;
    return false;
  }
  void paid() { left_out_last_ = 0; }
  void was_in_vain() {
    left_out_last_ = std::clamp(2 * left_out_last_, 1U, kLeftOutMax);
    to_leave_out_ = left_out_last_;
  }

  // Tried again every so many sleeps at least, in case the machine has become free.
  static constexpr unsigned kLeftOutMax = 256;

 private:
  unsigned to_leave_out_ = 0;
  unsigned left_out_last_ = 0;
};

}  // namespace triad::transport
