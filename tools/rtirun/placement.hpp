// Chooses the hosts of a scenario's processes. Pure: the same scenario and cores give the same
// hosts.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

using rtimesh::Fault;
using rtimesh::Outcome;

// Returns the hosts that the scenario may use, each once, in the order of the file; the host of
// rtirun is kThisHost.
std::vector<std::string> hosts_used(const Scenario& scenario);

// Returns the name of the host of each process of plan_of(scenario). `cores` has the cores of hosts
// for which the file gives none.
std::vector<std::string> place_processes(const Scenario& scenario,
                                         const std::map<std::string, unsigned>& cores);

// Returns the fault of a URL that not all hosts can reach, such as a loopback address.
Outcome<void> check_reach(const Scenario& scenario, const std::vector<std::string>& placed);

}  // namespace triad::rtirun
