// When a rank looks again for what has been sent to it: MPI tells of nothing by a descriptor, and
// who asks without pause has a core for himself. Soon after something has come, later the longer
// nothing has, so that a look is late by a small part of the time that has passed anyway. Used by
// RankHub, while something is on its way.
#pragma once

#include <algorithm>

#include "transport/link_options.hpp"

namespace triad::transport {

class PollingPace {
 public:
  static constexpr Duration kSoonest = std::chrono::microseconds(10);
  static constexpr Duration kLatest = std::chrono::milliseconds(1);
  static constexpr int kPartOfQuiet = 8;
  // While nothing is to come, for what has not left.
  static constexpr Duration kForSent = std::chrono::microseconds(200);

  void something_came(Clock::time_point now) { last_ = now; }

  // How long from now on to the next look.
  [[nodiscard]] Duration next(Clock::time_point now) const {
    return std::clamp<Duration>((now - last_) / kPartOfQuiet, kSoonest, kLatest);
  }

 private:
  Clock::time_point last_{};
};

}  // namespace triad::transport
