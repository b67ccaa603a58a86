// Processes of a run on this host. Each process has a mark in its environment, which all that it
// starts inherit. So grandchildren are found even if they are in another session or if rtirun has
// been killed, and no other process is. Used by Supervisor and `rtirun down`.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tools/rtimesh/outcome.hpp"

namespace triad::rtirun {

using rtimesh::Fault;
using rtimesh::Outcome;

struct Launch {
  std::vector<std::string> command = {};  // A name without a slash is searched for in the PATH.
  std::string directory = {};
  std::vector<std::pair<std::string, std::string>> environment = {};  // Added to that of rtirun.
  std::string mark;
  std::string log;  // File to which the output is appended.
};

// Starts the program in a new session. exec has succeeded when this returns.
Outcome<pid_t> launch(const Launch& launch);

// Returns the marks of all processes of this user that have one, of all runs.
std::map<pid_t, std::string> marked_processes();
// Returns the mark of a process, or an empty text.
std::string mark_of(pid_t process);
// Sends a signal to all processes with the mark. Returns the number of processes.
std::size_t signal_marked(const std::string& mark, int number);

}  // namespace triad::rtirun
