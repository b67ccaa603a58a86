// Notices that the machine at the other end of a TCP connection is cut off while something was sent
// to it: the one case that TCP keepalive (which the transport asks for) leaves to a quarter of an
// hour of retransmissions. A peer that is stopped in a debugger is no such case: its kernel
// answers. Used by the server for the setting `heartbeat`.
#pragma once

#include <chrono>
#include <optional>

namespace triad::router {

// How long the peer's kernel has answered nothing though it was asked more than once; empty if it
// has answered, and for descriptors that are no TCP socket.
std::optional<std::chrono::milliseconds> silence_of(int descriptor);

}  // namespace triad::router
