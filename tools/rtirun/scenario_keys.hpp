// Keys of the maps of a scenario file. Used by its reader and by the test of its schema.
#pragma once

#include <string_view>

namespace triad::rtirun {

inline constexpr std::string_view kScenarioKeys[] = {
    "variables", "hosts", "mesh", "rtig", "files", "federates", "start-timeout", "time-limit"};
inline constexpr std::string_view kRtigKeys[] = {"listen", "url", "host", "arguments", "directory"};
inline constexpr std::string_view kFederateKeys[] = {
    "name",    "count",    "command",   "directory", "environment", "ready",
    "on-exit", "restarts", "placement", "router",    "collect"};
inline constexpr std::string_view kMeshKeys[] = {"file", "make", "topology"};
inline constexpr std::string_view kHostKeys[] = {"name",  "address",  "groups",
                                                 "cores", "programs", "directory"};
inline constexpr std::string_view kPlacementKeys[] = {"host", "group", "beside", "strategy"};

}  // namespace triad::rtirun
