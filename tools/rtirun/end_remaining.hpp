// Ends a run for `rtirun down`, also one whose rtirun was killed.
#pragma once

#include <ostream>

#include "tools/rtirun/run_files.hpp"

namespace triad::rtirun {

// Ends the run and waits until no process of it is left. Returns false if there was none.
Outcome<bool> end_run(const RunFiles& files, std::ostream& out);

}  // namespace triad::rtirun
