// Finds the origin of a newcomer: a client that has connected and not joined. Each origin gets a
// share of the places for newcomers (router/newcomers.hpp). Used by LinkServer.
#pragma once

#include <cstdint>
#include <string_view>

#include "router/newcomers.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

// Returns the origin of a client with a link of its own, as hashes: address_of(peer), in the group
// network_of(peer). Peers without an address are grouped by transport.
Newcomers::Origin origin_of(std::string_view peer);

// Returns the origin of a client behind the router with that link. All clients of a router are one
// group.
inline Newcomers::Origin origin_behind(LinkId router, std::uint64_t address) {
  return {std::uint64_t{router.value}, address, 0};
}

// Returns a key of the process that the client's Hello names.
std::uint64_t process_of(const wire::Hello& hello);

}  // namespace triad::router
