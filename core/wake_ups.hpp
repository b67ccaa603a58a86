// Selects the members that a noted promise wakes on a fabric, where idle members sleep. A pure
// state machine: inputs are the promises (in Regulators) and the bound that each member waits for.
// The output is the members to wake. The host publishes the note, reads all other notes and rings.
//
// A member that waits for time is woken only if the least of all promises reaches the bound that it
// needs. Two members that promise at the same time may not have read each other's promise. So each
// computes whom to wake after all others can read its own note. At least one of the two then reads
// the note of the other, because all members see published notes in one order.
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

  // The federate waits for no less than this of the others, as it said with its promise; nothing:
  // it did not say, and every promise wakes it.
  void waits_for(FederateHandle waiter, const std::optional<TimeBound>& bound);
  void forget(FederateHandle federate) { waiting_.erase(federate); }
  // What is promised from here on may be less.
  void begin_anew() { told_.reset(); }
  // Nobody is to be woken any more.
  void clear() {
    waiting_.clear();
    settled();
  }

  // All can read the note of this promise (records/time_note.hpp). The members to wake are computed
  // after that: from all notes at once (woken()), or by recompute().
  void noted(const TimeBound& promise);
  void woken() { settled(); }
  // Whoever could go on by this promise of one's own has been woken.
  const std::optional<TimeBound>& told() const { return told_; }

  // The members to wake are to be computed, after all notes have been read.
  bool must_recompute() const { return must_recompute_; }
  // Appends them to `woken`, in the order of `constrained`. `wakes_all`: the promise may let a
  // member jump, which needs all notes. `all_read`: no more notes have come meanwhile; otherwise
  // all constrained members are woken.
  void recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                 Federates& woken);

 private:
  bool is_told(const TimeBound& wanted) const;
  void select(bool wakes_all, std::span<const FederateHandle> constrained, Federates& woken);
  void settled();

  const TimeType& type_;
  const Regulators& others_;
  boost::container::flat_map<FederateHandle, TimeBound> waiting_;
  std::size_t next_ = 0;           // behind whoever said so last
  TimeBound promise_;              // the last one
  std::optional<TimeBound> told_;  // whoever could go on by it has been woken
  bool must_recompute_ = false;
};

}  // namespace triad::core
