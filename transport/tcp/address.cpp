// See address.hpp.
#include "transport/tcp/address.hpp"

#include <netinet/in.h>

#include <array>
#include <cstring>

namespace triad::transport {

Result<AddressList> resolve(const std::string& host, std::uint16_t port, Purpose purpose) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (purpose == Purpose::listen ? AI_PASSIVE : 0);
  addrinfo* list = nullptr;
  const std::string service = std::to_string(port);
  const int problem =
      ::getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &hints, &list);
  if (problem == 0) return AddressList(list);
  return error(Error::Code::unknown_host, "the host name \"" + host +
                                              "\" does not resolve: " + ::gai_strerror(problem) +
                                              "; check its spelling, or use an address");
}

std::uint16_t SocketAddress::port() const {
  if (storage.ss_family == AF_INET) {
    return ntohs(reinterpret_cast<const sockaddr_in*>(&storage)->sin_port);
  }
  if (storage.ss_family == AF_INET6) {
    return ntohs(reinterpret_cast<const sockaddr_in6*>(&storage)->sin6_port);
  }
  return 0;
}

SocketAddress local_address(int socket) {
  SocketAddress address;
  if (::getsockname(socket, address.get(), &address.length) != 0) address.length = 0;
  return address;
}

SocketAddress peer_address(int socket) {
  SocketAddress address;
  if (::getpeername(socket, address.get(), &address.length) != 0) address.length = 0;
  return address;
}

std::optional<in_addr> ipv4_of(const SocketAddress& address) {
  if (address.storage.ss_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in*>(&address.storage)->sin_addr;
  }
  if (address.storage.ss_family != AF_INET6) return std::nullopt;
  const in6_addr& six = reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr;
  if (!IN6_IS_ADDR_V4MAPPED(&six)) return std::nullopt;
  in_addr four{};
  std::memcpy(&four, six.s6_addr + 12, sizeof four);
  return four;
}

std::string to_string(const sockaddr* address, socklen_t length) {
  std::array<char, NI_MAXHOST> host;
  std::array<char, NI_MAXSERV> port;
  if (length == 0 || ::getnameinfo(address, length, host.data(), host.size(), port.data(),
                                   port.size(), NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
    return "of unknown address";
  }
  const std::string text(host.data());
  const bool is_v6 = text.find(':') != std::string::npos;
  return (is_v6 ? "[" + text + "]" : text) + ":" + port.data();
}

}  // namespace triad::transport
