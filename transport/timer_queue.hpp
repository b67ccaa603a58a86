// TimerQueue: timers of one thread, ordered by due time. Used by EventLoop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "transport/link_options.hpp"

namespace triad::transport {

enum class TimerKey : std::uint64_t {};

class TimerQueue {
 public:
  // Calls `on_due` once, `after` from now.
  TimerKey add(Duration after, std::function<void()> on_due) {
    return add(after, Timer{std::move(on_due), Duration::zero()});
  }
  // Calls `on_due` repeatedly, each time `period` after the previous call, even if that call threw.
  // Allocates no memory for the repetition.
  TimerKey add_periodic(Duration period, std::function<void()> on_due) {
    return add(period, Timer{std::move(on_due), period});
  }
  void cancel(TimerKey timer);
  // Returns the time until the next timer is due, but at most `timeout` (none: without limit). The
  // caller may sleep for so long.
  [[nodiscard]] Duration limit_wait(std::optional<Duration> timeout) const;
  // Calls the functions of all due timers and returns their number. A timer that a callback adds
  // waits for the next call of run_due().
  std::size_t run_due();

 private:
  struct Timer {
    std::function<void()> on_due;
    Duration period;  // zero: once
  };

  using Timers = std::map<std::pair<Clock::time_point, TimerKey>, Timer>;
  class Requeue;

  TimerKey add(Duration after, Timer timer);

  Timers timers_;
  std::unordered_map<TimerKey, Clock::time_point> due_;
  std::uint64_t last_key_ = 0;
};

}  // namespace triad::transport
