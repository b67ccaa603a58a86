// Signals as input of the event loop of `rtimesh up`: SIGCHLD, and the signals that ask it
// to end: SIGINT, SIGTERM, and SIGHUP unless it is ignored.
// block_signals() blocks them in the calling thread and the threads that it starts later.
#pragma once

#include <optional>

#include "tools/rtimesh/outcome.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

// Blocks the signals and returns a descriptor that is readable while one is pending.
Outcome<transport::UniqueFd> block_signals();

// Returns the number of the next pending signal, or nothing.
std::optional<int> read_signal(const transport::UniqueFd& signals);

}  // namespace triad::rtimesh
