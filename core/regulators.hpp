// A constrained federate's knowledge of the other regulating federates: their promises, of which
// the least is its lower bound on time stamps (LBTS, HLA 1.3 clause 8.1). Its own promise never
// counts. If members do not read each other's promises, a single entry (kAllOthers) has the least
// promise of all others, which the RTIG sends.
//
// A promise is a bound below which a federate will not send. A conditional promise is higher, and
// holds unless the federate receives an earlier message. If all federates have handled all messages
// that were sent, the least of the conditional promises is a bound for all: the joint bound, a
// conclusion. A floor is a bound that a new regulator must not undercut.
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

  // Not the handle of any federate.
  static constexpr FederateHandle kAllOthers{};

  explicit Regulators(const TimeType& type) : type_(type) {}

  // Adds a regulating federate. The RTI has bound it not to undercut `floor`; if that is empty,
  // nothing is known of the federate until it reports. Bounds of others that rest on
  // apply_joint_bound() are lowered to the floor, because the others may react to messages of the
  // new one.
  void add_regulator(FederateHandle federate, const std::optional<TimeBound>& floor);
  void remove_regulator(FederateHandle federate) {
    has_least_ = has_fingerprint_ = false;
    promises_.erase(federate);
  }
  // Adds a regulating federate to the entry kAllOthers, and lowers the entry to `floor`, which the
  // new federate must not undercut.
  void add_among_others(const TimeBound& floor);
  // Records that this federate is no longer constrained. Drops all bounds except those that the
  // others have promised themselves. Floors and conclusions cease to hold, because other federates
  // no longer take this one into account.
  void drop_conclusions();
  void clear() {
    has_least_ = has_fingerprint_ = false;
    common_promise_.reset();
    promises_.clear();
  }

  // Returns true if the federate's own promise has been read. record_common_promise() alone does
  // not count until the common promise is applied to each federate.
  bool has_reported(FederateHandle federate) const {
    const auto at = promises_.find(federate);
    return at != promises_.end() && at->second.reported;
  }
  // Returns the fingerprint of the set of these federates, the sum of records::participant_hash().
  // rtia::TimeManagement compares it with the fingerprint of the notes that it has read.
  std::uint64_t federates_fingerprint() const {
    if (!std::exchange(has_fingerprint_, true)) {
      federates_fingerprint_ = 0;
      for (const auto& [federate, promise] : promises_)
        federates_fingerprint_ += records::participant_hash(federate.value);
    }
    return federates_fingerprint_;
  }
  bool contains(FederateHandle federate) const { return promises_.contains(federate); }

  // Records a federate's promise and its conditional promise, which holds if it receives nothing
  // earlier than it already has. A promise is never withdrawn.
  void record_promise(FederateHandle federate, const TimeBound& promise,
                      const std::optional<TimeBound>& conditional);
  // Records that every regulating federate has promised at least this. Individual promises may be
  // higher.
  void record_common_promise(const TimeBound& least);

  // The two least bounds of one kind. They answer questions about many federates, each of which
  // ignores its own bound. Valid until the Regulators change.
  class Least {
   public:
    // Returns true if no federate but `federate` may go below `bound`.
    bool reaches(const TimeBound& bound, FederateHandle federate) const {
      const Entry& entry = federate == first_.federate ? second_ : first_;
      return !entry.federate || (entry.bound && core::compare(*type_, *entry.bound, bound) >= 0);
    }

   private:
    friend class Regulators;
    struct Entry {
      std::optional<FederateHandle> federate;
      const TimeBound* bound = nullptr;  // null: unknown
    };
    explicit Least(const TimeType& type) : type_(&type) {}
    bool is_less(const TimeBound* bound, const Entry& than) const {
      if (!than.federate || bound == nullptr) return true;
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
  // Returns the bounds that follow from all knowledge, and the bounds that the federates promised
  // themselves.
  Least least_known() const { return least_of(&Promise::bound); }
  Least least_promised() const { return least_of(&Promise::promised); }

  // Returns the least of all promises and of `own`. The conditional promise of a federate counts if
  // has_handled_all(federate) is true. Empty: some federates have promised nothing yet. `own` is
  // the least time stamp that this federate may send, if it regulates; it counts because others may
  // react to such a message. Called to compute a joint bound.
  template <class HasHandledAll>
  std::optional<TimeBound> least_with_conditions(const std::optional<TimeBound>& own,
                                                 HasHandledAll&& has_handled_all) const {
    apply_common_promise();
    std::optional<TimeBound> all = own;
    for (const auto& [federate, promise] : promises_) {
      if (!promise.bound && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
      if (!promise.bound) return std::nullopt;
      const bool has_condition = promise.conditional && has_handled_all(federate);
      const TimeBound& bound =
          has_condition ? greatest(type_, *promise.conditional, *promise.bound) : *promise.bound;
      all = all ? least(type_, *all, bound) : bound;
    }
    return all;
  }

  // Raises all bounds to the joint bound `least`, the least of all promises and conditional
  // promises. Called when every waiting federate has taken all messages into account. Then nothing
  // below `least` will come: the first such message would be a reaction to an earlier one.
  void apply_joint_bound(const TimeBound& least);

  // Lowers bounds that rest on apply_joint_bound() to `floor`, because others may now react to a
  // message that this federate itself sends.
  void lower_conclusions(const TimeBound& floor);

  // Knowledge of one federate, for saving and restoring. Others report their promises again after a
  // restore.
  struct Promise {
    std::optional<TimeBound> bound;     // follows from all promises
    std::optional<TimeBound> promised;  // its own promise
    std::optional<TimeBound> conditional;
    bool reported = false;  // false: `promised` is only the floor of add_regulator()
  };
  using Promises = boost::container::flat_map<FederateHandle, Promise>;
  const Promises& promises() const {
    apply_common_promise();
    return promises_;
  }
  void restore(Promises promises) {
    has_least_ = has_fingerprint_ = false;
    common_promise_.reset();
    promises_ = std::move(promises);
  }

  // Returns the bound below which nothing will come, or nothing if it is not known.
  std::optional<TimeBound> lbts() const;
  // Returns true if the federate with this handle may still send below the bound.
  bool may_send_below(FederateHandle federate, const TimeBound& bound) const;

  // Returns the federates that hold back the LBTS: those without a known promise or, if there are
  // none, those with the promise that is the LBTS. Empty if all others share one entry.
  std::vector<FederateHandle> slowest() const;

 private:
  Least least_of(std::optional<TimeBound> Promise::*kind) const;
  // Returns the federate's entry, or the end. Tries next_index_ first.
  Promises::iterator find(FederateHandle federate);
  void apply_common_promise() const;
  void raise_bound(std::optional<TimeBound>& bound, const TimeBound& promise) const;

  const TimeType& type_;
  mutable TimeBound least_;  // of all bounds; valid if has_least_
  mutable bool has_least_ = false;
  mutable std::uint64_t federates_fingerprint_ = 0;
  mutable bool has_fingerprint_ = false;
  mutable std::optional<TimeBound> common_promise_;  // every federate has promised at least this
  std::size_t next_index_ = 0;                       // index after the federate that reported last
  mutable Promises promises_;                        // common_promise_ is not applied to these yet
};

TRIAD_SAVED_BUT(Regulators::Promise, (bound, promised, conditional), (reported));

}  // namespace triad::core
