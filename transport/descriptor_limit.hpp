// Programs that serve hundreds of links call this first: a link takes one descriptor (tcp) or four
// (shm), and the usual soft limit of 1024 is for programs that use select(). Nothing here does.
#pragma once

#include <cstddef>

namespace triad::transport {

// Raises the limit of open descriptors to what this process may have, and returns it.
std::size_t raise_descriptor_limit();

}  // namespace triad::transport
