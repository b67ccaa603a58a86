// A TCP connection over a long way: which congestion control it has, and how much the kernel's
// buffers take of it.
#pragma once

#include <string>
#include <vector>

#include "transport/long_link.hpp"

namespace triad::transport {

// What the kernel does not give of what is asked for, and what to do about it, for people.
[[nodiscard]] std::vector<std::string> fit_to_long_way(int socket, const LongLinkOptions& way);

}  // namespace triad::transport
