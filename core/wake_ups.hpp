// Whom a federate's promise wakes on a fabric, where whoever has nothing to do sleeps. Pure: told
// of the promises (by Regulators) and of the bound that each waiter for time has published, it
// answers whom to wake; the host publishes the promise, says whether everything had been read by
// then, and rings.
//
// A waiter for time alone is woken by a promise only if the least of all promises reaches the bound
// that it needs. Two that promise at once may each leave the same waiter asleep, as neither has
// read the other's promise. So whoever has left somebody asleep looks once more when its promise
// can be read by all: if there was something that it had not read, it reads that and recomputes. Of
// the two at least one sees the other's promise then, for what is published is seen in one order by
// all.
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

  // A promise is about to be published: appends to `woken` whom of the constrained federates (in
  // order) it wakes by what has been read. `wakes_all`: it may let somebody jump, who needs all
  // reports.
  void promise(const TimeBound& promise, bool wakes_all,
               std::span<const FederateHandle> constrained, Federates& woken);
  // What was promised last can be read by all. `all_read`: whatever could be read by then had been
  // read when it was promised.
  void published(bool all_read);

  // The promise is noted where all can read it (records/time_note.hpp): whom it wakes is computed
  // after that, by notes that are read then (woken()) or as after published(false).
  void noted(const TimeBound& promise);
  void woken() { settled(); }
  // Whoever could go on by this promise of one's own has been woken.
  const std::optional<TimeBound>& told() const { return told_; }

  // Whom to wake is to be computed anew, when what can be read has been read. `all_read`: nothing
  // more has come meanwhile; else, or after some attempts, everybody is woken.
  bool must_recompute() const { return must_recompute_; }
  void recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                 Federates& woken);

 private:
  static constexpr int kRecomputationsMax = 3;

  bool is_told(const TimeBound& wanted) const;
  void select(bool wakes_all, std::span<const FederateHandle> constrained, Federates& woken);
  void settled();

  const TimeType& type_;
  const Regulators& others_;
  boost::container::flat_map<FederateHandle, TimeBound> waiting_;
  std::size_t next_ = 0;           // behind whoever said so last
  TimeBound promise_;              // the last one
  std::optional<TimeBound> told_;  // whoever could go on by it has been woken
  bool unpublished_ = false;       // the last one
  bool left_asleep_ = false;       // somebody, by a promise that was not published yet
  bool must_recompute_ = false;
  int recomputations_ = 0;  // one after another
};

}  // namespace triad::core
