// What `rtictl list` and `rtictl time` show of synchronization points, saves and restores that wait
// for federates' answers. Pure: messages in, text out.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <string>
#include <vector>

#include "wire/message_list.hpp"

namespace triad::rtictl {

// A sentence and a newline for each step; `name` returns a federate's name, printable.
std::string sentences_of(const std::vector<wire::OpenStep>& steps,
                         const std::function<std::string(wire::FederateHandle)>& name);

// With the names and handles of its federates.
std::string sentences_of(const wire::FederationInfo& federation);

// [{"kind":..., "label":..., "awaited":..., "open_ms":N, "federates":[{"federate":N, "owed_ms":N}],
// "more":N}]
boost::json::array json_of(const std::vector<wire::OpenStep>& steps);

}  // namespace triad::rtictl
