// Receivers of a record. A core, such as rtia::Ambassador, is a state machine without input or
// output: it names an audience and never a link. The host is the code that runs the core. It maps
// the audience to the link to the RTIG (where the Router selects the receivers), to a router, or to
// an outbox in shared memory.
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
    constrained,   // time-constrained federates: promises (regulators.hpp)
    one_federate,  // `federate`
  };
  Kind kind = Kind::rtig;
  wire::FederateHandle federate;
  // Sleeping members that must be woken to read this record, if members read each other's records
  // in shared memory. Valid during the call that passes the audience.
  std::span<const wire::FederateHandle> members_to_wake = {};
  // Interest fields of the record's header.
  wire::Interest interest = {};
  // True: the record goes to the RTIG by its link, outside the stream of this member's records. So
  // members that read the stream in shared memory do not see it. The RTIG reads it after all
  // earlier records, but perhaps also after later ones of the stream.
  bool is_outside_stream = false;
};

}  // namespace triad::core
