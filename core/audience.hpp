// Whom a record is for. Cores name an audience, never a link; the host maps it to the one link to
// the RTIG (which then matches as it forwards), to a router, or to an outbox in shared memory.
#pragma once

#include <span>

#include "wire/handles.hpp"
#include "wire/interest.hpp"

namespace triad::core {

struct Audience {
  enum class Who {
    rtig,         // the RTIG alone: requests
    members,      // every other federate: registrations and deletions
    interested,   // the federates whose declarations match the message: updates and interactions
    owners,       // the owners of the object or of the instances of the class: update requests
    constrained,  // the time-constrained federates: promises
    one,          // `federate`
  };
  Who who = Who::rtig;
  wire::FederateHandle federate;
  // Where members read each other's records directly: which of them are to be woken for this one.
  // Valid during the call.
  std::span<const wire::FederateHandle> concerned = {};
  // What its header is to say of it.
  wire::Interest interest = {};
  // For the RTIG, behind what was sent before, but beside it: those who read each other's records
  // do not find it among them. The RTIG may read it behind what is sent later.
  bool beside_others = false;
};

}  // namespace triad::core
