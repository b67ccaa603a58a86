// The JSON of rtimon (docs/monitoring.md describes it): snapshots and events. Figures that are not
// known are null. Pure functions.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "tools/rtimon/snapshot.hpp"

namespace triad::rtimon {

// Returns one object. `last_event` is the number of the newest event in the history.
boost::json::object json_of(const Snapshot& snapshot, std::uint64_t last_event);
boost::json::object json_of(const Event& event);
// Returns an object with a member for each Figure.
boost::json::object json_of(const FigureValues& figures);

}  // namespace triad::rtimon
