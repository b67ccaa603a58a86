// Connects to the address of a host that answers first. Used by tcp_connect() and tls_connect().
#pragma once

#include <string>
#include <vector>

#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tcp/address.hpp"
#include "transport/url.hpp"

namespace triad::transport {

struct ConnectedSocket {
  UniqueFd socket;   // non-blocking
  std::string peer;  // readable text of its address
};

// Reorders the addresses so that the families alternate, beginning with that of the first address.
[[nodiscard]] std::vector<SocketAddress> interleave_families(std::vector<SocketAddress> addresses);

// Tries all addresses, at most kAddressesMax, until one is connected, all have failed, or the
// deadline has passed. The error says for each address why it failed.
inline constexpr std::size_t kAddressesMax = 32;
[[nodiscard]] Result<ConnectedSocket> connect_to_any(std::vector<SocketAddress> addresses,
                                                     Clock::time_point deadline);

// Does the same with the addresses of the URL's host, at its port.
[[nodiscard]] Result<ConnectedSocket> connect_to_host(const Url& url, Clock::time_point deadline);

}  // namespace triad::transport
