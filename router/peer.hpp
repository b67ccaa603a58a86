// The peers of a router: routers of its group with the same router above them. Each has an index in
// one list. In tables of members and of links a peer stands as one of each, with a number that no
// federate and no link has.
#pragma once

#include <cstdint>

#include "router/link_id.hpp"
#include "wire/handles.hpp"

namespace triad::router {

using PeerIndex = std::uint32_t;

// Greatest handle of a federate.
inline constexpr wire::FederateHandle kLastFederate{0xfffe'ffff};

// Convert between a peer's index and its numbers as a member and as a link.
inline wire::FederateHandle as_member(PeerIndex peer) {
  return wire::FederateHandle(kLastFederate.value + 1 + peer);
}
inline LinkId as_link(PeerIndex peer) {
  return LinkId{kLastLink.value + 1 + peer};
}
inline bool is_peer(wire::FederateHandle member) {
  return member > kLastFederate && member < wire::kRtig;
}
inline bool is_peer(LinkId link) {
  return link > kLastLink;
}
inline PeerIndex peer_of(wire::FederateHandle member) {
  return static_cast<PeerIndex>(member.value - kLastFederate.value - 1);
}
inline PeerIndex peer_of(LinkId link) {
  return static_cast<PeerIndex>(link.value - kLastLink.value - 1);
}

}  // namespace triad::router
