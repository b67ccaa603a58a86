// Handling of other members' notes (notes_of_others.hpp).
#include <type_traits>

#include "rtia/hosting/fabric_member.hpp"

namespace triad::rtia {

using records::PromiseScan;
using records::TimeNote;
using transport::ParticipantId;

static_assert(std::is_same_v<TimeNote::Words, transport::NoteWords>);
static_assert(TimeNote::kConditional == transport::kSecondLine);

namespace {

// Only the doubles of Triad's own libFedTime travel in notes.
TimeNote::Bound doubles_of(const core::TimeBound& bound) {
  return {core::TimeType::double_of(bound.time.bytes()), bound.exclusive};
}

}  // namespace

// Chooses the notes that count as input, before the member looks for input.
void FabricMember::heed_notes() {
  using Heeds = transport::Fabric::Heeds;
  choose_looks();
  if (!reads_notes()) return fabric_->heed_notes(Heeds::nobody);
  const auto wanted = ambassador_.waits_for_notes();
  if (wanted && notes_.is_held_back(doubles_of(*wanted))) return;
  fabric_->heed_notes(Heeds::everybody);
}

// Handles the notes that belong to the logs as handled so far. More may be known about the member
// that holds this federate back than its note says.
void FabricMember::take_notes() {
  if (!reads_notes()) return;
  const auto wanted = ambassador_.waits_for_notes();
  if (!wanted) return take_each_note();
  const auto look = notes_.look(doubles_of(*wanted));
  if (look.held_back_by) {
    const wire::FederateHandle by(*look.held_back_by);
    if (!ambassador_.is_held_back_by(by, *wanted)) take_each_note();
  } else if (!look.can_be_read || !ambassador_.on_notes(look.scan)) {
    take_each_note();
  }
}

void FabricMember::take_each_note() {
  fabric_->take_notes([this](ParticipantId id, const TimeNote::Words& note) {
    return ambassador_.on_note(wire::FederateHandle(id), note);
  });
}

void FabricMember::read_notes() {
  if (fabric_id_ != 0 && reads_notes()) take_each_note();
}

void FabricMember::wake_by_notes() {
  const TimeNote* const own = ambassador_.note_to_wake_by();
  if (own == nullptr) return;
  std::optional<TimeNote::Bound> before;
  if (const auto told = ambassador_.told()) before = doubles_of(*told);
  bool wakes = false;
  const bool could_tell = notes_.wake(
      *own, before,
      [this](const PromiseScan& scan) { return ambassador_.tells_whom_to_wake(scan); },
      [this](ParticipantId id) { return ambassador_.is_constrained(wire::FederateHandle(id)); },
      [this] { return ambassador_.sum_of_sent(); },
      [&](ParticipantId id) {
        fabric_->concern(id);
        wakes = true;
      });
  if (!could_tell) return;
  ambassador_.woken_by_notes();
  if (wakes) fabric_->flush();
}

}  // namespace triad::rtia
