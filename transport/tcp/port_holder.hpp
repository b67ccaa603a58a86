// Finds the program that uses a TCP port on which this program cannot listen, for the error
// message. The default port is one of those that Linux gives to outgoing connections, so the holder
// need not be a listener. Used by the TCP listener.
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
  bool is_listening = false;
  std::uint64_t inode = 0;  // 0: the socket no longer belongs to a process
};

// Returns the socket in `table` that prevents listening at `wanted`; a listener is preferred.
[[nodiscard]] std::optional<UsedPort> find_port_holder(std::string_view table,
                                                       const SocketAddress& wanted);

// Returns a text about the holder of the port, as far as /proc shows it, with advice. It begins
// with a lower-case letter.
[[nodiscard]] std::string describe_port_holder(const SocketAddress& wanted);

}  // namespace triad::transport
