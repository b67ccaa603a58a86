// Rules in the file of a mesh for the federates at one router. The RTIG enforces them, because it
// knows the nearest router of each federate.
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
  // Object and interaction classes that they may publish and subscribe to, each with its
  // subclasses. Empty: all.
  std::optional<std::vector<std::string>> classes = {};
  // Bytes that may be queued there for one of them before it is disconnected. Empty: the setting
  // flow.resign applies.
  std::optional<std::size_t> queue_bytes = {};
  // Best effort that was queued there for longer is dropped. Empty: no limit.
  std::optional<std::chrono::milliseconds> best_effort_age = {};
};

// Index: router name.
using RulesOfRouters = std::map<std::string, RouterRules, std::less<>>;

}  // namespace triad::router
