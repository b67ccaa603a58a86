// Giving the processor to whoever wants it, as a sleep would, but without the cost of a wake: where
// the others are about to send, a few times of it bring what a sleep would have brought.
#pragma once

#include <sched.h>

#include "transport/options.hpp"

namespace triad::transport {

// Who has given way for longer than this has met somebody who computes, and had better sleep: a
// wake puts a sleeper before who computes, and its turn does not.
inline constexpr Duration kGiveWayMax = std::chrono::microseconds(1000);

// What a look and giving way cost about, if nobody wants the processor.
inline constexpr Duration kLookAndGiveWay = std::chrono::microseconds(1);

// Returns at once if nobody wants it. False: see kGiveWayMax.
inline bool give_way() {
  const Clock::time_point begin = Clock::now();
  ::sched_yield();
  return Clock::now() - begin < kGiveWayMax;
}

}  // namespace triad::transport
