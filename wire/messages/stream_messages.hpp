// What federates say of the order of their records where they read each other's directly, and not
// through the RTIG.
#pragma once

#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// The records of one federate, up to this position.
struct StreamPosition {
  FederateHandle federate;
  Position position = 0;
  friend bool operator==(const StreamPosition&, const StreamPosition&) = default;
};
BOOST_DESCRIBE_STRUCT(StreamPosition, (), (federate, position))

// What its sender (a member, or the RTIG) had handled of others' records before it sent the next
// one: what has changed since it said so last. A reader handles all that before it goes on in this
// stream, so that a request to the RTIG, the use of a name that has become free, and the report of
// one who waits for an event come after their causal_dependencies, whatever way those took.
struct CausalDependencies {
  std::vector<StreamPosition> handled;
};
BOOST_DESCRIBE_STRUCT(CausalDependencies, (), (handled))

}  // namespace triad::wire
