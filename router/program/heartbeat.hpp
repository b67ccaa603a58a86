// Detects a TCP peer whose machine is cut off while output for it is in transit. TCP keepalive,
// which the transport sets, does not cover this case: retransmissions go on for about 15 minutes. A
// peer that is stopped in a debugger is not cut off, because its kernel answers. Used by the server
// for the setting `heartbeat`.
#pragma once

#include <chrono>
#include <optional>

namespace triad::router {

// Returns the time since the peer's kernel last answered, if it has not answered two or more
// requests. Empty otherwise, and for descriptors that are no TCP socket.
std::optional<std::chrono::milliseconds> unanswered_time(int descriptor);

}  // namespace triad::router
