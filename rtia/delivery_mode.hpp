// Delivery of the parts of a Membership's updates and interactions. Private to rtia/.
#pragma once

#include <compare>

#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// Mode in which a part of an update travels.
struct DeliveryMode {
  wire::Transportation transportation = wire::Transportation::reliable;
  wire::Ordering order = wire::Ordering::receive;
  wire::RegionHandle region = {};
  friend auto operator<=>(const DeliveryMode&, const DeliveryMode&) = default;
};

// Returns whether messages sent in this mode may be lost. Time-stamp-ordered messages are never
// lost, because the federation's time depends on them.
inline bool may_be_lost(DeliveryMode mode) {
  return mode.transportation == wire::Transportation::best_effort &&
         mode.order == wire::Ordering::receive;
}

}  // namespace triad::rtia
