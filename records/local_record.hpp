// Which records the routers of a mesh pass on between members without the way to the RTIG and back,
// and which follow from nothing that the RTIG says. All ends go by these rules: a router and the
// one above it, and members that share memory.
#pragma once

#include "wire/record.hpp"

namespace triad::records {

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

// What its sender sends after it is to come behind what follows from it: a registration, say, that
// the RTIG puts into its log.
inline bool is_answered_by_rtig(const wire::RecordHeader& header) {
  return !is_local_data(header) && !is_for_router(header);
}

}  // namespace triad::records
