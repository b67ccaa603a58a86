// The signals that `rtimesh up` takes as input of its loop instead of as interruptions: those that
// ask it to end, and that a child has ended. Blocked for the process's threads from take_signals()
// on.
#pragma once

#include <optional>

#include "tools/rtimesh/outcome.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

// Its descriptor is readable while one waits for next_signal().
Outcome<transport::UniqueFd> take_signals();

// The next that has come, by its number: SIGCHLD, or one that asks to end.
std::optional<int> next_signal(const transport::UniqueFd& signals);

}  // namespace triad::rtimesh
