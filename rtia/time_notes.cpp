#include "rtia/time_notes.hpp"

#include <algorithm>

#include "core/double_time.hpp"
#include "records/defect.hpp"

namespace triad::rtia {

namespace {

core::TimeBound made_from(const records::TimeNote::Bound& bound) {
  return {core::DoubleTime::encode(bound.time), bound.exclusive};
}
records::TimeNote::Bound noted(const core::TimeBound& bound) {
  return {core::DoubleTime::decode(bound.time),
          bound.exclusive && !TRIAD_DEFECT(exclusive_flag_lost)};
}

// Returns whether the bound that this member waits for is gone or lower. Others wake it by that
// bound.
bool waits_for_less(const core::TimeType& type, const PromiseReport& last,
                    const PromiseReport& now) {
  return last.waits_for &&
         (!now.waits_for || core::compare(type, *now.waits_for, *last.waits_for) < 0);
}

}  // namespace

// --- Notes of this federate.

void TimeNotes::withdraw() {
  if (!is_published_) return;
  context_.withdraw_note();
  is_published_ = false;
  wake_ups_.forget_last_promise();
}

void TimeNotes::stop() {
  conditions_.clear();
  wake_ups_.clear();
  withdraw();
}

// A condition does not count until this member has handled all messages that have been sent, and
// neither does the noted one. So one note is written for all of these messages.
bool TimeNotes::must_defer(const PromiseReport& report) {
  const auto& last = time_.reported().latest();
  return is_published_ && report.conditional && last && last->conditional &&
         !waits_for_less(time_.type(), *last, report) &&
         sent_fingerprint() != messages_.fingerprint();
}

void TimeNotes::publish(const PromiseReport& report) {
  // A condition that begins or ends may wake other federates although no promise rises.
  if (report.conditional || time_.reported().has_condition()) wake_ups_.forget_last_promise();
  records::TimeNote note{noted(report.promise), {}};
  if (report.waits_for) note.wait = noted(*report.waits_for);
  if (report.conditional) {
    note.condition = {noted(*report.conditional), messages_.fingerprint()};
    if (TRIAD_DEFECT(noted_messages_not_handled))
      note.condition->handled_fingerprint = sent_fingerprint();
    if (TRIAD_DEFECT(noted_condition_not_lowered) && is_published_ && last_note_.condition) {
      note.condition->bound = std::max(note.condition->bound, last_note_.condition->bound);
    }
  }
  context_.publish_note({Audience::Kind::constrained, {}, {}}, note);
  is_published_ = true;
  last_note_ = note;
}

// --- Notes of other members.

void TimeNotes::receive(FederateHandle from, const records::TimeNote& report) {
  if (!context_.streams().reads_promises_directly()) return;
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

std::optional<core::TimeBound> TimeNotes::waits_for_notes() const {
  if (!is_published_ || !context_.streams().reads_promises_directly() || has_conditions() ||
      status_.request().has_value() || time_.reported().has_condition()) {
    return std::nullopt;
  }
  return time_.outlook(delivery_.first_stamp()).waits_for();
}

bool TimeNotes::receive_all(const records::PromiseScan& scan) {
  if (scan.has_conditions() || !scan.is_valid_at(context_.streams().log_position()) ||
      scan.promising_fingerprint() != time_.others().federates_fingerprint()) {
    return false;
  }
  time_.others().record_common_promise(made_from(scan.least()));
  return true;
}

const records::TimeNote* TimeNotes::own_note_for_wakes() const {
  const bool tells = is_published_ && wake_ups_.must_recompute() && time_.reported().latest();
  return tells ? &last_note_ : nullptr;
}

// --- The jump.

// A new member reads no messages from before its beginning in each log. It counts them as handled
// when it learns their positions.
std::uint64_t TimeNotes::sent_fingerprint() {
  const auto sent = context_.last_tso_positions();
  const std::uint64_t sum = messages_.fingerprint_up_to(sent);
  if (sum == messages_.fingerprint()) return sum;
  for (const auto& [sender, position] : sent) {
    if (position <= context_.streams().handled_position(sender))
      messages_.add_earlier(sender, position);
  }
  return messages_.fingerprint_up_to(sent);
}

// Counts the conditions of members that have handled all messages, and the promises of all other
// members. Wakes members that lag, because a member sleeps over messages that do not concern it.
void TimeNotes::evaluate_jump() {
  if (!may_jump()) return;
  const std::uint64_t sent = sent_fingerprint();
  if (sent != messages_.fingerprint()) return;
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

bool TimeNotes::has_received_all(FederateHandle federate, std::uint64_t sent) const {
  const auto at = conditions_.find(federate);
  if (at == conditions_.end()) return false;
  if (TRIAD_DEFECT(noted_condition_without_messages)) return true;
  return at->second.received_fingerprint == sent && at->second.log_position >= left_at_;
}

// --- Members.

void TimeNotes::remove_regulator(FederateHandle federate) {
  wake_ups_.remove_wait(federate);
  conditions_.erase(federate);
}

void TimeNotes::remove_member(FederateHandle federate, wire::Position log_position) {
  forget_constrained_members();
  remove_regulator(federate);
  messages_.remove(federate);
  left_at_ = log_position;
}

// --- Members that the own note wakes.

void TimeNotes::record_published() {
  if (is_published_ && time_.reported().latest())
    wake_ups_.record_note_published(time_.reported().latest()->promise);
}

// A federate that waits for events needs all reports, to decide whether it can jump.
bool TimeNotes::wakes_all(const PromiseReport& report) const {
  return report.conditional || has_conditions();
}

void TimeNotes::recompute_wake_ups(bool all_read) {
  const auto& report = time_.reported().latest();
  concerned_.clear();
  wake_ups_.recompute(!report || wakes_all(*report), all_read, constrained_others(), concerned_);
  for (const FederateHandle federate : concerned_) context_.wake(federate);
}

const std::vector<FederateHandle>& TimeNotes::constrained_others() {
  if (knows_constrained_) return constrained_;
  constrained_.clear();
  for (const auto& [federate, member] : federation_.members()) {
    if (federate != self_ && member.constrained) constrained_.push_back(federate);
  }
  knows_constrained_ = true;
  return constrained_;
}

}  // namespace triad::rtia
