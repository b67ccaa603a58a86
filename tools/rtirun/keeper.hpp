// The command `rtirun keep`: runs one program of a run, and stays until that program and all that
// it has started have ended. The keeper is their ancestor, because orphans become its children, so
// a process of the run can be found even if it has changed its session and its environment. It
// survives rtirun, writes the log with times, and notes the end of the program in a file.
#pragma once

#include <string>
#include <vector>

namespace triad::rtirun {

// Variables in the environment of a keeper, and of its programs.
inline constexpr const char* kKeeperVariable = "RTIRUN_KEEPER";  // RUN.PROCESS.START
inline constexpr const char* kMarkVariable = "RTIRUN_MARK";      // RUN.PROCESS

// Descriptor at which a keeper reports the errno of a failed start. Nothing comes if it succeeds.
inline constexpr int kReportDescriptor = 3;

// Runs the command; the log is standard output. Writes the end, such as "exit 3" or "signal 9", to
// a new file `end_file`. Returns the exit status.
int keep(const std::string& end_file, std::vector<std::string> command);

}  // namespace triad::rtirun
