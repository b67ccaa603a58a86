// Pairs of connected, blocking sockets. Used by bare_socket.cpp and relayed_barrier.cpp. Errors end
// the program.
#pragma once

#include <array>

namespace triad::limits {

std::array<int, 2> unix_pair();
// Returns two TCP sockets on the loopback interface, with TCP_NODELAY.
std::array<int, 2> tcp_pair();

}  // namespace triad::limits
