// Resolves host names to socket addresses and prints socket addresses. IPv4 and IPv6.
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transport/transport_error.hpp"

namespace triad::transport {

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = sizeof(sockaddr_storage);
  [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  [[nodiscard]] std::uint16_t port() const;
};

enum class Purpose { connect, listen };

// Returns all addresses of the host, the preferred one first (RFC 6724). An empty host means any
// address, for listening only.
[[nodiscard]] Result<std::vector<SocketAddress>> resolve(const std::string& host,
                                                         std::uint16_t port, Purpose purpose);

[[nodiscard]] SocketAddress local_address(int socket);
[[nodiscard]] SocketAddress peer_address(int socket);

// Returns the IPv4 address, also if it is mapped into IPv6; otherwise nullopt.
[[nodiscard]] std::optional<in_addr> ipv4_of(const SocketAddress& address);

// Returns "127.0.0.1:51234" or "[::1]:51234".
[[nodiscard]] std::string to_string(const sockaddr* address, socklen_t length);

}  // namespace triad::transport
