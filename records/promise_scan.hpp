// Conclusions from the notes (time promises in shared memory) of all other members together
// (records/time_note.hpp): the least promise, and the members that it allows to advance. Each note
// is read once and not stored. If a note is invalid or cannot be evaluated yet, the scan gives no
// result and each note must be handled by itself.
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
constexpr std::uint64_t participant_hash(std::uint32_t participant) {
  std::uint64_t mixed = participant + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

class PromiseScan {
 public:
  using Bound = TimeNote::Bound;

  // Adds the note of another member. An empty note counts only as one of a member with an
  // unknown wait.
  void add(std::uint32_t participant, const TimeNote::Words& note) {
    has_unknown_wait_ = has_unknown_wait_ || !TimeNote::has_wait(note);
    if (!TimeNote::has_report(note)) return;
    const Bound promise = TimeNote::promise_in(note);
    has_valid_times_ = has_valid_times_ && !std::isnan(promise.time);
    if (TimeNote::is_conditional(note)) {
      has_conditions_ = true;
      has_valid_times_ = has_valid_times_ && !std::isnan(TimeNote::condition_in(note).time);
    }
    log_position_ = std::max(log_position_, TimeNote::log_position_in(note));
    promising_fingerprint_ += participant_hash(participant);
    add_promise(participant, promise);
    if (!TimeNote::has_wait(note)) return;
    const Bound wait = TimeNote::wait_in(note);
    has_valid_times_ = has_valid_times_ && !std::isnan(wait.time);
    if (wait < least_wait_) least_wait_ = wait;
  }
  // Adds this member's own promise, which counts for other members.
  void add_promise(std::uint32_t participant, const Bound& promise) {
    if (promise < least_.bound) {
      second_least_ = least_.bound;
      least_ = {participant, promise};
    } else if (promise < second_least_) {
      second_least_ = promise;
    }
  }

  // Returns true if all notes are valid for a reader that has applied the RTIG's log up to this
  // position.
  bool is_valid_at(wire::Position log_position) const {
    return has_valid_times_ && log_position_ <= log_position;
  }
  // Returns the fingerprint of the promising members, the sum of participant_hash().
  std::uint64_t promising_fingerprint() const { return promising_fingerprint_; }
  // Returns the least promise, or the largest bound if there is none.
  const Bound& least() const { return least_.bound; }

  // Returns true if some promises are conditional. Then the notes say more than the least promise.
  bool has_conditions() const { return has_conditions_; }

  // Returns true if a member may be able to advance, or does not state the bound that it waits for.
  bool may_wake_members() const { return has_unknown_wait_ || !(second_least_ < least_wait_); }
  // Previous promise of a member that has not promised before.
  static constexpr Bound kNoPromise{-std::numeric_limits<double>::infinity(), false};
  // Returns true if the promises of all others allow this waiting member to advance.
  // `last_wake_promise` is the previous promise of the scanning member; a member that could advance
  // by it has been woken before.
  bool must_wake(std::uint32_t participant, const TimeNote::Words& note,
                 const Bound& last_wake_promise) const {
    const Bound wait = TimeNote::wait_in(note);
    const Bound& others = participant == least_.participant ? second_least_ : least_.bound;
    return !(others < wait) && last_wake_promise < wait;
  }

 private:
  static constexpr Bound kLargestBound{std::numeric_limits<double>::infinity(), true};
  struct Least {
    std::uint32_t participant = 0;
    Bound bound = kLargestBound;
  };

  Least least_;
  Bound second_least_ = kLargestBound;  // least of all but the first
  Bound least_wait_ = kLargestBound;
  wire::Position log_position_ = 0;
  std::uint64_t promising_fingerprint_ = 0;
  bool has_valid_times_ = true;
  bool has_unknown_wait_ = false;  // a member does not state its wait
  bool has_conditions_ = false;
};

}  // namespace triad::records
