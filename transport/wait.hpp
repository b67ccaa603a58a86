// Waiting on one link, as the federate's side does: spin a little, then sleep. Whoever serves many
// links uses event_loop.hpp instead.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "transport/giving_way.hpp"
#include "transport/link.hpp"
#include "transport/options.hpp"
#include "transport/spin_policy.hpp"

namespace triad::transport {

// About what a sleep and a wake cost on two cores: spinning longer gains nothing.
inline constexpr Duration kSpin = std::chrono::microseconds(20);

// How many cores this process may use.
[[nodiscard]] std::size_t cores();
// So long, or zero where that is one only: who spins there keeps the peer away.
[[nodiscard]] Duration sensible_spin(Duration wanted = kSpin);

// Waits for input: spins for so long of this process's own time, giving way to others where cores
// are short (giving_way.hpp), as long as that pays (spin_policy.hpp); then sleeps.
class Waiter {
 public:
  explicit Waiter(Duration spin = sensible_spin()) : spin_(spin) {}

  enum class Woken { link, descriptor, timeout };

  // Until the link has something for receive() or flush() (also: that it is closed), one of
  // `descriptors` is readable, or the time has run out (none: without limit). Signals do not end
  // it. Flushes the link before it sleeps. Afterwards call receive().
  Woken wait(Link& link, std::optional<Duration> timeout, std::span<const int> descriptors = {}) {
    Link* const one = &link;
    return wait_on({&one, 1}, timeout, descriptors);
  }
  // The same for two links together; Woken::link: one of them has something.
  Woken wait(Link& one, Link& other, std::optional<Duration> timeout) {
    const std::array<Link*, kLinksMax> links{&one, &other};
    return wait_on(links, timeout, {});
  }

  // Whether there is a core for this process and each other that the link knows to be awake.
  [[nodiscard]] bool cores_suffice(const Link& link) const { return link.others_awake() < cores_; }

 private:
  static constexpr std::size_t kLinksMax = 2;

  Woken wait_on(std::span<Link* const> links, std::optional<Duration> timeout,
                std::span<const int> descriptors);
  bool spin(std::span<Link* const> links, std::optional<Clock::time_point> deadline);
  bool cores_suffice_for(std::span<Link* const> links) const;

  const Duration spin_;
  const std::size_t cores_ = cores();
  SpinPolicy policy_;
  GivingWay giving_way_;
};

}  // namespace triad::transport
