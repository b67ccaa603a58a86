// How long the way to others of an overlay is, from probes that they answer at once: no clocks have
// to agree. Smoothed as TCP does it (RFC 6298, 2.3). Pure, part of a Participant.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

#include "overlay/places.hpp"

namespace triad::overlay {

// From any beginning.
using Time = std::chrono::microseconds;

class RoundTrips {
 public:
  explicit RoundTrips(std::size_t places) : of_(places) {}

  // The number of a probe that is sent now.
  std::uint64_t probe(Place to, Time now) {
    of_[to].sent = now;
    of_[to].number = ++last_;
    return last_;
  }
  // One that is no answer to the last probe says nothing.
  void answered(Place by, std::uint64_t number, Time now) {
    Way& way = of_[by];
    if (number == 0 || way.number != number) return;
    way.number = 0;
    const Time took = std::max(now - way.sent, Time(1));
    way.smoothed = way.smoothed == Time(0) ? took : (7 * way.smoothed + took) / 8;
  }
  void forget(Place at) { of_[at] = {}; }
  // One way; none: no probe has been answered.
  Delay delay(Place to) const {
    const Time smoothed = of_[to].smoothed;
    if (smoothed == Time(0)) return kNoDelay;
    return static_cast<Delay>(std::min<std::int64_t>((smoothed / 2).count(), kNoDelay - 1));
  }

 private:
  struct Way {
    std::uint64_t number = 0;  // of the probe without an answer; 0: there is none
    Time sent{0};
    Time smoothed{0};
  };
  std::vector<Way> of_;
  std::uint64_t last_ = 0;
};

}  // namespace triad::overlay
