// TimeOutlook: what follows for a federate from its time state, the others' promises and its first
// queued message: the time it may be granted, the promise it can make, and the LBTS it waits for.
// Changes nothing. A view, made for a question and dropped after the answer.
#pragma once

#include <optional>

#include "core/regulators.hpp"
#include "core/time_type.hpp"
#include "rtia/reported_promise.hpp"
#include "rtia/time_state.hpp"

namespace triad::rtia {

// LBTS that a federate must learn, beyond the known one, before anything can be decided or
// promised. Used where the RTIG sends the LBTS.
struct LbtsWait {
  std::optional<core::TimeBound> bound;  // LBTS to wait for; empty: any above the known one
  bool each_rise = false;                // each rise above the bound must be told
};
// Returns whether the RTIG must tell the same for both waits.
bool are_equal(const core::TimeType& type, const LbtsWait& a, const LbtsWait& b);

class TimeOutlook {
 public:
  using Time = core::Time;
  using TimeBound = core::TimeBound;

  // Keeps references to the first three arguments, which must outlive the view. `first_queued`:
  // stamp of the federate's first queued message; empty: none is queued.
  TimeOutlook(const core::TimeType& type, const TimeState& state, const core::Regulators& others,
              const std::optional<Time>& first_queued)
      : type_(type), state_(state), others_(others), first_queued_(first_queued) {}

  // Returns the answer to a query service of the federate.
  Time query(wire::TimeQuery which) const;

  // --- Grants.

  // Returns whether no message can come any more before the time or, if `beyond`, at it.
  bool can_reach(const Time& time, bool beyond) const;
  // Returns whether a planned save forbids a grant of this time.
  bool is_held_before(const Time& time) const;
  // Returns the time that may be granted now for the pending advance. Empty: none yet.
  std::optional<Time> grantable() const;
  // Returns the time of the next grant as far as it is known; empty: none.
  std::optional<Time> next_time() const;
  // Returns whether the next tick can answer enableTimeRegulation or enableTimeConstrained: the
  // answer is queued, or it depends on the RTIG and the other RTIAs but on no federate.
  bool answers_enabling_soon() const;

  // --- Promises.

  // Returns the bound that this federate states to a federate that becomes regulating, which must
  // not undercut it.
  TimeBound floor() const;
  // Returns the report of the federate's promise in its present state. `received` is the count of
  // time-stamp-ordered messages received, or in a note their fingerprint. `noted`: the report is a
  // note in shared memory.
  PromiseReport report(std::uint64_t received, bool noted) const;
  // Returns the promise that the others must reach before anything can happen to this federate;
  // empty if something else may end its wait.
  std::optional<TimeBound> waits_for() const;
  // Returns the LBTS that the RTIG must tell this federate.
  LbtsWait waits_for_lbts() const;

  // --- Saves.

  // Returns whether the federate must be told to save now: its next grant would be later than the
  // save, or it is at that time, and no message up to that time can come any more (HLA 1.3 clause
  // 4.11).
  bool is_save_due() const;
  // Returns whether the federate asked to be constrained when its time was already past the save.
  // The answer may wait for others that are held at the save, so the save must not wait for this
  // federate.
  bool is_beyond_save() const;

 private:
  // Returns the promise of the federate in its present state.
  TimeBound promise() const;
  // Returns the same promise as waits_for(), but also for an event that others' promises may not
  // reach.
  std::optional<TimeBound> required_bound() const;
  // Returns the lower bound of the next grant of a federate that waits for an event.
  TimeBound next_event() const;
  // Returns the time of the grant of an advance to an event if no earlier message arrives.
  Time target_event_time() const;
  // Returns the time of the grant of a flushQueueRequest.
  Time flush_time() const;

  const core::TimeType& type_;
  const TimeState& state_;
  const core::Regulators& others_;
  const std::optional<Time> first_queued_;
};

}  // namespace triad::rtia
