// Host names to socket addresses, and socket addresses to text. Both address families.
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

// All addresses of the host, the preferred one first (RFC 6724). An empty host is any address, for
// listening only.
[[nodiscard]] Result<std::vector<SocketAddress>> resolve(const std::string& host,
                                                         std::uint16_t port, Purpose purpose);

[[nodiscard]] SocketAddress local_address(int socket);
[[nodiscard]] SocketAddress peer_address(int socket);

// Of an IPv4 address, also one in the guise of IPv6.
[[nodiscard]] std::optional<in_addr> ipv4_of(const SocketAddress& address);

// "127.0.0.1:51234" or "[::1]:51234"
[[nodiscard]] std::string to_string(const sockaddr* address, socklen_t length);

}  // namespace triad::transport
