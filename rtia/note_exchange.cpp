#include "rtia/note_exchange.hpp"

#include "rtia/membership.hpp"

namespace triad::rtia {

bool NoteExchange::receive(FederateHandle from, const records::TimeNote::Words& note) {
  const auto report = records::TimeNote::from_words(note);
  if (!report || !membership_) return true;
  if (report->log_position > streams_.log_position()) return false;
  is_settled_ = false;
  membership_->time_management().notes().receive(from, *report);
  return true;
}

bool NoteExchange::receive_all(const records::PromiseScan& scan) {
  if (!membership_ || !membership_->time_management().notes().receive_all(scan)) return false;
  is_settled_ = false;
  return true;
}

std::optional<core::TimeBound> NoteExchange::waits_for_notes() const {
  return membership_ ? membership_->time_management().notes().waits_for_notes() : std::nullopt;
}

bool NoteExchange::is_held_back_by(FederateHandle federate, const core::TimeBound& wanted) const {
  return membership_ && membership_->time_management().notes().is_held_back_by(federate, wanted);
}

bool NoteExchange::has_other_promises() const {
  return membership_ && membership_->time_management().notes().has_other_promises();
}

const records::TimeNote* NoteExchange::own_note_for_wakes() const {
  return membership_ ? membership_->time_management().notes().own_note_for_wakes() : nullptr;
}

std::uint64_t NoteExchange::sent_fingerprint() {
  return membership_ ? membership_->time_management().notes().sent_fingerprint() : 0;
}

bool NoteExchange::can_compute_wakes(const records::PromiseScan& scan) const {
  return membership_ && membership_->time_management().notes().can_compute_wakes(scan);
}

bool NoteExchange::is_constrained(FederateHandle federate) const {
  return membership_ && membership_->time_management().notes().is_constrained(federate);
}

std::optional<core::TimeBound> NoteExchange::last_wake_promise() const {
  return membership_ ? membership_->time_management().notes().last_wake_promise() : std::nullopt;
}

void NoteExchange::record_wakes_by_notes() {
  if (membership_) membership_->time_management().notes().record_wakes_by_notes();
}

void NoteExchange::record_published() {
  is_settled_ = false;
  if (membership_) membership_->time_management().notes().record_published();
}

bool NoteExchange::must_recompute_wake_ups() const {
  return membership_ && membership_->time_management().notes().must_recompute_wake_ups();
}

void NoteExchange::recompute_wake_ups(bool all_read) {
  is_settled_ = false;
  if (membership_) membership_->time_management().notes().recompute_wake_ups(all_read);
}

}  // namespace triad::rtia
