// Descriptors that belong to the process that opened them: a forked child closes its copies at
// once. So a peer sees the end of this process when it ends, even if its children live on. Used by
// UniqueFd.
#pragma once

#include <cstdint>

namespace triad::transport {

// Makes the child of each later fork() close its copy. Returns a mark for keep_in_children();
// never zero.
[[nodiscard]] std::uint32_t close_in_children(int descriptor);

// Undoes close_in_children(), before the descriptor is closed or given away. Returns false in a
// forked child, which has closed its copy already: the number may belong to another file by now.
[[nodiscard]] bool keep_in_children(int descriptor, std::uint32_t mark);

}  // namespace triad::transport
