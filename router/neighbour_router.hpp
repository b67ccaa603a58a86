// Routers at the other ends of a router's links. Peers are routers of its group with the same upper
// router; each has an index in one list.
#pragma once

#include <cstdint>
#include <variant>

#include "router/link_id.hpp"

namespace triad::router {

using PeerIndex = std::uint32_t;

// A lower router, by its link, or a peer. Lower routers precede peers.
using NeighbourRouter = std::variant<LinkId, PeerIndex>;

inline bool is_peer(const NeighbourRouter& neighbour) {
  return std::holds_alternative<PeerIndex>(neighbour);
}

}  // namespace triad::router
