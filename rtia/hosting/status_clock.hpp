// Ages and figures of the federate for reports of the time status. HostedAmbassador, which contains
// it, reads the clock only when it looks for input, and figures only when the RTIG asks.
#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "facts/proc_reader.hpp"
#include "rtia/federate_ages.hpp"
#include "rtia/hosting/federate_presence.hpp"

namespace triad::rtia {

class StatusClock {
 public:
  using Clock = std::chrono::steady_clock;

  // Takes the federate's process id; 0: this process.
  explicit StatusClock(std::uint32_t federate_process) : federate_process_(federate_process) {}

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
  // Returns figures of the federate's process and of this host. Valid until the next call.
  wire::Figures figures(wire::FiguresScope scope) {
    return proc_reader_.read(scope, federate_process_);
  }

 private:
  FederatePresence presence_;
  bool knows_presence_ = false;
  std::uint64_t time_state_ = 0;
  Clock::time_point since_;  // time of the look that first found time_state_
  facts::ProcReader proc_reader_;
  const std::uint32_t federate_process_;
};

}  // namespace triad::rtia
