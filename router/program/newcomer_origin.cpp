#include "router/program/newcomer_origin.hpp"

#include <functional>
#include <string>

#include "router/program/peer_address.hpp"

namespace triad::router {

namespace {

std::uint64_t hash_of(std::string_view text) {
  return std::hash<std::string_view>()(text);
}

}  // namespace

Newcomers::Origin origin_of(std::string_view peer) {
  const std::string address = address_of(peer);
  if (!address.empty()) return {hash_of(network_of(peer)), hash_of(address), 0};
  const std::uint64_t transport = hash_of(peer.substr(0, peer.find(' ')));
  return {transport, transport, 0};
}

std::uint64_t process_of(const wire::Hello& hello) {
  return hash_of(hello.host) ^ (std::uint64_t{hello.process} << 32);
}

}  // namespace triad::router
