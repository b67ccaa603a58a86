// How long a federate has been in a state, for people. The host, which has a clock, tells the
// Ambassador when the RTIG asks.
#pragma once

#include <chrono>
#include <optional>

namespace triad::rtia {

struct FederateAges {
  using Age = std::chrono::milliseconds;

  Age in_state{0};  // Ambassador::time_state() has not changed
  // Since the last tick, and since the federate left the RTI; zero: it is in one now. None: the
  // host does not know.
  std::optional<Age> not_ticking = {};
  std::optional<Age> outside = {};
};

}  // namespace triad::rtia
