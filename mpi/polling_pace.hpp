// PollingPace: decides when a rank looks again for pieces. MPI has no descriptor to wait for, and
// looking without pause takes a whole core. The rank looks soon after a piece has arrived, and
// later the longer none has arrived. So a look delays a piece by a small part of the time that has
// passed anyway. Used by RankHub while pieces are in transit.
#pragma once

#include <algorithm>

#include "transport/link_options.hpp"

namespace triad::mpi {

using transport::Clock;
using transport::Duration;

class PollingPace {
 public:
  static constexpr Duration kIntervalMin = std::chrono::microseconds(10);
  static constexpr Duration kIntervalMax = std::chrono::milliseconds(1);
  static constexpr int kQuietDivisor = 8;
  // Interval of looks if only sent pieces are in transit.
  static constexpr Duration kSendInterval = std::chrono::microseconds(200);

  void record_activity(Clock::time_point now) { last_activity_ = now; }

  [[nodiscard]] Duration interval(Clock::time_point now) const {
    return std::clamp<Duration>((now - last_activity_) / kQuietDivisor, kIntervalMin, kIntervalMax);
  }

 private:
  Clock::time_point last_activity_{};
};

}  // namespace triad::mpi
