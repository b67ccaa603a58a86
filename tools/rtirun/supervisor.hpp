// Carries out a run: starts the processes on their hosts, asks the rtig which federates have
// joined, takes requests, and ends everything. Used by `rtirun up` and `rtirun down`, in the main
// thread.
#pragma once

#include <ostream>
#include <string>

#include "tools/rtirun/placed_hosts.hpp"
#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Runs the scenario until it ends. Goes on with the run of a killed rtirun. Returns whether the
// run was good, or the fault that prevented its start.
Outcome<bool> supervise(const ScenarioFile& file, const RunFiles& files, std::ostream& out);

// Ends the run, also that of a killed rtirun, and waits until no process of it is left. Returns
// false if there was none.
Outcome<bool> end_run(const RunFiles& files, const std::string& folder, std::ostream& out);

// Returns the number of programs of the run that may exist: those of this host, and on other hosts
// the processes without a known end.
std::size_t programs_left(const RunState& state);

}  // namespace triad::rtirun
