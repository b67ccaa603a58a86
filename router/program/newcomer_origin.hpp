// By which address a newcomer counts. Used by LinkServer.
#pragma once

#include <cstdint>
#include <string_view>

#include "router/newcomers.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

// Its address_of() `peer`, and as its group its network_of() that.
Newcomers::Origin origin_of(std::string_view peer);

// Of a client behind the router with that link. All clients of the router are one group.
inline Newcomers::Origin origin_behind(LinkId router, std::uint64_t address) {
  return {std::uint64_t{router.value}, address, 0};
}

// The process that a client says it is.
std::uint64_t process_of(const wire::Hello& hello);

}  // namespace triad::router
