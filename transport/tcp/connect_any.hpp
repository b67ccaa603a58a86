// Connects to whichever of a host's addresses answers first. Used by tcp_connect.
#pragma once

#include <string>
#include <vector>

#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tcp/address.hpp"

namespace triad::transport {

struct ConnectedSocket {
  UniqueFd socket;   // non-blocking
  std::string peer;  // its address, for people
};

// Alternates between the address families, beginning with that of the first address.
[[nodiscard]] std::vector<SocketAddress> interleaved(std::vector<SocketAddress> addresses);

// Tries all addresses, at most kAddressesMax, until one is connected, all have failed, or the
// deadline has passed. The error says of each address what happened.
inline constexpr std::size_t kAddressesMax = 32;
[[nodiscard]] Result<ConnectedSocket> connect_to_any(std::vector<SocketAddress> addresses,
                                                     Clock::time_point deadline);

}  // namespace triad::transport
