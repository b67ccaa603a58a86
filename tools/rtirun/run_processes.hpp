// Processes of a run on this host, from /proc: keepers by the name in their environment, programs
// by a keeper among their ancestors, or by their mark if the keeper was killed. Used by LocalHost
// and for the processes that a killed rtirun has left.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace triad::rtirun {

struct RunProcesses {
  std::map<pid_t, std::string> keepers;   // With their names, RUN.PROCESS.START.
  std::map<pid_t, std::size_t> programs;  // With the index of their process.
};

// Returns the processes that exist now.
RunProcesses find_processes(const std::string& run);

// Returns the process of the run to which a program of this host belongs; nothing if it belongs to
// none.
std::optional<std::size_t> owner_of(pid_t program, const std::string& run);

struct ProcessSignal {
  std::size_t process;
  int number;
};
// Sends the signals to all programs of their processes.
void send_signals(const std::string& run, const std::vector<ProcessSignal>& signals);

// Returns the mark of the process with this index, and the name of its keeper.
std::string mark_for(const std::string& run, std::size_t process);
std::string keeper_for(const std::string& run, std::size_t process, unsigned start);

}  // namespace triad::rtirun
