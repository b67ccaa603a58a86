// What a router below the RTIG's passes between its own members itself, and what it has to know of
// the rest for that. Both ends of a link between routers go by these rules: what the one passes on,
// the other does not send back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "records/local_record.hpp"
#include "wire/record.hpp"

namespace triad::router {

using records::is_answered_by_rtig;
using records::is_for_router;
using records::is_local_data;
using records::kLocalKeysEnd;

// What peers say to each other (router/peer_routes.hpp), which the router above both passes on.
inline bool is_between_peers(wire::Kind kind) {
  return kind == wire::Kind::PeerData || kind == wire::Kind::PeerInterest ||
         kind == wire::Kind::PeerInterestTaken || kind == wire::Kind::PeerFence ||
         kind == wire::Kind::PeerReceived;
}

// Messages between routers of an overlay, which use the links between these routers alone.
inline bool is_in_overlay(wire::Kind kind) {
  return std::ranges::find(wire::kOverlayKinds, kind) != wire::kOverlayKinds.end();
}

inline std::optional<std::uint64_t> session_of(const wire::Record& word) {
  std::uint64_t session = 0;
  if (word.payload.size() < sizeof session) return std::nullopt;
  std::memcpy(&session, word.payload.data(), sizeof session);
  return session;
}

// What others learn by it, from the log, a bound or a message in time-stamp order, is to come
// behind what members here had sent their peers before: a federate that is granted a time has had
// what others had sent before they let it advance.
inline bool waits_for_peers(const wire::RecordHeader& header) {
  switch (header.message_kind()) {
    case wire::Kind::InterestChanged:
    case wire::Kind::FlowControl:
    case wire::Kind::SenderWaiting:
      return false;
    default:
      return !is_local_data(header);
  }
}

}  // namespace triad::router
