#include "router/program/newcomer_origin.hpp"

#include <arpa/inet.h>

#include <array>
#include <functional>
#include <string>

namespace triad::router {

namespace {

using Address6 = std::array<char, sizeof(in6_addr)>;

std::uint64_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

Newcomers::Origin origin_of_v6(const Address6& address) {
  constexpr std::size_t kAddressBytes = 8;
  constexpr std::size_t kGroupBytes = 6;
  return {hash_of({address.data(), kGroupBytes}), hash_of({address.data(), kAddressBytes}), 0};
}

}  // namespace

Newcomers::Origin origin_of(std::string_view peer) {
  constexpr std::string_view kTcp = "tcp ";
  constexpr std::string_view kMapped = "::ffff:";
  if (!peer.starts_with(kTcp)) {
    const std::uint64_t transport = hash_of(peer.substr(0, peer.find(' ')));
    return {transport, transport, 0};
  }
  peer = peer.substr(kTcp.size());
  peer = peer.substr(0, peer.find(' '));
  peer = peer.substr(0, peer.rfind(':'));
  if (peer.starts_with('[')) {
    peer = peer.substr(1, peer.find_first_of("]%") - 1);
    Address6 address;
    if (peer.starts_with(kMapped) && peer.find('.') != peer.npos) {
      peer = peer.substr(kMapped.size());
    } else if (::inet_pton(AF_INET6, std::string(peer).c_str(), address.data()) == 1) {
      return origin_of_v6(address);
    }
  }
  return {hash_of(peer), hash_of(peer), 0};
}

std::uint64_t process_of(const wire::Hello& hello) {
  return hash_of(hello.host) ^ (std::uint64_t{hello.process} << 32);
}

}  // namespace triad::router
