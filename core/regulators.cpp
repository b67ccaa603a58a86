#include "core/regulators.hpp"

#include <algorithm>

namespace triad::core {

void Regulators::begin(FederateHandle federate, const std::optional<TimeBound>& floor) {
  note_each();
  knows_least_ = knows_who_ = false;
  if (floor) react_from(*floor);
  promises_[federate] = {floor, floor, std::nullopt, false};
}

void Regulators::begin_among_others(const TimeBound& floor) {
  note_each();
  knows_least_ = knows_who_ = false;
  const auto [at, fresh] = promises_.try_emplace(kAllOthers, Promise{floor, floor, {}, false});
  if (fresh) return;
  for (auto* bound : {&at->second.bound, &at->second.promised}) {
    if (*bound) *bound = least(type_, **bound, floor);
  }
}

void Regulators::forget_conclusions() {
  note_each();
  knows_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (!promise.reported) promise.promised.reset();
    promise.bound = promise.promised;
  }
}

void Regulators::react_from(const TimeBound& floor) {
  note_each();
  knows_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (!promise.bound || !promise.promised) continue;
    promise.bound = greatest(type_, *promise.promised, least(type_, *promise.bound, floor));
  }
}

void Regulators::report(FederateHandle federate, const TimeBound& promise,
                        const std::optional<TimeBound>& conditional) {
  const auto at = find(federate);
  if (at == promises_.end()) return;
  Promise& known = at->second;
  // The least of all bounds can change only if this promise is the least.
  if (knows_least_ && known.bound && compare(type_, *known.bound, least_) <= 0) {
    knows_least_ = false;
  }
  raise(known.bound, promise);
  raise(known.promised, promise);
  known.conditional = conditional;
  known.reported = true;
}

void Regulators::raise(std::optional<TimeBound>& bound, const TimeBound& promise) const {
  if (!bound || compare(type_, *bound, promise) < 0) bound = promise;
}

// Federates often report in the same order, so the entry after the last one is tried first.
Regulators::Promises::iterator Regulators::find(FederateHandle federate) {
  if (next_ < promises_.size()) {
    const auto next = promises_.nth(next_);
    if (next->first == federate) return ++next_, next;
  }
  const auto at = promises_.find(federate);
  next_ = promises_.index_of(at) + 1;
  return at;
}

void Regulators::all_promise(const TimeBound& least) {
  if (!all_promise_ || compare(type_, *all_promise_, least) < 0) all_promise_ = least;
  if (knows_least_ && compare(type_, least_, least) < 0) least_ = least;
}

// Applies all_promise_ to each federate, before a change that may not concern all of them.
void Regulators::note_each() const {
  if (!all_promise_) return;
  for (auto& [federate, promise] : promises_) {
    raise(promise.bound, *all_promise_);
    raise(promise.promised, *all_promise_);
    promise.reported = true;
  }
  all_promise_.reset();
}

bool Regulators::falls_short(FederateHandle federate, const TimeBound& bound) const {
  const auto at = promises_.find(federate);
  if (at == promises_.end()) return false;
  return !at->second.bound || compare(type_, *at->second.bound, bound) < 0;
}

Regulators::Least Regulators::least_of(std::optional<TimeBound> Promise::*kind) const {
  Least least(type_);
  for (const auto& [federate, promise] : promises_) {
    const std::optional<TimeBound>& bound = promise.*kind;
    const TimeBound* known = bound ? &*bound : nullptr;
    if (all_promise_ && (!known || compare(type_, *known, *all_promise_) < 0)) {
      known = &*all_promise_;
    }
    least.add(federate, known);
  }
  return least;
}

void Regulators::hold_together_at(const TimeBound& least) {
  note_each();
  knows_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (promise.bound) promise.bound = greatest(type_, *promise.bound, least);
  }
}

std::optional<TimeBound> Regulators::lbts() const {
  if (knows_least_) return least_;
  const TimeBound* least = nullptr;
  for (const auto& [federate, promise] : promises_) {
    if (!promise.bound && !all_promise_) return std::nullopt;
    const TimeBound* const bound = promise.bound ? &*promise.bound : &*all_promise_;
    if (least == nullptr || compare(type_, *bound, *least) < 0) least = bound;
  }
  least_ = least != nullptr ? *least : TimeBound{type_.infinity(), true};
  if (all_promise_) least_ = greatest(type_, least_, *all_promise_);
  knows_least_ = true;
  return least_;
}

std::vector<Regulators::FederateHandle> Regulators::slowest() const {
  note_each();
  const auto bound = lbts();
  std::vector<FederateHandle> slowest;
  for (const auto& [federate, promise] : promises_) {
    if (federate == kAllOthers) continue;
    const bool holds = bound ? compare(type_, *promise.bound, *bound) == 0 : !promise.bound;
    if (holds) slowest.push_back(federate);
  }
  return slowest;
}

}  // namespace triad::core
