// Sets the congestion control and the kernel's buffers of a TCP connection that becomes a long
// link. Used by TcpLink.
#pragma once

#include <string>
#include <vector>

#include "transport/long_link.hpp"

namespace triad::transport {

// Applies the options to the socket. Returns readable lines about settings that the kernel refuses,
// each with a remedy.
[[nodiscard]] std::vector<std::string> apply_long_link_options(int socket,
                                                               const LongLinkOptions& options);

}  // namespace triad::transport
