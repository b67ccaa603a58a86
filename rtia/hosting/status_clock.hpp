// Ages of the federate's state for reports of the time status. HostedAmbassador, which contains it,
// reads the clock only when it looks for input.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "rtia/federate_ages.hpp"
#include "rtia/hosting/federate_presence.hpp"

namespace triad::rtia {

class StatusClock {
 public:
  using Clock = std::chrono::steady_clock;

  // Begins a membership.
  void begin(Clock::time_point now) {
    presence_.begin(now);
    time_state_ = 0;
  }
  // Announces that the caller records the federate's ticks in presence() from now on.
  void enable_presence() { knows_presence_ = true; }
  FederatePresence& presence() { return presence_; }

  // Records Ambassador::time_state_number(). Ages are shown in seconds, so reading the clock at the
  // look that finds a change is accurate enough.
  void record_time_state(std::uint64_t number) {
    if (std::exchange(time_state_, number) != number) since_ = Clock::now();
  }
  FederateAges ages(Clock::time_point now) {
    const auto age = [](Clock::duration duration) {
      return std::chrono::duration_cast<FederateAges::Age>(duration);
    };
    FederateAges ages{.in_state = age(now - since_)};
    if (knows_presence_) {
      ages.not_ticking = age(presence_.not_ticking_for(now));
      ages.outside = age(presence_.outside_for(now));
    }
    return ages;
  }

 private:
  FederatePresence presence_;
  bool knows_presence_ = false;
  std::uint64_t time_state_ = 0;
  Clock::time_point since_;  // time of the look that first found time_state_
};

}  // namespace triad::rtia
