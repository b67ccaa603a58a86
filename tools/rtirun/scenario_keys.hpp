// Keys of the maps of a scenario file. Used by its reader and by the test of its schema.
#pragma once

#include <string_view>

namespace triad::rtirun {

inline constexpr std::string_view kScenarioKeys[] = {
    "variables", "hosts", "mesh", "rtig", "files", "federates", "start-timeout", "time-limit"};
inline constexpr std::string_view kRtigKeys[] = {"listen", "url", "host", "arguments", "directory"};
inline constexpr std::string_view kFederateKeys[] = {
    "name",  "for",     "count",    "command",   "directory", "environment",
    "ready", "on-exit", "restarts", "placement", "router",    "collect"};
inline constexpr std::string_view kMeshKeys[] = {"file", "make", "topology"};
inline constexpr std::string_view kHostKeys[] = {"name",  "for",      "address",  "groups",
                                                 "cores", "programs", "directory"};
inline constexpr std::string_view kPlacementKeys[] = {"host", "group", "beside", "strategy"};

// Choices, in the order of the enumerations Readiness, OnExit and Strategy.
inline constexpr std::string_view kReadinessNames[] = {"joined", "started"};
inline constexpr std::string_view kOnExitNames[] = {"stop", "stop-on-failure", "continue"};
inline constexpr std::string_view kStrategyNames[] = {"spread", "pack"};

}  // namespace triad::rtirun
