// Words in memory by which the participants of one fabric wake each other without sockets: all map
// the page, and all may write it. A sleeper waits (futex) until its own word or the common one has
// another value than it had before its last look; whoever wakes it changes the word first. So one
// system call wakes all who sleep.
//
// Whoever writes nonsense into it wakes others for nothing, or lets them sleep although they have
// been rung: they sleep here for a short while only, and then on their doorbells.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "transport/fabric/outbox_layout.hpp"
#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// How often one has been rung. In whose name stands in its doorbell, where that matters.
using Rings = std::uint32_t;
inline constexpr Rings kRingWithName = 1;
inline constexpr Rings kRingWithoutName = 1 << 16;

constexpr bool have_names(Rings before, Rings now) {
  return ((before ^ now) & (kRingWithoutName - 1)) != 0;
}

struct BellLine;

class BellPage {
 public:
  // Linux can wait for several words at once (5.16 or later, and not forbidden here).
  static bool is_possible();
  // A new one, and its descriptor to pass on.
  static Result<std::unique_ptr<BellPage>> create(UniqueFd& memfd);
  // Another's, as it came.
  static Result<std::unique_ptr<BellPage>> open(const UniqueFd& memfd);
  BellPage(const BellPage&) = delete;
  BellPage& operator=(const BellPage&) = delete;
  ~BellPage();

  Rings rings(Slot of) const;
  Rings common_rings() const;
  // The sleeper is to be woken after that, if it sleeps.
  void ring(Slot whom, Rings how);
  void ring_all();
  void wake(Slot whom) const;
  void wake_all() const;

  // Until one of the two words is another, or the time has come: false.
  bool wait(Slot self, Rings rings, Rings common, Clock::time_point until);
  // It sleeps, and one of the two words is another: as far as it can be seen, for people.
  bool is_rung(Slot sleeper) const;

 private:
  explicit BellPage(BellLine* lines) : lines_(lines) {}
  static Result<std::unique_ptr<BellPage>> map(const UniqueFd& memfd);
  BellLine& line_of(Slot slot) const;

  BellLine* const lines_;  // the common one first
};

}  // namespace triad::transport
