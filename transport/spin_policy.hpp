// SpinPolicy: decides whether and for how long to spin before a sleep. Spinning pays if the peer
// runs on another core and answers soon. If cores are few, spinning keeps the peer from answering.
// So after each spin without input the policy omits the next ones, twice as many each time, up to a
// limit. A spin that met input resets the count.
//
// Peers that sleep answer later, by the time of their wake-ups, so spins of the usual length would
// always miss their answers, and the peers would always find this process asleep. So after a short
// sleep for an answer the next spins are long, and few are omitted. A long spin that meets its
// input keeps this process awake for its peer. The peer's spins then meet their input, too. A
// process that only receives sleeps as before: input then arrives in larger portions.
//
// Used by Waiter and EventLoop. EventLoop records no sleeps, because it serves many peers. Uses no
// clock and no link.
#pragma once

#include <algorithm>

#include "transport/link_options.hpp"

namespace triad::transport {

class SpinPolicy {
 public:
  // Returns whether to spin. Called once before each sleep.
  [[nodiscard]] bool should_spin() {
    if (skips_left_ == 0) return true;
    --skips_left_;
    return false;
  }
  // Returns whether the next spin is a long one.
  [[nodiscard]] bool is_long() const { return is_long_; }
  // Records that a spin met its input. `needs_long`: a spin of the usual kind would not have.
  void record_success(bool needs_long = false) {
    last_skips_ = 0;
    is_long_ = needs_long;
  }
  // Records that a spin met no input.
  void record_failure() {
    last_skips_ = std::clamp(2 * last_skips_, 1U, kSkipsMax);
    skips_left_ = last_skips_;
    is_long_ = false;
  }
  // Records a sleep for an answer, after a spin that was omitted or met no input.
  void record_sleep(Duration slept) {
    if (slept > kShortSleep) return;
    is_long_ = true;
    skips_left_ = std::min(skips_left_, kSkipsOfLongMax);
  }

  // Most spins omitted in a row. After that one spin is tried, in case a core has become free.
  static constexpr unsigned kSkipsMax = 64;
  // The same after a short sleep.
  static constexpr unsigned kSkipsOfLongMax = 1;
  // Length that a long spin has in addition, as a multiple of the usual length.
  static constexpr int kLongerBy = 3;
  // Longest sleep in which the peer has probably done nothing but wake up and answer.
  static constexpr Duration kShortSleep = std::chrono::microseconds(400);

 private:
  unsigned skips_left_ = 0;
  unsigned last_skips_ = 0;
  bool is_long_ = false;
};

}  // namespace triad::transport
