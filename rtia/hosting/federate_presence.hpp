// When a federate last ticked, and since when it has been outside the RTI. A tick reads no clock:
// it counts. With an embedded RTIA the background thread looks at the count every 10 to 100 ms, and
// both threads write. Without that thread (`background = no`) the count is looked at when the RTIG
// asks: a tick since the look before then counts as one at that moment. An rtia program counts and
// looks.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace triad::rtia {

class FederatePresence {
 public:
  using Clock = std::chrono::steady_clock;

  // --- The federate's thread, with the ambassador taken.

  // Also: a callback has returned to the tick that made it.
  void tick_begins() {
    is_ticking_ = true;
    count();
  }
  // Also: a callback begins.
  void tick_ends() {
    is_ticking_ = false;
    count();
  }

  // --- Either thread, with the ambassador taken.

  void begin(Clock::time_point now) {
    seen_.store(ticks_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    ticked_at_.store(now, std::memory_order_relaxed);
  }
  // Another thread or program stands in for the federate, which has been outside since then; none:
  // the federate is back.
  void set_outside_since(std::optional<Clock::time_point> since) { outside_since_ = since; }
  Clock::duration outside_for(Clock::time_point now) const {
    return outside_since_ ? now - *outside_since_ : Clock::duration{0};
  }
  // Zero during a tick.
  Clock::duration not_ticking_for(Clock::time_point now) {
    look(now);
    return is_ticking_ ? Clock::duration{0} : now - ticked_at_.load(std::memory_order_relaxed);
  }

  // --- Any thread.

  void look(Clock::time_point now) {
    const std::uint64_t ticks = ticks_.load(std::memory_order_relaxed);
    if (seen_.exchange(ticks, std::memory_order_relaxed) == ticks) return;
    ticked_at_.store(now, std::memory_order_relaxed);
  }

 private:
  void count() {
    ticks_.store(ticks_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  std::atomic<std::uint64_t> ticks_{0};  // beginnings and ends
  std::atomic<std::uint64_t> seen_{0};
  std::atomic<Clock::time_point> ticked_at_{Clock::time_point{}};
  bool is_ticking_ = false;
  std::optional<Clock::time_point> outside_since_;
};

}  // namespace triad::rtia
