// Rules for data that a router below the RTIG's forwards between its own members. Both ends of a
// link between routers use the same rules: data that one end forwards, the other end does not send
// back.
#pragma once

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

// Returns true for records of which each router chooses the receivers among the members behind it:
// the log, members' data, and members' requests that concern all. On a link to a lower router such
// a record travels once, and the client in its frame names only the federation. Copies in
// time-stamp order are counted for each receiver if times cannot be compared; then they travel for
// each receiver, too.
inline bool is_chosen_at_each_hop(const wire::RecordHeader& header) {
  if (header.to()) return false;
  if (header.from() == wire::kRtig) return (header.flags & wire::kLogRecord) != 0;
  switch (header.message_kind()) {
    case wire::Kind::UpdateAttributeValues:
    case wire::Kind::SendInteraction:
    case wire::Kind::DeleteObjectInstance:
      return header.has_interest();
    case wire::Kind::Retract:
    case wire::Kind::RequestClassAttributeValueUpdate:
      return true;
    default:
      return false;
  }
}

// Returns true for words between peers (router/peer_routes.hpp). The router above both forwards
// them.
inline bool is_between_peers(wire::Kind kind) {
  return kind == wire::Kind::PeerData || kind == wire::Kind::PeerInterest ||
         kind == wire::Kind::PeerInterestTaken || kind == wire::Kind::PeerFence ||
         kind == wire::Kind::PeerReceived;
}

// Returns true for messages between routers of an overlay. They use only links between these
// routers.
inline bool is_in_overlay(wire::Kind kind) {
  return wire::is_overlay_kind(kind);
}

inline std::optional<std::uint64_t> session_of(const wire::Record& word) {
  std::uint64_t session = 0;
  if (word.payload.size() < sizeof session) return std::nullopt;
  std::memcpy(&session, word.payload.data(), sizeof session);
  return session;
}

// Returns true if a record to the RTIG must wait until peers have received earlier data of the
// members here. Other members see its effects in the log, a bound or a time-stamp-ordered message,
// and must have that data first. In particular, a federate that is granted a time has received all
// that others sent before they let it advance.
inline bool must_wait_for_peers(const wire::RecordHeader& header) {
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
