// Handling of other members' notes (notes_of_others.hpp).
#include <type_traits>

#include "rtia/hosting/fabric_member.hpp"

namespace triad::rtia {

using records::PromiseScan;
using records::TimeNote;
using transport::ParticipantId;
using transport::WatchedNotes;

static_assert(std::is_same_v<TimeNote::Words, transport::NoteWords>);
static_assert(TimeNote::kConditional == transport::kSecondLine);

namespace {

// Only the doubles of Triad's own libFedTime travel in notes.
TimeNote::Bound doubles_of(const core::TimeBound& bound) {
  return {core::TimeType::double_of(bound.time.bytes()), bound.exclusive};
}

}  // namespace

// Chooses the notes that count as input, before the member looks for input.
void FabricMember::watch_notes() {
  configure_scans();
  if (!reads_notes()) return fabric_->notes().watch(WatchedNotes::none);
  const auto wanted = ambassador_.notes().waits_for_notes();
  if (wanted && notes_.is_held_back(doubles_of(*wanted))) return;
  fabric_->notes().watch(WatchedNotes::all);
}

// Handles the notes that belong to the logs as handled so far. More may be known about the member
// that holds this federate back than its note says.
void FabricMember::receive_notes() {
  if (!reads_notes()) return;
  const auto wanted = ambassador_.notes().waits_for_notes();
  if (!wanted) return receive_each_note();
  const auto look = notes_.scan_notes(doubles_of(*wanted));
  if (look.held_back_by) {
    const wire::FederateHandle by(*look.held_back_by);
    if (!ambassador_.notes().is_held_back_by(by, *wanted)) receive_each_note();
  } else if (!look.can_be_read || !ambassador_.notes().receive_all(look.scan)) {
    receive_each_note();
  }
}

void FabricMember::receive_each_note() {
  fabric_->notes().receive([this](ParticipantId id, const TimeNote::Words& note) {
    return ambassador_.notes().receive(wire::FederateHandle(id), note);
  });
}

void FabricMember::read_notes() {
  if (reads_notes()) receive_each_note();
}

void FabricMember::wake_by_notes() {
  const TimeNote* const own = ambassador_.notes().own_note_for_wakes();
  if (own == nullptr) return;
  std::optional<TimeNote::Bound> before;
  if (const auto promise = ambassador_.notes().last_wake_promise()) before = doubles_of(*promise);
  bool wakes = false;
  const bool could_tell = notes_.wake_members(
      *own, before,
      [this](const PromiseScan& scan) { return ambassador_.notes().can_compute_wakes(scan); },
      [this](ParticipantId id) {
        return ambassador_.notes().is_constrained(wire::FederateHandle(id));
      },
      [this] { return ambassador_.notes().sent_fingerprint(); },
      [&](ParticipantId id) {
        fabric_->wake_on_flush(id);
        wakes = true;
      });
  if (!could_tell) return;
  ambassador_.notes().record_wakes_by_notes();
  if (wakes) fabric_->flush();
}

}  // namespace triad::rtia
