// Classifies records: those that the routers of a mesh forward between members without a detour to
// the RTIG, by the interest of their members, and those to which the RTIG does not react. A router,
// the router above it, and members that share memory must apply the same rules.
#pragma once

#include "wire/record.hpp"

namespace triad::records {

// Routers, which have no object model, track interest only for keys below this limit. Data with
// other keys goes to the RTIG's router.
inline constexpr wire::InterestKey kLocalKeysEnd = 1u << 18;

// Returns true for updates and interactions that routers forward by interest. Those in time-stamp
// order go to the RTIG's router, which counts them for the reduction of time
// (router/time_exchange.hpp).
inline bool is_local_data(const wire::RecordHeader& header) {
  return header.is_data() && header.has_interest() && header.interest_key < kLocalKeysEnd &&
         !header.to() && (header.flags & (wire::kTimeStamped | wire::kLogRecord)) == 0;
}

// Returns true for records that the Router itself handles. No log record follows from them.
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

// Returns true for records to which the RTIG may react. Later records of the sender must follow the
// reaction, e.g. the log record of a registration.
inline bool is_answered_by_rtig(const wire::RecordHeader& header) {
  return !is_local_data(header) && !is_for_router(header);
}

}  // namespace triad::records
