// What follows from the notes of all others at once (records/time_note.hpp): how far all go, and
// whom that lets go on. Each note is looked at once, and nothing is kept of it. Where a note makes
// no sense or cannot be known yet the scan says nothing, and each has to be taken by itself.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "records/defect.hpp"
#include "records/time_note.hpp"

namespace triad::records {

// Which participants there are among some, in one number: the sum of these of each. Nobody chooses
// the number by which he is known.
constexpr std::uint64_t among(std::uint32_t participant) {
  std::uint64_t mixed = participant + 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
  return mixed ^ (mixed >> 31);
}

class PromiseScan {
 public:
  using Bound = TimeNote::Bound;

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
  // One's own, which counts for others.
  void add_promise(std::uint32_t of, const Bound& promise) {
    if (promise < first_.bound) {
      second_ = first_.bound;
      first_ = {of, promise};
    } else if (promise < second_) {
      second_ = promise;
    }
  }

  // All notes make sense to one who has applied the RTIG's log so far.
  bool makes_sense(wire::Position log_position) const {
    return are_times_ && log_position_ <= log_position;
  }
  // Who promises, as the sum of among().
  std::uint64_t promising() const { return promising_; }
  // The least promise, if there is one.
  const Bound& least() const { return first_.bound; }

  // Some promises are conditional. The least promise says less then than the notes do.
  bool has_conditions() const { return has_conditions_; }

  // Somebody may be able to go on, or does not say what it waits for.
  bool wakes_anybody() const { return is_silent_ || !(second_ < least_wait_); }
  // One has promised nothing before.
  static constexpr Bound kNothing{-std::numeric_limits<double>::infinity(), false};
  // Of one who waits: it is, by the promises of all others; and was not by what one had promised
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
  Bound second_ = kNone;  // of all but the first
  Bound least_wait_ = kNone;
  wire::Position log_position_ = 0;
  std::uint64_t promising_ = 0;
  bool are_times_ = true;
  bool is_silent_ = false;  // somebody
  bool has_conditions_ = false;
};

}  // namespace triad::records
