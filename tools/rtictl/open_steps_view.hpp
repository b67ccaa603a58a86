// Output of `rtictl list` and `rtictl time` about synchronization points, saves and restores that
// wait for federates. Pure functions.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <string>
#include <vector>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// Returns a sentence and a newline for each step. `name` returns a federate's printable name.
std::string sentences_of(const std::vector<wire::OpenStep>& steps,
                         const std::function<std::string(wire::FederateHandle)>& name);

// Returns the sentences of a federation, with the names and handles of its federates.
std::string sentences_of(const wire::FederationInfo& federation);

// Returns an element for each step:
// {"kind":..., "label":..., "awaited":..., "open_ms":N, "federates":[{"federate":N, "owed_ms":N}],
// "more":N}
boost::json::array json_of(const std::vector<wire::OpenStep>& steps);

}  // namespace triad::rtictl
