// The command `rtirun agent`: carries out the orders of an rtirun on another host, and reports ends
// and logs. SshHost starts it by ssh. It ends with its connection; the programs and their keepers
// go on, and a later agent takes them up.
#pragma once

#include <string>

#include "tools/rtirun/agent_messages.hpp"

namespace triad::rtirun {

// Folder below that of the run, with the files of the scenario. Working directory of the programs.
inline constexpr const char* kFilesFolder = "files";

// Returns the facts of this host.
HostFacts measure_host();

// Reads orders from standard input and writes reports to standard output until the input ends.
// `folder` is for logs and files of `run`, relative to the home folder; empty: only the facts are
// reported. Returns the exit status.
int run_agent(const std::string& folder, const std::string& run);

}  // namespace triad::rtirun
