// How the parts of what a Membership sends travel. Private to rtia/.
#pragma once

#include <compare>

#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// How a part of an update travels.
struct DeliveryMode {
  wire::Transportation transportation = wire::Transportation::reliable;
  wire::Ordering order = wire::Ordering::receive;
  wire::RegionHandle region = {};
  friend auto operator<=>(const DeliveryMode&, const DeliveryMode&) = default;
};

// What is in time-stamp order is never lost: the federation's time counts on it.
inline bool may_be_lost(DeliveryMode mode) {
  return mode.transportation == wire::Transportation::best_effort &&
         mode.order == wire::Ordering::receive;
}

}  // namespace triad::rtia
