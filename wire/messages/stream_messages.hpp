// What is said of the order of records where members read each other's directly, and not through
// the RTIG.
#pragma once

#include <cstdint>
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

// --- A segment: members of one federation at one router that share memory (docs/shm-fabric.md).

// To a member: it may read what others there write directly; their endpoints have come before.
struct SegmentEntered {
  std::uint8_t unused = 0;
};
BOOST_DESCRIBE_STRUCT(SegmentEntered, (), (unused))

// In the router's own log there: who writes from now on, or writes no more.
struct SegmentMember {
  FederateHandle federate;
  bool writes = false;
};
BOOST_DESCRIBE_STRUCT(SegmentMember, (), (federate, writes))

// From a member: it reads what these write.
struct SegmentRead {
  std::vector<FederateHandle> federates;
};
BOOST_DESCRIBE_STRUCT(SegmentRead, (), (federates))

// To a member: what it sends directly comes behind all that it had sent by its link up to there,
// and behind the log as far as the last LogPassed says.
struct SegmentWrite {
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(SegmentWrite, (), (position))

}  // namespace triad::wire
