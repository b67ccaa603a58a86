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

// What is amid a change says nothing, and whoever changes it looks after that whom to wake.
bool FabricMember::holds_back(const transport::Fabric::SeenNote& seen,
                              const TimeNote::Bound& wanted) {
  const TimeNote::Words& note = seen.note.words;
  return !seen.is_whole || (TimeNote::says(note) && TimeNote::promise_in(note) < wanted);
}

bool FabricMember::is_held_back_by(std::size_t index, const TimeNote::Bound& wanted) {
  const auto seen = fabric_->note_at(index);
  if (!holds_back(seen, wanted)) return false;
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
  choose_looks();
  if (!reads_notes()) return fabric_->heed_notes(Heeds::nobody);
  const auto wanted = ambassador_.waits_for_notes();
  if (wanted && is_held_back(doubles_of(*wanted))) return;
  fabric_->heed_notes(Heeds::everybody);
}

// What has come with the logs as they have been handled by now. Where the one that held this
// federate back last does so no more one look at each tells whether another does, and what all
// promise.
void FabricMember::take_notes() {
  if (!reads_notes()) return;
  const auto wanted = ambassador_.waits_for_notes();
  if (!wanted) return take_each_note();
  const TimeNote::Bound bound = doubles_of(*wanted);
  const bool as_before = held_back_by_ < fabric_->notes() && is_held_back_by(held_back_by_, bound);
  PromiseScan scan;
  bool can_be_read = true;
  for (std::size_t i = 0; !as_before && i < fabric_->notes(); ++i) {
    const auto seen = fabric_->note_at(i);
    if (holds_back(seen, bound)) {
      held_back_by_ = i;
      return take_if_unknown(seen.of, *wanted);
    }
    can_be_read = can_be_read && seen.is_next;
    scan.add(seen.of, seen.note.words);
  }
  if (as_before) return take_if_unknown(fabric_->note_at(held_back_by_).of, *wanted);
  if (!can_be_read || !ambassador_.on_notes(scan)) take_each_note();
}

// What is known of one that holds this federate back may follow from more than what it has noted.
void FabricMember::take_if_unknown(ParticipantId of, const core::TimeBound& wanted) {
  if (!ambassador_.is_held_back_by(wire::FederateHandle(of), wanted)) take_each_note();
}

void FabricMember::take_each_note() {
  fabric_->take_notes([this](ParticipantId id, const TimeNote::Words& note) {
    return ambassador_.on_note(wire::FederateHandle(id), note);
  });
}

void FabricMember::read_notes() {
  if (fabric_id_ != 0 && reads_notes()) take_each_note();
}

bool FabricMember::others_hold_back_all(const TimeNote::Bound& before) {
  return laggards_.hold_back_all(before, fabric_->notes(), [this](std::size_t index) {
    const auto seen = fabric_->note_at(index);
    std::optional<TimeNote::Bound> promise;
    if (seen.is_whole && seen.of != transport::kCoordinator && TimeNote::says(seen.note.words)) {
      promise = TimeNote::promise_in(seen.note.words);
    }
    return promise;
  });
}

// This federate's own note can be read by all. Of those who note at the same time at least one sees
// the notes of all others here, and wakes whom they let go on together.
void FabricMember::wake_by_notes() {
  const auto promise = ambassador_.promise_to_wake_by();
  if (!promise) return;
  const TimeNote::Bound own = doubles_of(*promise);
  const auto last = ambassador_.told();
  if (last && others_hold_back_all(doubles_of(*last))) return ambassador_.woken_by_notes();
  PromiseScan scan;
  scan.add_promise(fabric_->self(), own);
  for (std::size_t i = 0; i < fabric_->notes(); ++i) {
    const auto seen = fabric_->note_at(i);
    if (!seen.is_whole) return;
    if (seen.of != transport::kCoordinator) scan.add(seen.of, seen.note.words);
  }
  if (!ambassador_.tells_whom_to_wake(scan)) return;
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
