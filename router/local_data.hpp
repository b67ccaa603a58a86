// What a router below the RTIG's passes between its own members itself, and what it has to know of
// the rest for that. Both ends of a link between routers go by these rules: what the one passes on,
// the other does not send back.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>

#include "wire/record.hpp"

namespace triad::router {

// A router that knows no object model keeps track of what is wanted of classes whose keys are below
// this; what is sent of others goes to the RTIG's router.
inline constexpr wire::InterestKey kLocalKeysEnd = 1u << 18;

// Updates and interactions for whoever wants them. Those in time-stamp order are counted where time
// is reduced (router/promise_reduction.hpp), which is at the RTIG: they go there.
inline bool is_local_data(const wire::RecordHeader& header) {
  return header.is_data() && header.says_interest() && header.interest_key < kLocalKeysEnd &&
         !header.to() && (header.flags & (wire::kTimeStamped | wire::kLogRecord)) == 0;
}

// What the Router itself takes: nothing of the log follows from it.
inline bool is_for_router(const wire::RecordHeader& header) {
  switch (header.message_kind()) {
    case wire::Kind::InterestChanged:
    case wire::Kind::TimeReport:
    case wire::Kind::TimeWait:
    case wire::Kind::RequestLbts:
    case wire::Kind::CausalDependencies:
    case wire::Kind::FlowControl:
    case wire::Kind::SenderWaiting:
      return true;
    default:
      return false;
  }
}

// What peers say to each other (router/peer_routes.hpp), which the router above both passes on.
inline bool is_between_peers(wire::Kind kind) {
  return kind == wire::Kind::PeerData || kind == wire::Kind::PeerInterest ||
         kind == wire::Kind::PeerInterestTaken || kind == wire::Kind::PeerReceived;
}

inline std::optional<std::uint64_t> session_of(const wire::Record& word) {
  std::uint64_t session = 0;
  if (word.payload.size() < sizeof session) return std::nullopt;
  std::memcpy(&session, word.payload.data(), sizeof session);
  return session;
}

// What its sender sends after it is to come behind what follows from it: a registration, say, that
// the RTIG puts into its log.
inline bool is_answered_by_rtig(const wire::RecordHeader& header) {
  return !is_local_data(header) && !is_for_router(header);
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
