#include "core/regulators.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::core {

void Regulators::begin(FederateHandle federate, const std::optional<TimeBound>& floor) {
  if (floor) react_from(*floor);
  promises_[federate] = {floor, floor, std::nullopt, false};
}

void Regulators::begin_among_others(const TimeBound& floor) {
  const auto [at, fresh] = promises_.try_emplace(kAllOthers, Promise{floor, floor, {}, false});
  if (fresh) return;
  for (auto* bound : {&at->second.bound, &at->second.promised}) {
    if (*bound) *bound = least(type_, **bound, floor);
  }
}

void Regulators::forget_conclusions() {
  for (auto& [federate, promise] : promises_) {
    if (!promise.reported) promise.promised.reset();
    promise.bound = promise.promised;
  }
}

void Regulators::react_from(const TimeBound& floor) {
  for (auto& [federate, promise] : promises_) {
    if (!promise.bound || !promise.promised) continue;
    promise.bound = greatest(type_, *promise.promised, least(type_, *promise.bound, floor));
  }
}

void Regulators::report(FederateHandle federate, const TimeBound& promise,
                        const std::optional<TimeBound>& conditional) {
  const auto at = promises_.find(federate);
  if (at == promises_.end()) return;
  for (auto* bound : {&at->second.bound, &at->second.promised}) {
    *bound = *bound ? greatest(type_, **bound, promise) : promise;
  }
  at->second.conditional = conditional;
  at->second.reported = true;
}

bool Regulators::reach(const TimeBound& bound, FederateHandle federate) const {
  return all_reach(bound, federate, &Promise::bound);
}

bool Regulators::promised(const TimeBound& bound, FederateHandle federate) const {
  return all_reach(bound, federate, &Promise::promised);
}

bool Regulators::all_reach(const TimeBound& bound, FederateHandle except,
                           std::optional<TimeBound> Promise::*known) const {
  return std::ranges::all_of(promises_, [&](const auto& entry) {
    const auto& [federate, promise] = entry;
    if (federate == except) return true;
    return promise.*known && core::compare(type_, *(promise.*known), bound) >= 0;
  });
}

void Regulators::hold_together(const std::optional<TimeBound>& own) {
  const bool nobody_waits = std::ranges::none_of(
      promises_, [](const auto& entry) { return entry.second.conditional.has_value(); });
  if (nobody_waits) return;  // the least of the bounds raises none of them
  std::optional<TimeBound> all = own;
  for (const auto& [federate, promise] : promises_) {
    if (!promise.bound && TRIAD_DEFECT(unreported_regulator_left_out)) continue;
    if (!promise.bound) return;
    const TimeBound& bound = promise.conditional
                                 ? greatest(type_, *promise.conditional, *promise.bound)
                                 : *promise.bound;
    all = all ? least(type_, *all, bound) : bound;
  }
  if (all) hold_together_at(*all);
}

void Regulators::hold_together_at(const TimeBound& least) {
  for (auto& [federate, promise] : promises_) {
    if (promise.bound) promise.bound = greatest(type_, *promise.bound, least);
  }
}

std::optional<TimeBound> Regulators::lbts() const {
  const TimeBound* least = nullptr;
  for (const auto& [federate, promise] : promises_) {
    if (!promise.bound) return std::nullopt;
    if (least == nullptr || compare(type_, *promise.bound, *least) < 0) least = &*promise.bound;
  }
  return least != nullptr ? *least : TimeBound{type_.infinity(), true};
}

std::vector<Regulators::FederateHandle> Regulators::slowest() const {
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
