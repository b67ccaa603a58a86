// Two connected sockets, blocking. For bare_socket.cpp and relayed_barrier.cpp. Give up where there
// are none.
#pragma once

#include <array>

namespace triad::limits {

std::array<int, 2> unix_pair();
// By the loopback interface, without delays.
std::array<int, 2> tcp_pair();

}  // namespace triad::limits
