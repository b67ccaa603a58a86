#include "rtia/member_recovery.hpp"

#include <utility>

namespace triad::rtia {

using records::RecoveryClass;

void MemberRecovery::begin(Session session) {
  end();
  session_ = std::move(session);
  state_ = State::running;
  is_ack_due_ = true;  // confirms the join
  connection_.retention().begin(session_.bytes_max);
}

void MemberRecovery::end() {
  state_ = State::off;
  session_ = {};
  attempt_ = 0;
  epoch_ = answers_ = 0;
  received_.clear();
  last_received_ = nullptr;
  is_ack_due_ = withholds_acknowledgements_ = false;
  bytes_since_ack_ = 0;
  drop_kept_aside();
  connection_.retention().end();
}

void MemberRecovery::continue_as(FederateHandle self) {
  Session session = std::move(session_);
  session.self = self;
  const auto attempt = attempt_;
  const auto epoch = epoch_;
  begin(std::move(session));
  attempt_ = attempt;
  epoch_ = epoch;
}

MemberRecovery::Absence MemberRecovery::absence() const {
  Absence absence{session_.self,   session_.federation,
                  session_.secret, static_cast<std::uint64_t>(session_.patience.count()),
                  attempt_,        epoch_,
                  answers_,        {}};
  for (const auto& [sender, of] : received_) absence.received.push_back({sender, of.position});
  return absence;
}

void MemberRecovery::continue_absence(const Absence& absence, std::size_t bytes_max) {
  begin({absence.self, absence.federation, absence.secret,
         std::chrono::milliseconds(absence.patience_ms), bytes_max});
  attempt_ = absence.attempt;
  epoch_ = absence.epoch;
  answers_ = absence.answers;
  for (const auto& [sender, position] : absence.received) received_[sender] = {position, true};
  lose_link();
}

void MemberRecovery::drop_kept_aside() {
  log_.clear();
  data_.clear();
}

// --- The link.

void MemberRecovery::lose_link() {
  state_ = State::away;
  drop_kept_aside();
}

void MemberRecovery::return_by_link() {
  state_ = State::returned;
  connection_.send_to_rtig(session_.self, wire::ResumeMember{session_.federation, session_.self,
                                                             session_.secret, ++attempt_});
}

// --- While running.

bool MemberRecovery::record_other_received(const wire::Record& record) {
  const wire::RecordHeader& header = record.header;
  switch (records::recovery_class_downwards(header)) {
    case RecoveryClass::data: {
      Received& of = received_[header.from()];
      last_sender_ = header.from();
      last_received_ = &of;
      if (header.position <= of.position) return false;
      of = {header.position, false};
      break;
    }
    case RecoveryClass::answer:
      ++answers_;
      record_restore(header.message_kind());
      break;
    case RecoveryClass::log:
      record_restore(header.message_kind());
      break;
    case RecoveryClass::control:
    case RecoveryClass::request:
      return true;
  }
  count_unacknowledged(record);
  return true;
}

void MemberRecovery::record_restore(wire::Kind kind) {
  if (kind == wire::Kind::FederationRestoreBegun) withholds_acknowledgements_ = true;
  if (kind == wire::Kind::FederationNotRestored) withholds_acknowledgements_ = false;
}

void MemberRecovery::acknowledge() {
  if (!acknowledgement_is_due()) return;
  is_ack_due_ = false;
  bytes_since_ack_ = 0;
  wire::Ack ack;
  ack.rtig = progress();
  for (auto& [sender, of] : received_) {
    if (!std::exchange(of.is_acknowledged, true)) ack.received.push_back({sender, of.position});
  }
  connection_.acknowledge(session_.self, ack);
}

// --- A recovery.

bool MemberRecovery::begin_epoch(std::uint64_t epoch) {
  if (epoch <= epoch_) return false;
  epoch_ = epoch;
  state_ = State::stating;
  drop_kept_aside();
  connection_.send_to_rtig(session_.self, wire::RecoveryTaken{epoch});
  return true;
}

void MemberRecovery::send_requests() {
  connection_.resend(connection_.retention().requests());
  connection_.send_to_rtig(session_.self, wire::MemberStated{epoch_, progress()});
}

bool MemberRecovery::send_data(std::uint64_t epoch) {
  if (state_ != State::stating || epoch != epoch_) return false;
  state_ = State::retransmitting;
  connection_.resend(connection_.retention().data());
  connection_.send_to_rtig(session_.self, wire::Retransmitted{epoch});
  return true;
}

void MemberRecovery::keep_aside(const wire::Record& record) {
  const wire::RecordHeader& header = record.header;
  if (records::recovery_class_downwards(header) != RecoveryClass::data) {
    log_.emplace_back(record.frame.begin(), record.frame.end());
    return;
  }
  if (header.position <= received_[header.from()].position) return;
  auto& queue = data_[header.from()];
  if (!queue.empty() && header.position <= queue.back().first) return;
  queue.emplace_back(header.position, wire::Buffer(record.frame.begin(), record.frame.end()));
}

// Acknowledges everything again, because earlier acknowledgements may be lost.
bool MemberRecovery::end_epoch(std::uint64_t epoch) {
  if (state_ != State::retransmitting || epoch != epoch_) return false;
  state_ = State::running;
  is_ack_due_ = true;
  for (auto& [sender, of] : received_) of.is_acknowledged = false;
  return true;
}

}  // namespace triad::rtia
