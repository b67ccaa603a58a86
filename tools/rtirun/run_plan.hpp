// Processes of a run in the order of their start, with the rules for their ends. Input of
// RunMachine.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Time since any fixed point.
using Moment = std::chrono::milliseconds;

struct ProcessRules {
  std::string name;
  // Processes of a layer start when all of the lower layers are ready, and end before these. The
  // highest layer has the federates.
  std::size_t layer = 0;
  std::string ready_text = "has joined";        // Follows the name in messages.
  std::string unready_text = "has not joined";  // The opposite.
  bool is_ready_at_start = false;
  bool is_essential = false;  // Each end fails the run.
  OnExit on_exit = OnExit::stop_on_failure;
  unsigned restarts_max = 0;
};

struct RunPlan {
  std::vector<ProcessRules> processes;
  Moment start_timeout{0};
  Moment time_limit{0};  // 0: no limit.
};

// Process of the plan that is the rtig.
inline constexpr std::size_t kRtig = 0;

// Returns the number of processes with routers only; these follow the rtig.
std::size_t router_count(const Scenario& scenario);
// Returns the rtig, the routers, and the federates, in the order of the scenario.
RunPlan plan_of(const Scenario& scenario);

}  // namespace triad::rtirun
