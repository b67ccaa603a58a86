// Messages about the order of records, for members that read each other's streams directly and not
// through the RTIG.
#pragma once

#include <cstdint>
#include <vector>

#include "wire/codec.hpp"

namespace triad::wire {

// Position in the stream of one federate.
struct StreamPosition {
  FederateHandle federate;
  Position position = 0;
  friend bool operator==(const StreamPosition&, const StreamPosition&) = default;
};
BOOST_DESCRIBE_STRUCT(StreamPosition, (), (federate, position))

// Positions up to which the sender, a member or the RTIG, had handled other streams before its next
// record. Only positions that changed since its last statement are listed. A reader handles the
// other streams up to there before it continues with this one. So a request to the RTIG, and the
// use of a name that has become free, are handled after their causes, on every path.
struct CausalDependencies {
  std::vector<StreamPosition> handled;
};
BOOST_DESCRIBE_STRUCT(CausalDependencies, (), (handled))

// --- A segment: members of one federation at one router that share memory (docs/shm-fabric.md).

// To a member: it may now read the streams of the segment directly. The endpoints have been sent
// before.
struct SegmentEntered {
  std::uint8_t unused = 0;  // the encoding needs a field
};
BOOST_DESCRIBE_STRUCT(SegmentEntered, (), (unused))

// Record of the router's own log in the segment: the federate begins or ceases to write.
struct SegmentMember {
  FederateHandle federate;
  bool writes = false;
};
BOOST_DESCRIBE_STRUCT(SegmentMember, (), (federate, writes))

// From a member: it reads the streams of these members.
struct SegmentRead {
  std::vector<FederateHandle> federates;
};
BOOST_DESCRIBE_STRUCT(SegmentRead, (), (federates))

// To a member: it may now write to the segment. Its direct records follow all that it had sent by
// its link up to `position`, and the log up to the last LogPassed.
struct SegmentWrite {
  Position position = 0;
};
BOOST_DESCRIBE_STRUCT(SegmentWrite, (), (position))

}  // namespace triad::wire
