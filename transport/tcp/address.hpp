// Host names to socket addresses, and socket addresses to text. Both address families.
#pragma once

#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "transport/transport_error.hpp"

namespace triad::transport {

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};
using AddressList = std::unique_ptr<addrinfo, FreeAddresses>;

enum class Purpose { connect, listen };

// An empty host is any address, for listening only.
[[nodiscard]] Result<AddressList> resolve(const std::string& host, std::uint16_t port,
                                          Purpose purpose);

struct SocketAddress {
  sockaddr_storage storage{};
  socklen_t length = sizeof(sockaddr_storage);
  [[nodiscard]] sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  [[nodiscard]] std::uint16_t port() const;
};

[[nodiscard]] SocketAddress local_address(int socket);
[[nodiscard]] SocketAddress peer_address(int socket);

// Of an IPv4 address, also one in the guise of IPv6.
[[nodiscard]] std::optional<in_addr> ipv4_of(const SocketAddress& address);

// "127.0.0.1:51234" or "[::1]:51234"
[[nodiscard]] std::string to_string(const sockaddr* address, socklen_t length);

}  // namespace triad::transport
