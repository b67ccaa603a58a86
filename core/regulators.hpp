// What a constrained federate knows of the others that regulate: their promises, of which the least
// is its lower bound on time stamps (LBTS, HLA 1.3 clause 8.1). Its own promise never counts. Where
// members do not read each other's promises there is one entry for all others, of which the RTIG
// tells the least (kAllOthers).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <boost/container/flat_map.hpp>

#include "core/saved.hpp"
#include "core/time_type.hpp"
#include "records/defect.hpp"
#include "records/promise_scan.hpp"
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
  void end(FederateHandle federate) {
    knows_least_ = knows_who_ = false;
    promises_.erase(federate);
  }
  // One more is among all others, whom this federate has told not to go below `floor`.
  void begin_among_others(const TimeBound& floor);
  // This federate is no longer constrained: others need not keep to what it tells them, nor say
  // what its conclusions rest on. What they have promised themselves is left.
  void forget_conclusions();
  void clear() {
    knows_least_ = knows_who_ = false;
    all_promise_.reset();
    promises_.clear();
  }

  // It has promised something itself, as far as that has been read one by one.
  bool has_reported(FederateHandle federate) const {
    const auto at = promises_.find(federate);
    return at != promises_.end() && at->second.reported;
  }
  // Who they are, as the sum of records::among().
  std::uint64_t who() const {
    if (!std::exchange(knows_who_, true)) {
      who_ = 0;
      for (const auto& [federate, promise] : promises_) who_ += records::among(federate.value);
    }
    return who_;
  }
  bool contains(FederateHandle federate) const { return promises_.contains(federate); }

  // What a federate promises come what may, and what if it receives nothing earlier than it has.
  // A promise is never taken back.
  void report(FederateHandle federate, const TimeBound& promise,
              const std::optional<TimeBound>& conditional);
  // All of them have promised this at least; each for itself is not told.
  void all_promise(const TimeBound& least);

  // The least of a kind of bound, and the next: for questions about each of many federates, whose
  // own promises do not count for themselves. As long as nothing changes.
  class Least {
   public:
    // Whether all of them but `federate` go no lower than `bound`.
    bool reaches(const TimeBound& bound, FederateHandle federate) const {
      const Entry& entry = federate == first_.of ? second_ : first_;
      return !entry.of || (entry.bound && core::compare(*type_, *entry.bound, bound) >= 0);
    }

   private:
    friend class Regulators;
    struct Entry {
      std::optional<FederateHandle> of;
      const TimeBound* bound = nullptr;  // null: nothing is known
    };
    explicit Least(const TimeType& type) : type_(&type) {}
    bool is_less(const TimeBound* bound, const Entry& than) const {
      if (!than.of || bound == nullptr) return true;
      return than.bound != nullptr && core::compare(*type_, *bound, *than.bound) < 0;
    }
    void add(FederateHandle federate, const TimeBound* bound) {
      if (is_less(bound, first_)) {
        second_ = std::exchange(first_, {federate, bound});
      } else if (is_less(bound, second_)) {
        second_ = {federate, bound};
      }
    }

    const TimeType* type_;
    Entry first_;
    Entry second_;
  };
  // By all that is known, and by what they said themselves.
  Least least_known() const { return least_of(&Promise::bound); }
  Least least_promised() const { return least_of(&Promise::promised); }

  // Returns the least of all promises, where the conditional promise of each federate counts that
  // has_heard_all(federate). Empty: some have promised nothing yet. `own`: the least that this
  // federate itself may send, if it regulates. Other federates may react to that.
  template <class HasHeardAll>
  std::optional<TimeBound> least_held(const std::optional<TimeBound>& own,
                                      HasHeardAll&& has_heard_all) const {
    note_each();
    std::optional<TimeBound> all = own;
    for (const auto& [federate, promise] : promises_) {
      if (!promise.bound && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
      if (!promise.bound) return std::nullopt;
      const bool counts = promise.conditional && has_heard_all(federate);
      const TimeBound& bound =
          counts ? greatest(type_, *promise.conditional, *promise.bound) : *promise.bound;
      all = all ? least(type_, *all, bound) : bound;
    }
    return all;
  }

  // No message is in transit that a waiting federate has not taken into account. So nothing earlier
  // than the least of all reports comes, conditional promises included: the first such message
  // would be a reaction to a message, and no message is earlier.
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
  using Promises = boost::container::flat_map<FederateHandle, Promise>;
  const Promises& promises() const {
    note_each();
    return promises_;
  }
  void restore(Promises promises) {
    knows_least_ = knows_who_ = false;
    all_promise_.reset();
    promises_ = std::move(promises);
  }

  // Nothing below will come; empty: not known.
  std::optional<TimeBound> lbts() const;
  // By all that is known this one may still send below that.
  bool falls_short(FederateHandle federate, const TimeBound& bound) const;

  // Who holds the LBTS back: all of whom nothing is known yet, else all whose promise it is.
  // Nobody, where all others are one.
  std::vector<FederateHandle> slowest() const;

 private:
  Least least_of(std::optional<TimeBound> Promise::*kind) const;
  Promises::iterator find(FederateHandle federate);
  void note_each() const;
  void raise(std::optional<TimeBound>& bound, const TimeBound& promise) const;

  const TimeType& type_;
  mutable TimeBound least_;  // of all bounds, if it is known
  mutable bool knows_least_ = false;
  mutable std::uint64_t who_ = 0;
  mutable bool knows_who_ = false;
  mutable std::optional<TimeBound> all_promise_;  // none has promised less
  std::size_t next_ = 0;                          // behind whoever reported last
  mutable Promises promises_;                     // but for all_promise_
};

TRIAD_SAVED_BUT(Regulators::Promise, (bound, promised, conditional), (reported));

}  // namespace triad::core
