// Conclusions from the notes of all other members together (records/time_note.hpp): the least
// promise, and the members that it allows to advance. Each note is read once and not stored. If a
// note is invalid or cannot be evaluated yet, the scan gives no result and each note must be
// handled by itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "records/defect.hpp"
#include "records/time_note.hpp"

namespace triad::records {

// Returns a number for the fingerprint of a set of participants, which is the sum over its members.
// Participants cannot choose their handles, so they cannot choose these numbers.
constexpr std::uint64_t among(std::uint32_t participant) {
  std::uint64_t mixed = participant + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

class PromiseScan {
 public:
  using Bound = TimeNote::Bound;

  // Adds the note of another member. Empty notes are ignored, except that their owner states no
  // wait.
  void add(std::uint32_t of, const TimeNote::Words& note) {
    is_silent_ = is_silent_ || !TimeNote::waits(note);
    if (!TimeNote::says(note)) return;
    const Bound promise = TimeNote::promise_in(note);
    are_times_ = are_times_ && !std::isnan(promise.time);
    if (TimeNote::is_conditional(note)) {
      has_conditions_ = true;
      are_times_ = are_times_ && !std::isnan(TimeNote::condition_in(note).time);
    }
    log_position_ = std::max(log_position_, TimeNote::log_position_in(note));
    promising_ += among(of);
    add_promise(of, promise);
    if (!TimeNote::waits(note)) return;
    const Bound wait = TimeNote::wait_in(note);
    are_times_ = are_times_ && !std::isnan(wait.time);
    if (wait < least_wait_) least_wait_ = wait;
  }
  // Adds this member's own promise, which counts for other members.
  void add_promise(std::uint32_t of, const Bound& promise) {
    if (promise < first_.bound) {
      second_ = first_.bound;
      first_ = {of, promise};
    } else if (promise < second_) {
      second_ = promise;
    }
  }

  // Returns true if all notes are valid for a reader that has applied the RTIG's log up to this
  // position.
  bool makes_sense(wire::Position log_position) const {
    return are_times_ && log_position_ <= log_position;
  }
  // Returns the fingerprint of the promising members, the sum of among().
  std::uint64_t promising() const { return promising_; }
  // Returns the least promise, or the largest bound if there is none.
  const Bound& least() const { return first_.bound; }

  // Returns true if some promises are conditional. Then the notes say more than the least promise.
  bool has_conditions() const { return has_conditions_; }

  // Returns true if a member may be able to advance, or does not state the bound that it waits for.
  bool wakes_anybody() const { return is_silent_ || !(second_ < least_wait_); }
  // Previous promise of a member that has not promised before.
  static constexpr Bound kNothing{-std::numeric_limits<double>::infinity(), false};
  // Returns true if the promises of all others allow this waiting member to advance. `told` is the
  // previous promise of the scanning member; a member that could advance by it has been woken
  // before.
  bool wakes(std::uint32_t of, const TimeNote::Words& note, const Bound& told) const {
    const Bound wait = TimeNote::wait_in(note);
    const Bound& others = of == first_.of ? second_ : first_.bound;
    return !(others < wait) && told < wait;
  }

 private:
  static constexpr Bound kNone{std::numeric_limits<double>::infinity(), true};
  struct Least {
    std::uint32_t of = 0;
    Bound bound = kNone;
  };

  Least first_;
  Bound second_ = kNone;  // least of all but the first
  Bound least_wait_ = kNone;
  wire::Position log_position_ = 0;
  std::uint64_t promising_ = 0;
  bool are_times_ = true;
  bool is_silent_ = false;  // a member does not state its wait
  bool has_conditions_ = false;
};

}  // namespace triad::records
