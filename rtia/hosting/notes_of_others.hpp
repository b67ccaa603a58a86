// What one who shares memory makes of the others' notes of their reports (records/time_note.hpp):
// whether they hold it back, and whom its own lets go on. Whoever waits for time alone looks first
// at the one that held it back last, and otherwise once at each; nothing is kept of each. Over any
// fabric, so that tests/exploration looks at the same.
#pragma once

#include <optional>

#include "records/laggards.hpp"
#include "records/promise_scan.hpp"
#include "records/time_note.hpp"
#include "transport/fabric/outbox_layout.hpp"

namespace triad::rtia {

template <class Fabric>
class NotesOfOthers {
 public:
  using Bound = records::TimeNote::Bound;
  using ParticipantId = transport::ParticipantId;

  explicit NotesOfOthers(Fabric& fabric) : fabric_(fabric) {}

  // Before it looks whether there is something to do: somebody promises less than what is waited
  // for, or is about to say something else. His note alone is input then.
  bool is_held_back(const Bound& wanted) {
    if (holder(held_back_by_, wanted)) return true;
    for (std::size_t i = 0; i < fabric_.notes(); ++i) {
      if (holder(i, wanted)) return true;
    }
    return false;
  }

  struct Look {
    // If anybody does; the rest is about all, if nobody does.
    std::optional<ParticipantId> held_back_by = {};
    records::PromiseScan scan = {};
    bool can_be_read = true;  // the logs have been read up to all notes
  };
  Look look(const Bound& wanted) {
    Look look;
    look.held_back_by = holder(held_back_by_, wanted);
    for (std::size_t i = 0; !look.held_back_by && i < fabric_.notes(); ++i) {
      const auto seen = fabric_.note_at(i);
      if (holds_back(seen, wanted)) {
        held_back_by_ = i;
        look.held_back_by = seen.of;
      } else {
        look.can_be_read = look.can_be_read && seen.is_next;
        look.scan.add(seen.of, seen.note.words);
      }
    }
    return look;
  }

  // This one's own note, which promises `own`, can be read by all; `before` it had promised this
  // when it woke others last, if it has. Of those who note at the same time at least one sees the
  // notes of all others here, and wakes whom they let go on together: wake(id). False: that cannot
  // be told by the notes now. `makes_sense(scan)`: they are of times, and known to be said by those
  // who regulate. `is_constrained(id)`: who does not say what it waits for is woken by each
  // promise.
  template <class MakesSense, class IsConstrained, class Wake>
  [[nodiscard]] bool wake(const Bound& own, const std::optional<Bound>& before,
                          MakesSense&& makes_sense, IsConstrained&& is_constrained, Wake&& wake) {
    if (before && hold_back_all(*before)) return true;
    records::PromiseScan scan;
    scan.add_promise(fabric_.self(), own);
    for (std::size_t i = 0; i < fabric_.notes(); ++i) {
      const auto seen = fabric_.note_at(i);
      if (!seen.is_whole) return false;
      if (seen.of != transport::kCoordinator) scan.add(seen.of, seen.note.words);
    }
    if (!makes_sense(scan)) return false;
    const bool rises = before && !(own < *before);
    const Bound told = rises ? *before : records::PromiseScan::kNothing;
    for (std::size_t i = 0; scan.wakes_anybody() && i < fabric_.notes(); ++i) {
      const auto seen = fabric_.note_at(i);
      const records::TimeNote::Words& note = seen.note.words;
      if (!seen.is_whole || seen.of == transport::kCoordinator) continue;
      const bool wakes = records::TimeNote::waits(note) ? scan.wakes(seen.of, note, told)
                                                        : is_constrained(seen.of);
      if (wakes) wake(seen.of);
    }
    return true;
  }

 private:
  // What is amid a change says nothing, and whoever changes it looks after that whom to wake.
  template <class Seen>
  static bool holds_back(const Seen& seen, const Bound& wanted) {
    const records::TimeNote::Words& note = seen.note.words;
    return !seen.is_whole ||
           (records::TimeNote::says(note) && records::TimeNote::promise_in(note) < wanted);
  }
  // That one, if it does.
  std::optional<ParticipantId> holder(std::size_t index, const Bound& wanted) {
    if (index >= fabric_.notes()) return std::nullopt;
    const auto seen = fabric_.note_at(index);
    if (!holds_back(seen, wanted)) return std::nullopt;
    held_back_by_ = index;
    fabric_.heed_note(index, seen.number);
    return seen.of;
  }
  bool hold_back_all(const Bound& before) {
    return laggards_.hold_back_all(before, fabric_.notes(), [this](std::size_t index) {
      const auto seen = fabric_.note_at(index);
      std::optional<Bound> promise;
      if (seen.is_whole && seen.of != transport::kCoordinator &&
          records::TimeNote::says(seen.note.words)) {
        promise = records::TimeNote::promise_in(seen.note.words);
      }
      return promise;
    });
  }

  Fabric& fabric_;
  std::size_t held_back_by_ = 0;  // whose note was found to do so last
  records::Laggards laggards_;
};

}  // namespace triad::rtia
