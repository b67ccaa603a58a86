// Waiting on one link, as the federate's side does: spin a little, then sleep. Whoever serves many
// links uses event_loop.hpp instead.
#pragma once

#include <optional>
#include <span>

#include "transport/link.hpp"
#include "transport/options.hpp"

namespace triad::transport {

// About what a sleep and a wake cost on two cores: spinning longer gains nothing.
inline constexpr Duration kSpin = std::chrono::microseconds(20);

// kSpin, or zero where this process may use one core only: who spins there keeps the peer away.
[[nodiscard]] Duration default_spin();

// Waits for input. Spins before it sleeps as long as that pays: where cores are short a spin keeps
// the peer from answering, so after each spin in vain the next ones are left out, twice as many
// each time up to a limit; a spin that met its input starts anew.
class Waiter {
 public:
  explicit Waiter(Duration spin = default_spin()) : spin_(spin) {}

  enum class Woken { link, descriptor, timeout };

  // Until the link has something for receive() or flush() (also: that it is closed), one of
  // `descriptors` is readable, or the time has run out (none: without limit). Signals do not end
  // it. Flushes the link before it sleeps. Afterwards call receive().
  Woken wait(Link& link, std::optional<Duration> timeout, std::span<const int> descriptors = {});

 private:
  bool spin(Link& link, Duration limit);

  const Duration spin_;
  unsigned spins_to_leave_out_ = 0;
  unsigned left_out_last_ = 0;
};

}  // namespace triad::transport
