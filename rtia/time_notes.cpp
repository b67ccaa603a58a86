// Promises in notes (docs/shm-fabric.md, "Notes"): notes of this federate, and conclusions from the
// notes of others.
#include <algorithm>

#include "core/double_time.hpp"
#include "records/defect.hpp"
#include "rtia/time_management.hpp"

namespace triad::rtia {

namespace {

core::TimeBound made_from(const records::TimeNote::Bound& bound) {
  return {core::DoubleTime::encode(bound.time), bound.exclusive};
}
records::TimeNote::Bound noted(const core::TimeBound& bound) {
  return {core::DoubleTime::decode(bound.time),
          bound.exclusive && !TRIAD_DEFECT(exclusive_flag_lost)};
}

}  // namespace

// --- Notes of this federate.

void TimeManagement::withdraw_note() {
  context_.withdraw_note();
  has_reported_by_note_ = false;
  wake_ups_.forget_last_promise();
}

void TimeManagement::publish_note(const PromiseReport& report) {
  // A condition that begins or ends may wake other federates although no promise rises.
  if (report.conditional || time_.reported().has_condition()) wake_ups_.forget_last_promise();
  records::TimeNote note{noted(report.promise), {}};
  if (report.waits_for) note.wait = noted(*report.waits_for);
  if (report.conditional) {
    note.condition = {noted(*report.conditional), received_messages_.fingerprint()};
    if (TRIAD_DEFECT(noted_messages_not_handled))
      note.condition->handled_fingerprint = sent_fingerprint();
    if (TRIAD_DEFECT(noted_condition_not_lowered) && has_reported_by_note_ &&
        last_note_.condition) {
      note.condition->bound = std::max(note.condition->bound, last_note_.condition->bound);
    }
  }
  context_.publish_note({Audience::Kind::constrained, {}, {}}, note);
  has_reported_by_note_ = true;
  last_note_ = note;
}

// --- Notes of other members.

void TimeManagement::receive_note(FederateHandle from, const records::TimeNote& report) {
  if (!reads_promises_directly()) return;
  std::optional<core::TimeBound> condition;
  if (report.condition) condition = made_from(report.condition->bound);
  time_.others().record_promise(from, made_from(report.promise), condition);
  std::optional<core::TimeBound> wait;
  if (report.wait) wait = made_from(*report.wait);
  wake_ups_.record_wait(from, wait);
  if (report.condition && time_.others().contains(from)) {
    conditions_[from] = {report.condition->handled_fingerprint, report.log_position};
  } else {
    conditions_.erase(from);
  }
}

std::optional<core::TimeBound> TimeManagement::waits_for_notes() const {
  if (!has_reported_by_note_ || !reads_promises_directly() || has_conditions() ||
      requested_status_epoch_ != 0 || time_.reported().has_condition()) {
    return std::nullopt;
  }
  return time_.outlook(delivery_.first_stamp()).waits_for();
}

bool TimeManagement::receive_notes(const records::PromiseScan& scan) {
  if (scan.has_conditions() || !scan.is_valid_at(context_.streams().log_position()) ||
      scan.promising_fingerprint() != time_.others().federates_fingerprint()) {
    return false;
  }
  time_.others().record_common_promise(made_from(scan.least()));
  return true;
}

const records::TimeNote* TimeManagement::own_note_for_wakes() const {
  const bool tells =
      has_reported_by_note_ && wake_ups_.must_recompute() && time_.reported().latest();
  return tells ? &last_note_ : nullptr;
}

// --- The jump.

// A new member reads no messages from before its beginning in each log. It counts them as handled
// when it learns their positions.
std::uint64_t TimeManagement::sent_fingerprint() {
  const auto sent = context_.last_tso_positions();
  const std::uint64_t sum = received_messages_.fingerprint_up_to(sent);
  if (sum == received_messages_.fingerprint()) return sum;
  for (const auto& [sender, position] : sent) {
    if (position <= context_.streams().handled_position(sender))
      received_messages_.add_earlier(sender, position);
  }
  return received_messages_.fingerprint_up_to(sent);
}

// Counts the conditions of members that have handled all messages, and the promises of all other
// members. Wakes members that lag, because a member sleeps over messages that do not concern it.
void TimeManagement::evaluate_jump() {
  if (!time_.state().is_constrained_or_enabling() ||
      !(time_.reported().has_condition() || has_conditions()))
    return;
  const std::uint64_t sent = sent_fingerprint();
  if (sent != received_messages_.fingerprint()) return;
  std::optional<core::TimeBound> own;
  if (const auto& report = time_.reported().latest()) {
    const bool counts = report->conditional && report->received == sent;
    own = counts ? core::greatest(time_.type(), *report->conditional, report->promise)
                 : report->promise;
  } else if (time_.state().regulation != TimeState::Regulation::off &&
             !TRIAD_DEFECT(unreported_regulator_left_out)) {
    return;  // a federate that regulates, or is about to, must have reported
  }
  time_.apply_consistent_snapshot(
      time_.others().least_with_conditions(
          own, [&](FederateHandle federate) { return has_received_all(federate, sent); }),
      time_.reported().position());
  for (const auto& [federate, condition] : conditions_) {
    if (condition.received_fingerprint != sent) context_.wake(federate);
  }
}

bool TimeManagement::has_received_all(FederateHandle federate, std::uint64_t sent) const {
  const auto at = conditions_.find(federate);
  if (at == conditions_.end()) return false;
  if (TRIAD_DEFECT(noted_condition_without_messages)) return true;
  return at->second.received_fingerprint == sent && at->second.log_position >= left_at_;
}

}  // namespace triad::rtia
