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
  explicit RoundTrips(std::size_t places) : measurements_(places) {}

  // Records that a probe is sent now, and returns its number.
  std::uint64_t record_probe(Place to, Time now) {
    measurements_[to].sent_at = now;
    measurements_[to].pending_number = ++last_number_;
    return last_number_;
  }
  // Records the answer to a probe. Ignored unless it answers the last probe.
  void record_answer(Place by, std::uint64_t number, Time now) {
    Measurement& measurement = measurements_[by];
    if (number == 0 || measurement.pending_number != number) return;
    measurement.pending_number = 0;
    const Time round_trip = std::max(now - measurement.sent_at, Time(1));
    measurement.smoothed =
        measurement.smoothed == Time(0) ? round_trip : (7 * measurement.smoothed + round_trip) / 8;
  }
  // Drops the measurements of a router after its link has changed.
  void drop_measurements(Place at) { measurements_[at] = {}; }
  // Returns the one-way delay, half of the round trip; kNoDelay until a probe has been answered.
  Delay delay(Place to) const {
    const Time smoothed = measurements_[to].smoothed;
    if (smoothed == Time(0)) return kNoDelay;
    return static_cast<Delay>(std::min<std::int64_t>((smoothed / 2).count(), kNoDelay - 1));
  }

 private:
  struct Measurement {
    std::uint64_t pending_number = 0;  // Number of the unanswered probe; 0 if there is none.
    Time sent_at{0};
    Time smoothed{0};
  };
  std::vector<Measurement> measurements_;
  std::uint64_t last_number_ = 0;
};

}  // namespace triad::overlay
