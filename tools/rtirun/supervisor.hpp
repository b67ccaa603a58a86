// Carries out a run on this host: starts the processes, asks the rtig which federates have joined,
// and ends everything. Used by `rtirun up`, in the main thread.
#pragma once

#include <ostream>

#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Runs the scenario until it ends. `folder` is the folder of the scenario's file. Returns whether
// the run was good, or the fault that prevented its start.
Outcome<bool> supervise(const Scenario& scenario, const std::string& folder, const RunFiles& files,
                        std::ostream& out);

}  // namespace triad::rtirun
