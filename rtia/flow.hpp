// Where a Membership stands in flow control: whom it may not send to, and whom it holds. Private to
// rtia/.
#pragma once

#include "wire/messages/objects.hpp"

namespace triad::rtia {

struct FlowState {
  wire::FederateSet held;        // federates that have no room
  bool waiting_to_send = false;  // the RTIG has been told
};

}  // namespace triad::rtia
