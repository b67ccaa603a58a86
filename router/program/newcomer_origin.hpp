// By which address a newcomer counts. Used by LinkServer.
#pragma once

#include <cstdint>
#include <string_view>

#include "router/newcomers.hpp"
#include "wire/message_list.hpp"

namespace triad::router {

// `peer` is Link::peer(), or the transport of a client behind a router, which begins with that.
// The port does not count. Two IPv6 addresses count as one if their first 64 bits agree, and as one
// group if their first 48 do, since one subscriber of a provider has so many.
Newcomers::Origin origin_of(std::string_view peer);

// Of a client behind the router with that link. All clients of the router are one group.
inline Newcomers::Origin origin_behind(LinkId router, std::uint64_t address) {
  return {std::uint64_t{router.value}, address, 0};
}

// The process that a client says it is.
std::uint64_t process_of(const wire::Hello& hello);

}  // namespace triad::router
