// When a rank looks again for what other ranks have sent: MPI tells of nothing by a descriptor, and
// who asks without pause has a core for himself. Soon after something has come, later the longer
// nothing has, so that a look is late by a small part of the time that has passed anyway; and not
// at all where others ring. Used by RankHub.
#pragma once

#include <algorithm>
#include <optional>

#include "transport/link_options.hpp"

namespace triad::transport {

class PollingPace {
 public:
  static constexpr Duration kSoonest = std::chrono::microseconds(10);
  static constexpr Duration kLatest = std::chrono::milliseconds(1);
  // After so long without anything it sleeps until it is rung for.
  static constexpr Duration kAwake = std::chrono::milliseconds(2);
  static constexpr int kPartOfQuiet = 8;

  void something_came(Clock::time_point now) { last_ = now; }

  // How long from now on to the next look. Empty: it may sleep. `must_look`: something is under
  // way, or has been told of, or somebody does not ring.
  [[nodiscard]] std::optional<Duration> next(Clock::time_point now, bool must_look) const {
    const Duration quiet = now - last_;
    if (quiet >= kAwake && !must_look) return std::nullopt;
    return std::clamp<Duration>(quiet / kPartOfQuiet, kSoonest, kLatest);
  }

 private:
  Clock::time_point last_{};
};

}  // namespace triad::transport
