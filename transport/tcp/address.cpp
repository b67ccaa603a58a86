// See address.hpp.
#include "transport/tcp/address.hpp"

#include <arpa/inet.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>

#include <array>
#include <cstring>
#include <memory>

namespace triad::transport {

namespace {

struct FreeAddresses {
  void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

// Returns names such as "eth0, lo".
std::string interfaces_of_this_host() {
  std::string names;
  struct if_nameindex* const all = ::if_nameindex();
  if (all == nullptr) return "unknown";
  for (const struct if_nameindex* one = all; one->if_index != 0; ++one) {
    names += (names.empty() ? "" : ", ") + std::string(one->if_name);
  }
  ::if_freenameindex(all);
  return names;
}

// Checks the zone of an IPv6 address. A link-local address may exist on each interface, so the
// kernel needs the interface.
std::optional<Error> check_zone(const std::string& host) {
  const std::size_t percent = host.find('%');
  const std::string address = host.substr(0, percent);
  in6_addr six{};
  if (::inet_pton(AF_INET6, address.c_str(), &six) != 1) return std::nullopt;
  if (percent == std::string::npos) {
    if (!IN6_IS_ADDR_LINKLOCAL(&six)) return std::nullopt;
    return error(Error::Code::bad_url, address + " is a link-local address, which needs the name " +
                                           "of an interface of this host: write [" + address +
                                           "%INTERFACE]; the interfaces are " +
                                           interfaces_of_this_host());
  }
  const std::string zone = host.substr(percent + 1);
  const bool is_number = zone.find_first_not_of("0123456789") == std::string::npos;
  if (is_number || ::if_nametoindex(zone.c_str()) != 0) return std::nullopt;
  return error(Error::Code::unknown_host, "this host has no interface " + zone +
                                              "; the interfaces are " + interfaces_of_this_host());
}

}  // namespace

Result<std::vector<SocketAddress>> resolve(const std::string& host, std::uint16_t port,
                                           Purpose purpose) {
  if (const auto problem = check_zone(host)) return *problem;
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (purpose == Purpose::listen ? AI_PASSIVE : 0);
  addrinfo* list = nullptr;
  const std::string service = std::to_string(port);
  const int problem =
      ::getaddrinfo(host.empty() ? nullptr : host.c_str(), service.c_str(), &hints, &list);
  if (problem != 0) {
    return error(Error::Code::unknown_host, "the host name \"" + host +
                                                "\" does not resolve: " + ::gai_strerror(problem) +
                                                "; check its spelling, or use an address");
  }
  const std::unique_ptr<addrinfo, FreeAddresses> owned(list);
  std::vector<SocketAddress> addresses;
  for (const addrinfo* one = list; one != nullptr; one = one->ai_next) {
    SocketAddress& address = addresses.emplace_back();
    address.length = one->ai_addrlen;
    std::memcpy(&address.storage, one->ai_addr, one->ai_addrlen);
  }
  return addresses;
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
