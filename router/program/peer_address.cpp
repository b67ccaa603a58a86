#include "router/program/peer_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace triad::router {

namespace {

// Returns the first `bits` bits of an IPv6 address as a network. `bits` must be a multiple of 8.
std::string network_of_ipv6(std::string_view host, std::size_t bits) {
  const std::string text(host.substr(0, host.find('%')));
  in6_addr address{};
  if (::inet_pton(AF_INET6, text.c_str(), &address) != 1) return std::string(host);
  std::array<char, INET6_ADDRSTRLEN> out{};
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    ::inet_ntop(AF_INET, &address.s6_addr[12], out.data(), out.size());
    return out.data();
  }
  if (IN6_IS_ADDR_LOOPBACK(&address)) return "::1";
  std::fill(address.s6_addr + bits / 8, address.s6_addr + sizeof address.s6_addr, 0);
  ::inet_ntop(AF_INET6, &address, out.data(), out.size());
  return std::string(out.data()) + "/" + std::to_string(bits);
}

std::string host_of(std::string_view peer, std::size_t bits_of_ipv6) {
  constexpr std::size_t kSchemeBytes = 4;
  if (!peer.starts_with("tcp ") && !peer.starts_with("tls ")) return {};
  std::string_view host = peer.substr(kSchemeBytes);
  host = host.substr(0, host.find(' '));
  host = host.substr(0, host.rfind(':'));
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const bool is_ipv6 = host.find(':') != host.npos;
  return is_ipv6 ? network_of_ipv6(host, bits_of_ipv6) : std::string(host);
}

}  // namespace

std::string address_of(std::string_view peer) {
  return host_of(peer, 64);
}

std::string network_of(std::string_view peer) {
  return host_of(peer, 48);
}

}  // namespace triad::router
