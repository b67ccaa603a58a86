// Selects the members that a promise wakes on a fabric: memory that the members on one machine
// share, in which each publishes its promise as a note, and idle members sleep until another one
// rings them. A pure state machine: inputs are the promises (in Regulators) and the bound that each
// member waits for. The output is the members to wake. The host, the code that runs the member's
// Ambassador, publishes the note, reads all other notes and rings.
//
// A member that waits for time is woken only if the least of all promises reaches the bound that it
// needs. Two members that promise at the same time may not have read each other's promise. So each
// selects the members to wake after all others can read its own note. At least one of the two then
// reads the note of the other, because all members see published notes in one order.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <boost/container/flat_map.hpp>

#include "core/regulators.hpp"

namespace triad::core {

class WakeUps {
 public:
  using FederateHandle = wire::FederateHandle;
  using Federates = std::vector<FederateHandle>;

  WakeUps(const TimeType& type, const Regulators& others) : type_(type), others_(others) {}

  // Records that the federate waits until the others' promises reach this bound, as it stated with
  // its promise. Empty: it did not say, and every promise wakes it.
  void record_wait(FederateHandle waiter, const std::optional<TimeBound>& bound);
  // Forgets the bound of a federate; every promise wakes it then.
  void remove_wait(FederateHandle federate) { waiting_.erase(federate); }
  // Forgets the promise for which members were last woken, because later promises may be lower.
  void forget_last_promise() { last_wake_promise_.reset(); }
  // Forgets all waiting members.
  void clear() {
    waiting_.clear();
    finish_promise();
  }

  // Records that all members can read the note of this promise (records/time_note.hpp). Afterwards
  // the caller selects the members to wake, either from all notes at once (then it calls
  // record_wakes_by_notes()) or by recompute().
  void record_note_published(const TimeBound& promise);
  // Records that the caller has woken the members by all notes at once.
  void record_wakes_by_notes() { finish_promise(); }
  // Returns the own promise for which members were last woken.
  const std::optional<TimeBound>& last_wake_promise() const { return last_wake_promise_; }

  // Returns true if recompute() must be called, after all notes have been read.
  bool must_recompute() const { return must_recompute_; }
  // Appends the members to wake to `woken`, in the order of `constrained`. `wakes_all`: the promise
  // may let a member jump to the joint bound (core/regulators.hpp), which needs all notes.
  // `all_read`: no more notes have arrived meanwhile; otherwise all constrained members are woken.
  void recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                 Federates& woken);

 private:
  bool was_woken_for(const TimeBound& wanted) const;
  void select_members(bool wakes_all, std::span<const FederateHandle> constrained,
                      Federates& woken);
  void finish_promise();

  const TimeType& type_;
  const Regulators& others_;
  boost::container::flat_map<FederateHandle, TimeBound> waiting_;
  std::size_t next_index_ = 0;                  // index after the member that was recorded last
  TimeBound promise_;                           // the last noted promise
  std::optional<TimeBound> last_wake_promise_;  // promise for which members were last woken
  bool must_recompute_ = false;
};

}  // namespace triad::core
