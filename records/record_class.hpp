// Classes of records, and the rules for each class: how far up the tree of routers a record goes,
// which members receive it, and which later records wait for it. A router, the router above it, and
// members that share memory apply the same rules. docs/internals.md shows the table;
// record_class_test.cpp compares the two.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "wire/record.hpp"

namespace triad::records {

// Routers, which have no object model, track interest only for keys below this limit.
inline constexpr wire::InterestKey kLocalKeysEnd = 1u << 18;

enum class RecordClass : std::uint8_t {
  // --- From a member
  local_data,  // update or interaction in receive order, for any member, with a key below the limit
  other_data,  // other update or interaction for any member
  deletion,
  request_to_all,  // retraction, request for values of a class
  addressed,       // for one other member
  interest,
  promise,       // about time, or about records in shared memory
  flow_control,  // and acknowledgements
  request,       // any other record of a member
  // --- From the RTIG
  log,
  answer,  // not part of the log
  // --- Between routers
  peer_word,
  overlay_word,
  router_word,
};

// Where a record of a member stops going up. From there it goes down to its receivers.
enum class Turn : std::uint8_t {
  each_router,  // each router forwards it to the members behind it, and up only if others want it
  reducer,      // the first router that reduces promises
  root,         // the RTIG's router
  authority,    // the RTIG, which checks it
  none,         // it does not go up
};

enum class Receivers : std::uint8_t {
  interested,
  all,
  addressee,
  routers,  // those on its way
  answered_by_log,
  next_router,
};

struct RecordRules {
  RecordClass record_class;
  std::string_view name;  // for documents
  Turn turn;
  Receivers receivers;
  // Each router chooses the receivers among the members behind it. On a link to a lower router the
  // record travels once, and the client in its frame names only the federation. Copies in
  // time-stamp order are counted for each receiver if times cannot be compared; then they travel
  // for each receiver, too.
  bool is_chosen_at_each_hop;
  // The RTIG may react to it. Later data of its sender follows the reaction, e.g. the log record of
  // a registration.
  bool is_answered;
  // On its way up it waits until peers have received earlier data of the members here. Others see
  // its effects in the log, a bound or a message in time-stamp order, and must have that data
  // first. In particular, a federate that is granted a time has received all that others sent
  // before they let it advance.
  bool waits_for_peers;
};

inline constexpr std::array kRecordRules{
    RecordRules{RecordClass::local_data, "updates and interactions in receive order",
                Turn::each_router, Receivers::interested, true, false, false},
    RecordRules{RecordClass::other_data, "those in time-stamp order, or with a higher key",
                Turn::root, Receivers::interested, true, true, true},
    RecordRules{RecordClass::deletion, "deletions of instances", Turn::authority,
                Receivers::interested, true, true, true},
    RecordRules{RecordClass::request_to_all, "retractions, requests for values of a class",
                Turn::authority, Receivers::all, true, true, true},
    RecordRules{RecordClass::addressed, "records for one other member", Turn::root,
                Receivers::addressee, false, true, true},
    RecordRules{RecordClass::interest, "statements of interest", Turn::root, Receivers::routers,
                false, false, false},
    RecordRules{RecordClass::promise, "promises of time, waits, read positions", Turn::reducer,
                Receivers::routers, false, false, true},
    RecordRules{RecordClass::flow_control, "flow control, acknowledgements", Turn::root,
                Receivers::routers, false, false, false},
    RecordRules{RecordClass::request, "other requests", Turn::authority, Receivers::answered_by_log,
                false, true, true},
    RecordRules{RecordClass::log, "records of the log", Turn::none, Receivers::interested, true,
                false, false},
    RecordRules{RecordClass::answer, "other records of the RTIG", Turn::none, Receivers::addressee,
                false, false, false},
    RecordRules{RecordClass::peer_word, "words between peers", Turn::none, Receivers::next_router,
                false, false, false},
    RecordRules{RecordClass::overlay_word, "words of an overlay", Turn::none,
                Receivers::next_router, false, false, false},
    RecordRules{RecordClass::router_word, "other words between routers", Turn::none,
                Receivers::next_router, false, false, false},
};

constexpr const RecordRules& rules_of(RecordClass of) {
  return kRecordRules[static_cast<std::size_t>(of)];
}
static_assert(std::ranges::all_of(kRecordRules, [](const RecordRules& rules) {
  return &rules_of(rules.record_class) == &rules;
}));

// Returns true for records of RecordClass::local_data.
inline bool is_local_data(const wire::RecordHeader& header) {
  return header.is_data() && header.has_interest() && header.interest_key < kLocalKeysEnd &&
         !header.to() && (header.flags & (wire::kTimeStamped | wire::kLogRecord)) == 0;
}

// Returns the class of a record that goes up, of a member or of a program that has not joined.
inline RecordClass class_upwards(const wire::RecordHeader& header) {
  using wire::Kind;
  if (is_local_data(header)) return RecordClass::local_data;
  switch (header.message_kind()) {
    case Kind::InterestChanged:
      return RecordClass::interest;
    case Kind::TimeReport:
    case Kind::TimeWait:
    case Kind::RequestLbts:
    case Kind::CausalDependencies:
      return RecordClass::promise;
    case Kind::FlowControl:
    case Kind::SenderWaiting:
    case Kind::Ack:
      return RecordClass::flow_control;
    default:
      break;
  }
  if (header.to()) return RecordClass::addressed;
  switch (header.message_kind()) {
    case Kind::UpdateAttributeValues:
    case Kind::SendInteraction:
      return header.has_interest() ? RecordClass::other_data : RecordClass::request;
    case Kind::DeleteObjectInstance:
      return header.has_interest() ? RecordClass::deletion : RecordClass::request;
    case Kind::Retract:
    case Kind::RequestClassAttributeValueUpdate:
      return RecordClass::request_to_all;
    default:
      return RecordClass::request;
  }
}
inline const RecordRules& rules_upwards(const wire::RecordHeader& header) {
  return rules_of(class_upwards(header));
}

// Returns the class of a record that goes down, of the RTIG or of another member.
inline RecordClass class_downwards(const wire::RecordHeader& header) {
  if (header.from() != wire::kRtig) return class_upwards(header);
  // A piece of a long record of the log has the log's flag, and goes to the clients of its frame.
  const bool in_log = !header.to() && (header.flags & wire::kLogRecord) != 0 &&
                      header.message_kind() != wire::Kind::Piece;
  return in_log ? RecordClass::log : RecordClass::answer;
}
inline const RecordRules& rules_downwards(const wire::RecordHeader& header) {
  return rules_of(class_downwards(header));
}

// Returns the class of a record that a router has sent for a router, not for one of its clients.
constexpr RecordClass class_of_word(wire::Kind kind) {
  using wire::Kind;
  switch (kind) {
    case Kind::PeerData:
    case Kind::PeerInterest:
    case Kind::PeerInterestTaken:
    case Kind::PeerFence:
    case Kind::PeerReceived:
      return RecordClass::peer_word;
    default:
      return wire::is_overlay_kind(kind) ? RecordClass::overlay_word : RecordClass::router_word;
  }
}

// Returns true for records that the Router itself handles. No log record follows from them.
inline bool is_for_router(const wire::RecordHeader& header) {
  return rules_upwards(header).receivers == Receivers::routers;
}

}  // namespace triad::records
