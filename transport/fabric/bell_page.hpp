// BellPage: words in memory by which the participants of a fabric wake each other without sockets.
// All map the page and may write it. A sleeper waits by futex until its own word or the common word
// differs from the value that it had before the last look. A waker changes the word first. One
// system call on the common word wakes all sleepers. Used by Fabric.
//
// A participant that writes wrong values wakes others needlessly or lets them sleep. So they sleep
// here only briefly, and then on their doorbells.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "transport/fabric/outbox_layout.hpp"
#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// A count of rings. The low 16 bits count rings with a name, which is in the doorbell; the high
// bits count rings without one.
using Rings = std::uint32_t;
inline constexpr Rings kRingWithName = 1;
inline constexpr Rings kRingWithoutName = 1 << 16;

// Returns whether a ring with a name lies between the two counts.
constexpr bool have_named_rings(Rings before, Rings now) {
  return ((before ^ now) & (kRingWithoutName - 1)) != 0;
}

struct BellLine;

class BellPage {
 public:
  // Returns whether Linux can wait for several words (futex_waitv: 5.16 or later, and permitted
  // here).
  static bool is_possible();
  // Makes a page, and returns its descriptor for the others in `memfd`.
  static Result<std::unique_ptr<BellPage>> create(UniqueFd& memfd);
  // Maps the page of another participant, after it has checked the memory.
  static Result<std::unique_ptr<BellPage>> open(const UniqueFd& memfd);
  BellPage(const BellPage&) = delete;
  BellPage& operator=(const BellPage&) = delete;
  ~BellPage();

  // Return the word of a participant and the common word.
  Rings rings(Slot slot) const;
  Rings common_rings() const;
  // Adds to a word. The caller then wakes the sleepers.
  void ring(Slot slot, Rings added);
  void ring_all();
  void wake(Slot slot) const;
  void wake_all() const;

  // Sleeps until one of the two words has another value. Returns false if `until` has passed.
  bool wait(Slot self, Rings rings, Rings common, Clock::time_point until);
  // Returns whether a word differs from the value with which the participant fell asleep. For
  // reports only.
  bool is_rung(Slot sleeper) const;

 private:
  explicit BellPage(BellLine* lines) : lines_(lines) {}
  static Result<std::unique_ptr<BellPage>> map(const UniqueFd& memfd);
  BellLine& line_at(Slot slot) const;

  BellLine* const lines_;  // the common line comes first
};

}  // namespace triad::transport
