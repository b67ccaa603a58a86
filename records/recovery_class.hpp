// Role of each record in a recovery (wire/messages/recovery_messages.hpp). Senders keep data,
// requests and the RTIG's records until their receivers have acknowledged them. Control is not
// kept (is_control()).
#pragma once

#include "wire/record.hpp"

namespace triad::records {

enum class RecoveryClass : std::uint8_t {
  control,  // about a link, interest or flow; best effort
  data,     // passed on between members; acknowledged by the position in the sender's stream
  request,  // from a member to the RTIG
  log,      // of the RTIG, for all members; acknowledged by the position of the log
  answer,   // of the RTIG, for one member; acknowledged by the number of such records
};

// Returns true for a message that is not kept for a recovery. The sender states most of these again
// in each epoch, or repeats them at intervals. Others belong to no epoch: the handshake, requests
// outside of a federation, requests to join and their answers, and the recovery's own messages. A
// federate that has no answer to its request to join repeats it by a new link.
constexpr bool is_control(wire::Kind kind) {
  using wire::Kind;
  switch (kind) {
    case Kind::Hello:
    case Kind::ComeAgain:
    // Requests that belong to no federation.
    case Kind::CreateFederationExecution:
    case Kind::DestroyFederationExecution:
    case Kind::ListFederations:
    case Kind::DatagramChannel:
    case Kind::InterestChanged:
    case Kind::InterestAcknowledged:
    case Kind::InterestSettled:
    case Kind::RestateInterest:
    case Kind::FlowControl:
    case Kind::SenderWaiting:
    case Kind::TimeReport:
    case Kind::TimeWait:
    case Kind::RequestLbts:
    case Kind::LbtsTold:
    case Kind::CausalDependencies:
    case Kind::TimeStatusRequest:
    case Kind::TimeStatus:
    case Kind::HoldsUpOthers:
    case Kind::JoinFederationExecution:
    case Kind::JoinAccepted:
    case Kind::Ack:
    case Kind::ResumeMember:
    case Kind::RecoveryBegins:
    case Kind::RecoveryTaken:
    case Kind::MemberStated:
    case Kind::Retransmit:
    case Kind::Retransmitted:
    case Kind::RecoveryOver:
    case Kind::MembershipAbandoned:
    case Kind::MembershipSuspended:
      return true;
    default:
      return false;
  }
}

// Returns true for data that a member sends to others, which the RTIG does not check.
inline bool is_data_of_member(const wire::RecordHeader& header) {
  const wire::Kind kind = header.message_kind();
  return (header.is_data() && header.has_interest()) || kind == wire::Kind::RegulationFloor ||
         kind == wire::Kind::AttributesRelevant;
}

// Returns the class of a record that a member sends.
inline RecoveryClass recovery_class_upwards(const wire::RecordHeader& header) {
  if (header.may_be_lost() || is_control(header.message_kind())) return RecoveryClass::control;
  return is_data_of_member(header) ? RecoveryClass::data : RecoveryClass::request;
}

// Returns true for a record that the RTIG sends outside of the federation: a reply to a request
// that belongs to no federation, or the end of the link.
inline bool is_outside_federation(const wire::RecordHeader& header) {
  const wire::Kind kind = header.message_kind();
  return header.from() == wire::kRtig && header.position == 0 &&
         (kind == wire::Kind::Accepted || kind == wire::Kind::Refused);
}

// Returns the class of a record that a member receives. A request of another member that the RTIG
// has checked and passed on is an answer.
inline RecoveryClass recovery_class_downwards(const wire::RecordHeader& header) {
  if (header.may_be_lost() || is_control(header.message_kind())) return RecoveryClass::control;
  if (header.from() == wire::kRtig) {
    if (is_outside_federation(header)) return RecoveryClass::control;
    return (header.flags & wire::kLogRecord) != 0 ? RecoveryClass::log : RecoveryClass::answer;
  }
  return is_data_of_member(header) ? RecoveryClass::data : RecoveryClass::answer;
}

}  // namespace triad::records
