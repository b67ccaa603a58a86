// NoteExchange: the notes of members that share memory (records/time_note.hpp), as an Ambassador
// exchanges them with its host, the code that runs it. The host reads the others' notes, and asks
// which members the own note wakes. Without a membership there are no notes. Part of Ambassador.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/time_type.hpp"
#include "records/promise_scan.hpp"
#include "records/stream_positions.hpp"
#include "records/time_note.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

class Membership;

class NoteExchange {
 public:
  // Keeps references to the Ambassador's arguments. `is_settled` is cleared by input.
  NoteExchange(const std::unique_ptr<Membership>& membership,
               const records::StreamPositions& streams, bool& is_settled)
      : membership_(membership), streams_(streams), is_settled_(is_settled) {}

  // --- The others' notes.
  // Handles another member's note, after all its records before the note. Returns false if more of
  // the RTIG's log must be handled first.
  [[nodiscard]] bool receive(wire::FederateHandle from, const records::TimeNote::Words& note);
  // Handles all notes together. Returns false if each must be handled by receive().
  [[nodiscard]] bool receive_all(const records::PromiseScan& scan);
  // Returns the promise for which this federate waits, if only others' notes can end its wait;
  // otherwise empty.
  std::optional<core::TimeBound> waits_for_notes() const;
  // Returns whether the known promise of that federate is its last note, and is below `wanted`.
  bool is_held_back_by(wire::FederateHandle federate, const core::TimeBound& wanted) const;
  // Returns whether another federate is time-regulating, or about to be.
  bool has_other_promises() const;

  // --- The own note.
  // Returns it if the members that it wakes must be computed; otherwise null.
  const records::TimeNote* own_note_for_wakes() const;
  // Returns the fingerprint of all messages in time-stamp order that have been sent so far. Call it
  // after the notes with which it is compared were read.
  std::uint64_t sent_fingerprint();
  // Returns whether all notes together tell which members the own note wakes.
  bool can_compute_wakes(const records::PromiseScan& scan) const;
  bool is_constrained(wire::FederateHandle federate) const;
  // Returns the promise for which members were last woken.
  std::optional<core::TimeBound> last_wake_promise() const;
  // Records that the host has woken the members by all notes at once.
  void record_wakes_by_notes();
  // Records that all members can read the last note.
  void record_published();
  bool must_recompute_wake_ups() const;
  // Computes the members that the note wakes, and wakes them by Uplink::wake. `all_read`: no more
  // notes have arrived; otherwise all constrained members are woken.
  void recompute_wake_ups(bool all_read);

 private:
  const std::unique_ptr<Membership>& membership_;
  const records::StreamPositions& streams_;
  bool& is_settled_;
};

}  // namespace triad::rtia
