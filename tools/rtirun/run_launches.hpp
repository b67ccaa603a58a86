// Programs of a scenario's processes, for their hosts. Used by Supervisor.
#pragma once

#include <cstddef>

#include "tools/rtirun/host.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Returns the program of a process of plan_of(scenario), for a start with this number.
Launch launch_of(const Scenario& scenario, std::size_t process, unsigned start);

}  // namespace triad::rtirun
