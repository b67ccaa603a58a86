// Formats an open step (wire/open_step.hpp) as a sentence. Used by the RTIG for its log and by
// rtictl.
#pragma once

#include <functional>
#include <string>

#include "wire/open_step.hpp"

namespace triad::core {

// Returns e.g. "synchronization point 'ready' has waited 12.0 s for tank (12.0 s) and radar (3.0 s)
// to call synchronizationPointAchieved". `name` returns a federate's name.
std::string open_step_text(const wire::OpenStep& step,
                           const std::function<std::string(wire::FederateHandle)>& name);

}  // namespace triad::core
