// Descriptors that belong to the process that opened them: a forked child closes its copies at
// once, so that a peer sees this process end when it ends, whatever its children do. Used by
// UniqueFd.
#pragma once

#include <cstdint>

namespace triad::transport {

// The child of a fork() from now on closes its copy. Returns what forget_in_children() is to be
// told; never zero.
[[nodiscard]] std::uint32_t close_in_children(int descriptor);

// Before the descriptor is closed or given away. False: this is a forked child, which has closed
// its copy already; the number may be another file's by now.
[[nodiscard]] bool forget_in_children(int descriptor, std::uint32_t mark);

}  // namespace triad::transport
