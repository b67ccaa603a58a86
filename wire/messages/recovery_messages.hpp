// Recovery: a member that loses its link to its router keeps its membership, connects again, and
// every member sends again the records that others have not received. A member keeps its data and
// requests, and the RTIG its records, until their receivers have acknowledged them (Ack). A
// recovery has two waves. In the first, members state their interest and send their requests again,
// and the RTIG sends its records again. In the second, members send their data again. Each recovery
// has an epoch number, which grows. docs/recovery.md has the details.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// Random secret by which a member proves its identity when it connects again. All zero: none; the
// member cannot return.
struct SessionSecret {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  explicit operator bool() const { return (high | low) != 0; }
  friend bool operator==(const SessionSecret&, const SessionSecret&) = default;
};
BOOST_DESCRIBE_STRUCT(SessionSecret, (), (high, low))

// Progress of one member in the records of the RTIG: the position up to which it has received the
// log, and the number of records for this member alone that it has received since its join.
struct RtigProgress {
  Position log = 0;
  std::uint64_t answers = 0;
  friend bool operator==(const RtigProgress&, const RtigProgress&) = default;
};
BOOST_DESCRIBE_STRUCT(RtigProgress, (), (log, answers))

// Acknowledgement, in both directions of a link. From a member: it has received the reliable
// records of these members up to these positions, and `rtig` of the RTIG. To a member: all
// receivers have received its records up to `received[0]`, the member's own position. Positions may
// be the same as before. The RTIG's progress is zero in an Ack to a member.
struct Ack {
  std::vector<StreamPosition> received;
  RtigProgress rtig;
};
BOOST_DESCRIBE_STRUCT(Ack, (), (received, rtig))

// First record of a member on its new link, after the handshake. `attempt` is higher than in all
// earlier ones.
struct ResumeMember {
  std::string_view federation;
  FederateHandle federate;
  SessionSecret session;
  std::uint32_t attempt = 0;
};
BOOST_DESCRIBE_STRUCT(ResumeMember, (), (federation, federate, session, attempt))

// To every member: a recovery begins. Members stop their federates' calls and callbacks.
struct RecoveryBegins {
  std::uint64_t epoch = 0;
};
BOOST_DESCRIBE_STRUCT(RecoveryBegins, (), (epoch))

// From a member: its later records belong to this epoch. Its interest and its kept requests follow.
struct RecoveryTaken {
  std::uint64_t epoch = 0;
};
BOOST_DESCRIBE_STRUCT(RecoveryTaken, (), (epoch))

// From a member: it has stated its interest and sent its kept requests. `rtig` is its progress
// in the RTIG's records.
struct MemberStated {
  std::uint64_t epoch = 0;
  RtigProgress rtig;
};
BOOST_DESCRIBE_STRUCT(MemberStated, (), (epoch, rtig))

// To every member, after the RTIG's records that it lacks: it sends its kept data again.
struct Retransmit {
  std::uint64_t epoch = 0;
};
BOOST_DESCRIBE_STRUCT(Retransmit, (), (epoch))

// From a member, after its kept data.
struct Retransmitted {
  std::uint64_t epoch = 0;
};
BOOST_DESCRIBE_STRUCT(Retransmitted, (), (epoch))

// To every member: it has received everything, and goes on.
struct RecoveryOver {
  std::uint64_t epoch = 0;
};
BOOST_DESCRIBE_STRUCT(RecoveryOver, (), (epoch))

// From a member: its process gives the membership up. The RTIG resigns it as a lost member and does
// not wait for its return.
struct MembershipAbandoned {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(MembershipAbandoned, (), (unused))

// State of a suspended member: that of its RTIA, and the callbacks that its federate has not
// received although the RTIA has given them out (rtia/hosting/process_protocol.hpp).
struct SuspendedMembership {
  std::string state;  // encoded rtia::SuspendedMember
  std::vector<std::string> callbacks;
};
BOOST_DESCRIBE_STRUCT(SuspendedMembership, (), (state, callbacks))

// Call: ends the membership here, so that another process continues it by ResumeMembership.
struct SuspendMembership {
  using Reply = SuspendedMembership;
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(SuspendMembership, (), (unused))

// Call: continues a membership that was suspended, in this or in another process.
struct ResumeMembership {
  using Reply = FederateHandle;
  Bytes state;
  std::vector<Bytes> callbacks;
};
BOOST_DESCRIBE_STRUCT(ResumeMembership, (), (state, callbacks))

// From a member: its process suspends the membership. The RTIG answers with Accepted or Refused,
// outside of the federation. After Accepted it sends nothing by this link, and waits for the
// member's return for its resume.timeout.
struct MembershipSuspended {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(MembershipSuspended, (), (unused))

}  // namespace triad::wire
