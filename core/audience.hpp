// Receivers of a record. Cores name an audience and never a link. The host maps it to the link to
// the RTIG (where the Router selects the receivers), to a router, or to an outbox in shared memory.
#pragma once

#include <span>

#include "wire/handles.hpp"
#include "wire/interest.hpp"

namespace triad::core {

struct Audience {
  enum class Kind {
    rtig,          // only the RTIG: requests
    members,       // all other federates: registrations and deletions
    interested,    // federates with a declaration that matches the record: updates and interactions
    owners,        // owners of the object or of the instances of the class: update requests
    constrained,   // time-constrained federates: promises
    one_federate,  // `federate`
  };
  Kind kind = Kind::rtig;
  wire::FederateHandle federate;
  // Members that this record must wake, if members read each other's records directly. Valid during
  // the call.
  std::span<const wire::FederateHandle> members_to_wake = {};
  // Interest fields of the record's header.
  wire::Interest interest = {};
  // True: the record goes to the RTIG outside the stream, so members that read the stream directly
  // do not see it. It follows all earlier records. The RTIG may read it after later records of the
  // stream.
  bool is_outside_stream = false;
};

}  // namespace triad::core
