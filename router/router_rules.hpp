// What the file of a mesh says of the federates at one of its routers. Obeyed by the RTIG, which
// knows of each federate which router is the nearest.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace triad::router {

struct RouterRules {
  bool federates_regulate = true;  // they may be time-regulating
  // The object and interaction classes that they may publish and subscribe to, each with those
  // below it; none: all.
  std::optional<std::vector<std::string>> classes = {};
  // So much may wait there for one of them before it is given up; none: the setting flow.resign
  // says it.
  std::optional<std::size_t> queue_bytes = {};
  // Best effort that has waited there for longer is dropped; none: it may wait for any time.
  std::optional<std::chrono::milliseconds> best_effort_age = {};
};

// By the routers' names.
using RulesOfRouters = std::map<std::string, RouterRules, std::less<>>;

}  // namespace triad::router
