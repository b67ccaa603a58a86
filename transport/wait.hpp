// Waiter: waits for one or two waitables, on the federate's side: spins briefly, then sleeps. A
// program that serves many links uses event_loop.hpp. "Ring" means: to wake a sleeping process by
// its descriptor (waitable.hpp). A process's own time is the time for which it has the processor.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "transport/link_options.hpp"
#include "transport/spin_policy.hpp"
#include "transport/waitable.hpp"
#include "transport/yield_policy.hpp"

namespace triad::transport {

// Default time to spin. About the cost of a sleep and a wake-up on two cores.
inline constexpr Duration kSpin = std::chrono::microseconds(20);

// Returns the number of cores that the scheduler may give to this process (its affinity).
[[nodiscard]] std::size_t cores();
// Returns `wanted`, or zero if this process has one core: spinning there would keep the peer from
// running.
[[nodiscard]] Duration sensible_spin(Duration wanted = kSpin);

// Waits for input: spins for up to `spin` of this process's own time, then sleeps. It spins longer
// after a short sleep, and omits the spin while that does not pay (spin_policy.hpp). It yields
// between looks if cores are few (yield_policy.hpp).
class Waiter {
 public:
  explicit Waiter(Duration spin = sensible_spin()) : spin_(spin) {}

  enum class Woken { waitable, descriptor, timeout };

  // Waits until the waitable has something to do, one of `descriptors` is readable, or the timeout
  // has passed (none: without limit). A closed link has something to do. Signals do not end the
  // wait. Flushes before it sleeps. A wait may also return Woken::waitable without input: the peer
  // rings after it has written, and the frame may have been received by then.
  Woken wait(Waitable& one, std::optional<Duration> timeout,
             std::span<const int> descriptors = {}) {
    return wait_until(one, deadline_in(timeout), descriptors);
  }
  Woken wait_until(Waitable& one, std::optional<Clock::time_point> deadline,
                   std::span<const int> descriptors = {}) {
    Waitable* const only = &one;
    return wait_for_any({&only, 1}, deadline, descriptors);
  }
  // Waits for either of two waitables. Woken::waitable means that at least one has something to do.
  Woken wait_until(Waitable& one, Waitable& other, std::optional<Clock::time_point> deadline) {
    const std::array<Waitable*, kWaitablesMax> both{&one, &other};
    return wait_for_any(both, deadline, {});
  }

  // Looks for input as wait_until() does before it sleeps, but does not flush. Returns whether
  // there is some.
  [[nodiscard]] bool look_before_sleep(Waitable& one, std::optional<Clock::time_point> deadline) {
    Waitable* const only = &one;
    return spin({&only, 1}, deadline);
  }

  // Announces that the caller has sent something that may be answered during the next wait.
  // `processes`: number of processes that exchange answers, including this one.
  void expect_answer(std::size_t processes) { answering_processes_ = processes; }

  // Returns whether there is a core for this process and for each process that is known to be
  // awake. If not, a tick() that has delivered nothing gives up its core.
  [[nodiscard]] bool has_enough_cores(const Waitable& one) const {
    return one.awake_others_count() < cores_;
  }

 private:
  static constexpr std::size_t kWaitablesMax = 2;

  // Returns the time at which the timeout has passed; none without a timeout.
  static std::optional<Clock::time_point> deadline_in(std::optional<Duration> timeout);
  Woken wait_for_any(std::span<Waitable* const> waitables,
                     std::optional<Clock::time_point> deadline, std::span<const int> descriptors);
  // Returns whether a long spin may pay in a wait for an answer of `processes` processes.
  bool may_spin_long(std::size_t processes, std::span<Waitable* const> waitables) const;
  // Sleeps as wait_until() does after it has spun.
  static Woken sleep(std::span<Waitable* const> waitables,
                     std::optional<Clock::time_point> deadline, std::span<const int> descriptors);
  // Sleeps for some milliseconds at most, by Waitable::wait_shortly(). Returns nullopt if the
  // caller must go on waiting.
  static std::optional<Woken> wait_shortly(Waitable& one,
                                           std::optional<Clock::time_point> deadline);
  // Polls for spin_, or for longer after a short sleep. Returns whether there is input.
  bool spin(std::span<Waitable* const> waitables, std::optional<Clock::time_point> deadline);
  // Does the same as has_enough_cores(), for the sum of the processes that these waitables know.
  bool has_enough_cores_for(std::span<Waitable* const> waitables) const;

  const Duration spin_;
  const std::size_t cores_ = cores();
  SpinPolicy policy_;
  YieldPolicy yield_policy_;
  std::size_t answering_processes_ = 0;  // of expect_answer(); 0: no answer is expected
};

}  // namespace triad::transport
