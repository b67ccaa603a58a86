// Ages of a federate's state, for tools. The host, the code that runs the Ambassador, has a clock
// and passes them to the Ambassador when the RTIG asks.
#pragma once

#include <chrono>
#include <optional>

namespace triad::rtia {

struct FederateAges {
  using Age = std::chrono::milliseconds;

  Age in_state{0};  // since Ambassador::time_state_number() changed
  // Time since the last tick, and since the federate left the RTI. Zero: it is in one now. Empty:
  // unknown to the host.
  std::optional<Age> not_ticking = {};
  std::optional<Age> outside = {};
};

}  // namespace triad::rtia
