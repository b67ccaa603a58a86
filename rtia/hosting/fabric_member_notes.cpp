// What a member of the fabric makes of the others' notes of their reports (records/time_note.hpp).
// Whoever waits for time alone looks first at the one that held it back last, and otherwise once at
// each. Nothing is kept of each then.
#include "rtia/hosting/fabric_member.hpp"

namespace triad::rtia {

using records::PromiseScan;
using records::TimeNote;
using transport::ParticipantId;

namespace {

// Of Triad's own times, which alone are noted.
TimeNote::Bound doubles_of(const core::TimeBound& bound) {
  return {core::TimeType::double_of(bound.time.bytes()), bound.exclusive};
}

}  // namespace

// What is amid a change says nothing, and whoever changes
// it looks after that whom to wake.
bool FabricMember::is_held_back_by(std::size_t index, const TimeNote::Bound& wanted) {
  const auto seen = fabric_->note_at(index);
  const TimeNote::Words& note = seen.note.words;
  const bool holds =
      !seen.is_whole || (TimeNote::says(note) && TimeNote::promise_in(note) < wanted);
  if (!holds) return false;
  held_back_by_ = index;
  fabric_->heed_note(index, seen.number);
  return true;
}

bool FabricMember::is_held_back(const TimeNote::Bound& wanted) {
  if (held_back_by_ < fabric_->notes() && is_held_back_by(held_back_by_, wanted)) return true;
  for (std::size_t i = 0; i < fabric_->notes(); ++i) {
    if (is_held_back_by(i, wanted)) return true;
  }
  return false;
}

// Before it looks whether there is something to do.
void FabricMember::heed_notes() {
  using Heeds = transport::Fabric::Heeds;
  if (!reads_notes()) return fabric_->heed_notes(Heeds::nobody);
  const auto wanted = ambassador_.waits_for_notes();
  if (wanted && is_held_back(doubles_of(*wanted))) return;
  fabric_->heed_notes(Heeds::everybody);
}

// What has come with the logs as they have been handled by now.
void FabricMember::take_notes() {
  if (!reads_notes()) return;
  const auto wanted = ambassador_.waits_for_notes();
  if (!wanted) return take_each_note();
  if (is_held_back(doubles_of(*wanted))) {
    // What is known of that one may follow from more than what it has noted.
    const auto seen = fabric_->note_at(held_back_by_);
    if (!ambassador_.is_held_back_by(wire::FederateHandle(seen.of), *wanted)) take_each_note();
    return;
  }
  PromiseScan scan;
  bool can_be_read = true;
  for (std::size_t i = 0; i < fabric_->notes(); ++i) {
    const auto seen = fabric_->note_at(i);
    can_be_read = can_be_read && seen.is_whole && seen.is_next;
    scan.add(seen.of, seen.note.words);
  }
  if (!can_be_read || !ambassador_.on_notes(scan)) take_each_note();
}

void FabricMember::take_each_note() {
  fabric_->take_notes([this](ParticipantId id, const TimeNote::Words& note) {
    return ambassador_.on_note(wire::FederateHandle(id), note);
  });
}

void FabricMember::read_notes() {
  if (fabric_id_ != 0 && reads_notes()) take_each_note();
}

// This federate's own note can be read by all. Of those who note at the same time at least one sees
// the notes of all others here, and wakes whom they let go on together.
void FabricMember::wake_by_notes() {
  const auto promise = ambassador_.promise_to_wake_by();
  if (!promise) return;
  const TimeNote::Bound own = doubles_of(*promise);
  PromiseScan scan;
  scan.add_promise(fabric_->self(), own);
  for (std::size_t i = 0; i < fabric_->notes(); ++i) {
    const auto seen = fabric_->note_at(i);
    if (!seen.is_whole) return;
    if (seen.of != transport::kCoordinator) scan.add(seen.of, seen.note.words);
  }
  if (!ambassador_.tells_whom_to_wake(scan)) return;
  const auto last = ambassador_.told();
  TimeNote::Bound told = last ? doubles_of(*last) : PromiseScan::kNothing;
  if (own < told) told = PromiseScan::kNothing;
  for (std::size_t i = 0; scan.wakes_anybody() && i < fabric_->notes(); ++i) {
    const auto seen = fabric_->note_at(i);
    const TimeNote::Words& note = seen.note.words;
    if (!seen.is_whole || seen.of == transport::kCoordinator) continue;
    const bool wakes = TimeNote::waits(note)
                           ? scan.wakes(seen.of, note, told)
                           : ambassador_.is_constrained(wire::FederateHandle(seen.of));
    if (wakes) fabric_->concern(seen.of);
  }
  ambassador_.woken_by_notes();
  fabric_->flush();
}

}  // namespace triad::rtia
