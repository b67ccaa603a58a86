// Programs that serve hundreds of links call this first: a link takes one descriptor (tcp) or four
// (shm). The usual soft limit of 1024 protects programs that use select(), which Triad does not.
#pragma once

#include <cstddef>

namespace triad::transport {

// Raises the soft limit of open descriptors to the hard limit. Returns the limit that now applies.
std::size_t raise_descriptor_limit();

}  // namespace triad::transport
