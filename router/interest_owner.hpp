// Owners of the interest that a router knows: members of the federation, the upper router with all
// members beyond it, and peers with the members behind them. Owners are ordered by group, so that a
// record for one lower router need not be compared with all members behind it.
#pragma once

#include <compare>
#include <cstdint>

#include "records/assert.hpp"
#include "records/header_filter.hpp"
#include "router/link_id.hpp"
#include "router/neighbour_router.hpp"
#include "wire/handles.hpp"

namespace triad::router {

struct InterestOwner {
  enum class Kind : std::uint8_t { member, upper_router, peer };

  // Returns the owner for a member. `via`: the lower router through which the member is reached, if
  // any.
  static InterestOwner of_member(wire::FederateHandle member, LinkId via = {}) {
    return {via, Kind::member, member.value};
  }
  static InterestOwner upper_router() { return {{}, Kind::upper_router, 0}; }
  static InterestOwner of_peer(PeerIndex peer) { return {{}, Kind::peer, peer}; }

  bool is_member() const { return kind == Kind::member; }
  bool is_peer() const { return kind == Kind::peer; }
  wire::FederateHandle member() const {
    RTI_ASSERT(is_member());
    return wire::FederateHandle(number);
  }
  PeerIndex peer() const {
    RTI_ASSERT(is_peer());
    return number;
  }
  friend auto operator<=>(const InterestOwner&, const InterestOwner&) = default;

  LinkId group = {};  // lower router through which a member is reached, if any
  Kind kind = Kind::member;
  std::uint32_t number = 0;  // handle of the member, or index of the peer
};

using InterestFilter = records::HeaderFilterOf<InterestOwner>;

}  // namespace triad::router

extern template class triad::records::HeaderFilterOf<triad::router::InterestOwner>;
