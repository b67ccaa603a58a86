// Prints the logs of a run for `rtirun logs`.
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "tools/rtirun/run_files.hpp"

namespace triad::rtirun {

struct LogRequest {
  std::vector<std::string> processes;  // Empty: all.
  std::optional<WallClock> since = {};
  bool is_following = false;  // Prints new lines until the run ends.
};

// Prints the lines in the order of their times. Fails if the run has no process with a name.
Outcome<void> print_logs(const RunFiles& files, const LogRequest& request, std::ostream& out);

}  // namespace triad::rtirun
