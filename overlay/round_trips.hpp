// Delays to other routers of an overlay, measured by probes that those routers answer at once. No
// synchronized clocks are needed. Smoothed as in TCP (RFC 6298, 2.3). Pure; a part of Participant.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "overlay/places.hpp"

namespace triad::overlay {

// Time since an arbitrary origin.
using Time = std::chrono::microseconds;

class RoundTrips {
 public:
  explicit RoundTrips(std::size_t places) : of_(places) {}

  // Records that a probe is sent now, and returns its number.
  std::uint64_t probe(Place to, Time now) {
    of_[to].sent = now;
    of_[to].number = ++last_;
    return last_;
  }
  // Records the answer to a probe. Ignored unless it answers the last probe.
  void answered(Place by, std::uint64_t number, Time now) {
    Way& way = of_[by];
    if (number == 0 || way.number != number) return;
    way.number = 0;
    const Time took = std::max(now - way.sent, Time(1));
    way.smoothed = way.smoothed == Time(0) ? took : (7 * way.smoothed + took) / 8;
  }
  // Drops the measurements of a router after its link has changed.
  void forget(Place at) { of_[at] = {}; }
  // Returns the one-way delay, half of the round trip; kNoDelay until a probe has been answered.
  Delay delay(Place to) const {
    const Time smoothed = of_[to].smoothed;
    if (smoothed == Time(0)) return kNoDelay;
    return static_cast<Delay>(std::min<std::int64_t>((smoothed / 2).count(), kNoDelay - 1));
  }

 private:
  struct Way {
    std::uint64_t number = 0;  // Number of the unanswered probe; 0 if there is none.
    Time sent{0};
    Time smoothed{0};
  };
  std::vector<Way> of_;
  std::uint64_t last_ = 0;
};

}  // namespace triad::overlay
