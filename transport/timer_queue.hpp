// Timers of one thread, in the order in which they are due. Used by EventLoop.
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
  TimerKey add(Duration after, std::function<void()> on_due) {
    return add(after, Timer{std::move(on_due), Duration::zero()});
  }
  // Calls back again and again, so long after the call before, also after one that threw. To do so
  // it allocates nothing.
  TimerKey every(Duration period, std::function<void()> on_due) {
    return add(period, Timer{std::move(on_due), period});
  }
  void cancel(TimerKey timer);
  // How long to sleep at most, where the caller would sleep for so long (none: without limit).
  [[nodiscard]] Duration limit(std::optional<Duration> timeout) const;
  // Calls back for those due now, and returns for how many; one that a callback adds waits for the
  // next call.
  std::size_t fire();

 private:
  struct Timer {
    std::function<void()> on_due;
    Duration period;  // zero: once
  };

  using Timers = std::map<std::pair<Clock::time_point, TimerKey>, Timer>;
  class PutBack;

  TimerKey add(Duration after, Timer timer);

  Timers timers_;
  std::unordered_map<TimerKey, Clock::time_point> due_;
  std::uint64_t last_ = 0;
};

}  // namespace triad::transport
