// What a Membership keeps of messages: how they travel, and what there is to know of those in
// time-stamp order that may be retracted. Private to rtia/.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "core/time_type.hpp"
#include "wire/messages/objects.hpp"
#include "wire/messages/time.hpp"

namespace triad::rtia {

// How a part of an update travels.
struct Way {
  wire::Transportation transportation = wire::Transportation::reliable;
  wire::Ordering order = wire::Ordering::receive;
  wire::RegionHandle region = {};
  friend auto operator<=>(const Way&, const Way&) = default;
};

// What is in time-stamp order is never lost: the federation's time counts on it.
inline bool may_be_lost(Way way) {
  return way.transportation == wire::Transportation::best_effort &&
         way.order == wire::Ordering::receive;
}

// Received, and its sender may still retract it.
struct Event {
  std::uint64_t serial = 0;
  bool delivered = false;  // the federate has been told of a part of it, at least
  bool retracted = false;
};

// What this federate sent and may still retract.
struct Sent {
  std::uint64_t serial = 0;
  core::Time stamp;
};

// Deletions in time-stamp order: this federate's own, whose time it has not reached, and others',
// from their arrival until all is over.
struct Deletion {
  std::uint64_t serial = 0;
  core::Time stamp;
  std::string tag;
};

struct Removal {
  wire::Retraction retraction;
  bool delivered = false;
  wire::AttributeSet reported_relevant;  // what the owners believe when it is
};

}  // namespace triad::rtia
