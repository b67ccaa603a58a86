// Finds out who has the TCP port that this program cannot listen on, for the error message. The
// default port is one of those that Linux gives to outgoing connections, so the holder need not
// listen. Used by the TCP listener.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "transport/tcp/address.hpp"

namespace triad::transport {

// A line of /proc/net/tcp or /proc/net/tcp6.
struct UsedPort {
  SocketAddress local;
  SocketAddress peer;
  bool listens = false;
  std::uint64_t inode = 0;  // 0: no process has the socket any more
};

// The socket of `table` that keeps others from listening at `wanted`; a listener comes first.
[[nodiscard]] std::optional<UsedPort> find_port_holder(std::string_view table,
                                                       const SocketAddress& wanted);

// Returns the holder of the port, as far as /proc tells, and advice, for people. Begins with a
// lower-case letter.
[[nodiscard]] std::string describe_port_holder(const SocketAddress& wanted);

}  // namespace triad::transport
