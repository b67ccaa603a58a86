// Waiting for one link, or for a few things together, as the federate's side does: spin a little,
// then sleep. Whoever serves many links uses event_loop.hpp instead.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "transport/link_options.hpp"
#include "transport/spin_policy.hpp"
#include "transport/waitable.hpp"
#include "transport/yield_policy.hpp"

namespace triad::transport {

// About what a sleep and a wake cost on two cores: spinning longer gains nothing.
inline constexpr Duration kSpin = std::chrono::microseconds(20);

// How many cores this process may use.
[[nodiscard]] std::size_t cores();
// So long, or zero where that is one only: who spins there keeps the peer away.
[[nodiscard]] Duration sensible_spin(Duration wanted = kSpin);

// Waits for input: spins for so long of this process's own time, giving way to others where cores
// are short (yield_policy.hpp), as long as that pays (spin_policy.hpp); then sleeps.
class Waiter {
 public:
  explicit Waiter(Duration spin = sensible_spin()) : spin_(spin) {}

  enum class Woken { waitable, descriptor, timeout };

  // Until it has something to do (a link: something for receive() or flush(), also that it is
  // closed), one of `descriptors` is readable, or the time has run out (none: without limit).
  // Signals do not end it. Flushes before it sleeps. The peer rings after it has written, so a wait
  // may also end once for a ring whose frame has been received already.
  Woken wait(Waitable& one, std::optional<Duration> timeout,
             std::span<const int> descriptors = {}) {
    return wait_until(one, deadline_in(timeout), descriptors);
  }
  Woken wait_until(Waitable& one, std::optional<Clock::time_point> deadline,
                   std::span<const int> descriptors = {}) {
    Waitable* const only = &one;
    return wait_on({&only, 1}, deadline, descriptors);
  }
  // The same for two together; Woken::waitable: one of them has something.
  Woken wait(Waitable& one, Waitable& other, std::optional<Duration> timeout) {
    const std::array<Waitable*, kWaitablesMax> both{&one, &other};
    return wait_on(both, deadline_in(timeout), {});
  }

  // Whether there is a core for this process and each other that is known to be awake.
  [[nodiscard]] bool cores_suffice(const Waitable& one) const {
    return one.others_awake() < cores_;
  }

 private:
  static constexpr std::size_t kWaitablesMax = 2;

  static std::optional<Clock::time_point> deadline_in(std::optional<Duration> timeout);
  Woken wait_on(std::span<Waitable* const> waitables, std::optional<Clock::time_point> deadline,
                std::span<const int> descriptors);
  static std::optional<Woken> wait_shortly(Waitable& one,
                                           std::optional<Clock::time_point> deadline);
  bool spin(std::span<Waitable* const> waitables, std::optional<Clock::time_point> deadline);
  bool cores_suffice_for(std::span<Waitable* const> waitables) const;

  const Duration spin_;
  const std::size_t cores_ = cores();
  SpinPolicy policy_;
  YieldPolicy yield_policy_;
};

}  // namespace triad::transport
