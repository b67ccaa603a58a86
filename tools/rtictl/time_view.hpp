// Output of `rtictl time`: a FederationTimeStatus as sentences about blocked federates and a table,
// or as JSON. Pure functions.
#pragma once

#include <string>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// Lists federates that block others first. Federates that wait for the same ones share a line.
std::string as_text(const wire::FederationTimeStatus& status);

// Returns one object on one line, and a newline:
// {"federation":..., "federates":[{...}], "stalls":[{"blockers":[N...], "more":N,
// "waiting":[N...]}], "steps":[...]}
std::string as_json(const wire::FederationTimeStatus& status);

}  // namespace triad::rtictl
