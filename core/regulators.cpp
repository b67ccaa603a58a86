#include "core/regulators.hpp"

#include <algorithm>

namespace triad::core {

void Regulators::add_regulator(FederateHandle federate, const std::optional<TimeBound>& floor) {
  apply_common_promise();
  has_least_ = has_fingerprint_ = false;
  if (floor) lower_conclusions(*floor);
  promises_[federate] = {floor, floor, std::nullopt, false};
}

void Regulators::add_among_others(const TimeBound& floor) {
  apply_common_promise();
  has_least_ = has_fingerprint_ = false;
  const auto [at, fresh] = promises_.try_emplace(kAllOthers, Promise{floor, floor, {}, false});
  if (fresh) return;
  for (auto* bound : {&at->second.bound, &at->second.promised}) {
    if (*bound) *bound = least(type_, **bound, floor);
  }
}

void Regulators::drop_conclusions() {
  apply_common_promise();
  has_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (!promise.reported) promise.promised.reset();
    promise.bound = promise.promised;
  }
}

void Regulators::lower_conclusions(const TimeBound& floor) {
  apply_common_promise();
  has_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (!promise.bound || !promise.promised) continue;
    promise.bound = greatest(type_, *promise.promised, least(type_, *promise.bound, floor));
  }
}

void Regulators::record_promise(FederateHandle federate, const TimeBound& promise,
                                const std::optional<TimeBound>& conditional) {
  const auto at = find(federate);
  if (at == promises_.end()) return;
  Promise& known = at->second;
  // The least of all bounds can change only if this promise is the least.
  if (has_least_ && known.bound && compare(type_, *known.bound, least_) <= 0) {
    has_least_ = false;
  }
  raise_bound(known.bound, promise);
  raise_bound(known.promised, promise);
  known.conditional = conditional;
  known.reported = true;
}

void Regulators::raise_bound(std::optional<TimeBound>& bound, const TimeBound& promise) const {
  if (!bound || compare(type_, *bound, promise) < 0) bound = promise;
}

// Federates often report in the same order, so the entry after the last one is tried first.
Regulators::Promises::iterator Regulators::find(FederateHandle federate) {
  if (next_index_ < promises_.size()) {
    const auto next = promises_.nth(next_index_);
    if (next->first == federate) return ++next_index_, next;
  }
  const auto at = promises_.find(federate);
  next_index_ = promises_.index_of(at) + 1;
  return at;
}

void Regulators::record_common_promise(const TimeBound& least) {
  if (!common_promise_ || compare(type_, *common_promise_, least) < 0) common_promise_ = least;
  if (has_least_ && compare(type_, least_, least) < 0) least_ = least;
}

// Applies common_promise_ to each federate, before a change that may not concern all of them.
void Regulators::apply_common_promise() const {
  if (!common_promise_) return;
  for (auto& [federate, promise] : promises_) {
    raise_bound(promise.bound, *common_promise_);
    raise_bound(promise.promised, *common_promise_);
    promise.reported = true;
  }
  common_promise_.reset();
}

bool Regulators::may_send_below(FederateHandle federate, const TimeBound& bound) const {
  const auto at = promises_.find(federate);
  if (at == promises_.end()) return false;
  return !at->second.bound || compare(type_, *at->second.bound, bound) < 0;
}

Regulators::Least Regulators::least_of(std::optional<TimeBound> Promise::*kind) const {
  Least least(type_);
  for (const auto& [federate, promise] : promises_) {
    const std::optional<TimeBound>& bound = promise.*kind;
    const TimeBound* known = bound ? &*bound : nullptr;
    if (common_promise_ && (!known || compare(type_, *known, *common_promise_) < 0)) {
      known = &*common_promise_;
    }
    least.add(federate, known);
  }
  return least;
}

void Regulators::apply_joint_bound(const TimeBound& least) {
  apply_common_promise();
  has_least_ = false;
  for (auto& [federate, promise] : promises_) {
    if (promise.bound) promise.bound = greatest(type_, *promise.bound, least);
  }
}

std::optional<TimeBound> Regulators::lbts() const {
  if (has_least_) return least_;
  const TimeBound* least = nullptr;
  for (const auto& [federate, promise] : promises_) {
    if (!promise.bound && !common_promise_) return std::nullopt;
    const TimeBound* const bound = promise.bound ? &*promise.bound : &*common_promise_;
    if (least == nullptr || compare(type_, *bound, *least) < 0) least = bound;
  }
  least_ = least != nullptr ? *least : TimeBound{type_.infinity(), true};
  if (common_promise_) least_ = greatest(type_, least_, *common_promise_);
  has_least_ = true;
  return least_;
}

std::vector<Regulators::FederateHandle> Regulators::slowest() const {
  apply_common_promise();
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
