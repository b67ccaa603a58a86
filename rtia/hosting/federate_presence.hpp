// Time since a federate last ticked, and since when it has been outside the RTI. A tick reads no
// clock; it only counts. With an embedded RTIA the background thread checks the count every 10 to
// 100 ms, and both threads write. Without that thread (`background = no`) the count is checked when
// the RTIG asks, and a tick since the last check counts as one at that moment. The program rtia
// counts and checks in one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

namespace triad::rtia {

class FederatePresence {
 public:
  using Clock = std::chrono::steady_clock;

  // --- For the federate's thread, which holds the ambassador.

  // Records that a tick begins, or that a callback has returned to its tick.
  void record_tick_begin() {
    is_ticking_ = true;
    count();
  }
  // Records that a tick ends, or that a callback begins.
  void record_tick_end() {
    is_ticking_ = false;
    count();
  }

  // --- For either thread, while it holds the ambassador.

  void begin(Clock::time_point now) {
    seen_.store(ticks_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    ticked_at_.store(now, std::memory_order_relaxed);
  }
  // Sets the time at which the federate left the RTI; empty: the federate is back. Called by the
  // thread or program that acts for the federate.
  void set_outside_since(std::optional<Clock::time_point> since) { outside_since_ = since; }
  Clock::duration outside_for(Clock::time_point now) const {
    return outside_since_ ? now - *outside_since_ : Clock::duration{0};
  }
  // Returns the time since the last tick; zero during a tick.
  Clock::duration not_ticking_for(Clock::time_point now) {
    update(now);
    return is_ticking_ ? Clock::duration{0} : now - ticked_at_.load(std::memory_order_relaxed);
  }

  // --- For any thread.

  void update(Clock::time_point now) {
    const std::uint64_t ticks = ticks_.load(std::memory_order_relaxed);
    if (seen_.exchange(ticks, std::memory_order_relaxed) == ticks) return;
    ticked_at_.store(now, std::memory_order_relaxed);
  }

 private:
  // Counts the beginning or end of a tick, for readers in other threads.
  void count() {
    ticks_.store(ticks_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }

  std::atomic<std::uint64_t> ticks_{0};  // beginnings and ends of ticks
  std::atomic<std::uint64_t> seen_{0};
  std::atomic<Clock::time_point> ticked_at_{Clock::time_point{}};
  bool is_ticking_ = false;
  std::optional<Clock::time_point> outside_since_;
};

}  // namespace triad::rtia
