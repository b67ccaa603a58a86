// Recovery in the Ambassador: which records are handled at once, kept aside or dropped while a
// member is away and while a recovery is in progress (member_recovery.hpp).
#include "records/defect.hpp"
#include "rtia/ambassador.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

using records::RecoveryClass;

bool LinkChanges::can_resume() const {
  return ambassador_.membership_ != nullptr && recovery_.is_on() && !ambassador_.is_leaving_ &&
         !ambassador_.is_link_ending_ && ambassador_.loss_reason_.empty();
}

bool LinkChanges::can_repeat_join() const {
  return ambassador_.membership_ == nullptr && !ambassador_.is_link_ending_ &&
         ambassador_.loss_reason_.empty() && static_cast<bool>(ambassador_.requested_.session) &&
         ambassador_.waits_for_reply_to(ambassador_.requested_.join);
}

void LinkChanges::resume_by_link() {
  if (can_repeat_join()) return connection_.resend(ambassador_.requested_.record);
  ++ambassador_.membership_number_;
  recovery_.return_by_link();
}

void LinkChanges::abandon() {
  if (can_resume()) ambassador_.send_to_rtig(wire::MembershipAbandoned{});
}

namespace {

// Returns whether the record says that this federate is no longer a member. It ends the recovery
// for this member.
bool is_own_departure(const wire::Record& record, wire::FederateHandle self) {
  if (record.header.message_kind() != wire::Kind::FederateResigned) return false;
  const auto resigned = wire::decode<wire::FederateResigned>(record.payload);
  return resigned && resigned->federate == self;
}

}  // namespace

template <class Message>
bool Ambassador::decode_epoch(const Record& record) {
  const auto message = wire::decode<Message>(record.payload);
  if (message) return receive_epoch(*message);
  return reject_record("a malformed " + std::string(name_of(record.header.message_kind())) +
                       " record");
}

std::optional<bool> Ambassador::receive_in_recovery(const Record& record) {
  if (record.header.from() == wire::kRtig) {
    switch (record.header.message_kind()) {
      case wire::Kind::Ack: {
        const auto ack = wire::decode<wire::Ack>(record.payload);
        return ack ? receive_ack(*ack) : reject_record("a malformed Ack record");
      }
      case wire::Kind::RecoveryBegins:
        return decode_epoch<wire::RecoveryBegins>(record);
      case wire::Kind::Retransmit:
        return decode_epoch<wire::Retransmit>(record);
      case wire::Kind::RecoveryOver:
        return decode_epoch<wire::RecoveryOver>(record);
      default:
        break;
    }
  }
  if (recovery_.is_paused()) {
    const bool departs = is_own_departure(record, federate());
    if (departs || records::is_outside_federation(record.header)) return std::nullopt;
    return receive_while_paused(record);
  }
  if (!recovery_.record_received(record)) return true;
  return std::nullopt;
}

// Control does not show how far the log has come, because the log is sent again after it. Answers
// to control are dropped: the member asks again at the end.
bool Ambassador::receive_while_paused(const Record& record) {
  const auto state = recovery_.state();
  if (state == MemberRecovery::State::away || state == MemberRecovery::State::returned) return true;
  const wire::Kind kind = record.header.message_kind();
  const bool is_control =
      records::recovery_class_downwards(record.header) == RecoveryClass::control;
  if (!is_control || kind == wire::Kind::CausalDependencies) {
    recovery_.keep_aside(record);
    return true;
  }
  const bool is_answer = kind == wire::Kind::InterestAcknowledged ||
                         kind == wire::Kind::InterestSettled || kind == wire::Kind::LbtsTold;
  if (is_answer || record.header.may_be_lost()) return true;
  if (auto fault = membership_->receive_record(record, false)) {
    return reject_record(std::move(*fault));
  }
  return true;
}

bool Ambassador::receive_ack(const wire::Ack& ack) {
  for (const wire::StreamPosition& of : ack.received) {
    if (of.federate != federate() || of.position > connection_.position()) {
      return reject_record("an acknowledgement of records that this federate has not sent");
    }
    // A router may send it shortly before the end of the recovery.
    const bool is_due = recovery_.is_running() ||
                        recovery_.state() == MemberRecovery::State::retransmitting ||
                        TRIAD_DEFECT(ack_before_recovery_is_over);
    if (is_due) connection_.retention().release(of.position);
  }
  if (call_.waits_for_room() && !connection_.retention().is_full()) call_.make_again();
  return true;
}

// --- The steps of a recovery.

bool Ambassador::receive_epoch(const wire::RecoveryBegins& begins) {
  if (!recovery_.begin_epoch(begins.epoch)) return true;
  membership_->restate();
  recovery_.send_requests();
  return true;
}

bool Ambassador::receive_epoch(const wire::Retransmit& retransmit) {
  return recovery_.send_data(retransmit.epoch) ||
         reject_record("a request to send data again, out of order");
}

// Everything that was stated counts as settled, because the RTIG began to send again only when it
// had the interest of all members. Nothing is granted before all records are handled, because
// Ambassador::settle() decides.
bool Ambassador::receive_epoch(const wire::RecoveryOver& over) {
  if (!recovery_.end_epoch(over.epoch)) {
    return reject_record("the end of a recovery that is not in progress");
  }
  membership_->begin_giving_back();
  is_giving_back_ = true;
  const bool valid = recovery_.give_back([this](Bytes frame) { return receive_record(frame); });
  is_giving_back_ = false;
  if (!valid || !membership_) return valid;
  membership_->end_giving_back();
  const wire::Position stated_at = connection_.position();
  membership_->receive_interest_acknowledgement(stated_at);
  call_.record_settlement(stated_at);
  // Its reply may be lost, because it belongs to no federation. The RTIG knows a repeated request
  // by its position.
  if (waits_for_reply_to(requested_.outside)) connection_.resend(requested_.record);
  if (waits_for_reply_to(suspension_.request)) call_.make_again();
  if (call_.is_done()) end_call(std::nullopt);
  return true;
}

}  // namespace triad::rtia
