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
    if (skips_left_ == 0) return true;
    --skips_left_;
    return false;
  }
  // Records that a spin met its input.
  void record_success() { last_skips_ = 0; }
  // Records that a spin met no input.
  void record_failure() {
    last_skips_ = std::clamp(2 * last_skips_, 1U, kSkipsMax);
    skips_left_ = last_skips_;
  }

  // Most spins omitted in a row. After that one spin is tried, in case a core has become free.
  static constexpr unsigned kSkipsMax = 256;

 private:
  unsigned skips_left_ = 0;
  unsigned last_skips_ = 0;
};

}  // namespace triad::transport
