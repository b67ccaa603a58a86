// What a constrained federate knows of the others that regulate: their promises, of which the least
// is its lower bound on time stamps (LBTS, HLA 1.3 clause 8.1). Its own promise never counts. Where
// members do not read each other's promises there is one entry for all others, of which the RTIG
// tells the least (kAllOthers).
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/saved.hpp"
#include "core/time_type.hpp"
#include "wire/handles.hpp"

namespace triad::core {

class Regulators {
 public:
  using FederateHandle = wire::FederateHandle;

  // No federate's handle.
  static constexpr FederateHandle kAllOthers{};

  explicit Regulators(const TimeType& type) : type_(type) {}

  // The federate counts from now on. `floor`: it has been told not to go below; without, nothing is
  // known of it until it reports. Where others were thought to be further by hold_together(), they
  // may now react to what it sends.
  void begin(FederateHandle federate, const std::optional<TimeBound>& floor);
  void end(FederateHandle federate) { promises_.erase(federate); }
  // One more is among all others, whom this federate has told not to go below `floor`.
  void begin_among_others(const TimeBound& floor);
  // This federate is no longer constrained: others need not keep to what it tells them, nor say
  // what its conclusions rest on. What they have promised themselves is left.
  void forget_conclusions();
  void clear() { promises_.clear(); }

  bool contains(FederateHandle federate) const { return promises_.contains(federate); }

  // What a federate promises come what may, and what if it receives nothing earlier than it has.
  // A promise is never taken back.
  void report(FederateHandle federate, const TimeBound& promise,
              const std::optional<TimeBound>& conditional);
  // Whether all of them but `federate`, whose own promise does not count for it, go no lower than
  // `bound`: by all that is known, and by what they said themselves.
  bool reach(const TimeBound& bound, FederateHandle federate) const;
  bool promised(const TimeBound& bound, FederateHandle federate) const;

  // The reports, conditional promises included, hold together: no message is under way that one of
  // the waiting federates has not taken into account. So nothing earlier than the least of them can
  // come any more: the first that could is a reaction to a message, and no message is earlier.
  // `own`: the least that this federate itself may send, if it regulates; for others may react to
  // that.
  void hold_together(const std::optional<TimeBound>& own);

  // The same, where the least of them has been told.
  void hold_together_at(const TimeBound& least);

  // So may they from now on to what this federate itself sends.
  void react_from(const TimeBound& floor);

  // What is known of each; for a save, and back. What others promise they say anew.
  struct Promise {
    std::optional<TimeBound> bound;     // what follows from all promises
    std::optional<TimeBound> promised;  // its own alone
    std::optional<TimeBound> conditional;
    bool reported = false;  // else `promised` is what it has been told not to undercut
  };
  using Promises = std::map<FederateHandle, Promise>;
  const Promises& promises() const { return promises_; }
  void restore(Promises promises) { promises_ = std::move(promises); }

  // Nothing below will come; empty: not known.
  std::optional<TimeBound> lbts() const;

  // Who holds the LBTS back: all of whom nothing is known yet, else all whose promise it is.
  // Nobody, where all others are one.
  std::vector<FederateHandle> slowest() const;

 private:
  bool all_reach(const TimeBound& bound, FederateHandle except,
                 std::optional<TimeBound> Promise::*known) const;

  const TimeType& type_;
  std::map<FederateHandle, Promise> promises_;
};

TRIAD_SAVED_BUT(Regulators::Promise, (bound, promised, conditional), (reported));

}  // namespace triad::core
