// The command `rtirun collect`: copies the logs of a run, its state, its scenario, and the files
// that `collect` of its federates names, from all hosts to one folder.
#pragma once

#include <filesystem>
#include <ostream>

#include "tools/rtirun/placed_hosts.hpp"

namespace triad::rtirun {

// Makes the folder `output`, which must not exist. `file` is the scenario of the run. Says which
// files are missing. Returns whether all were there.
Outcome<bool> collect_run(const ScenarioFile& file, const RunFiles& files, const RunState& state,
                          const std::filesystem::path& output, std::ostream& out);

}  // namespace triad::rtirun
