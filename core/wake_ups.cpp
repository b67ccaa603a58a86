#include "core/wake_ups.hpp"

namespace triad::core {

void WakeUps::record_wait(FederateHandle waiter, const std::optional<TimeBound>& bound) {
  if (!bound) {
    waiting_.erase(waiter);
    return;
  }
  // Members often report in the same order, so the entry after the last one is tried first.
  if (next_index_ >= waiting_.size() || waiting_.nth(next_index_)->first != waiter) {
    next_index_ = waiting_.index_of(waiting_.try_emplace(waiter).first);
  }
  waiting_.nth(next_index_++)->second = *bound;
}

void WakeUps::record_note_published(const TimeBound& promise) {
  promise_ = promise;
  must_recompute_ = true;
}

void WakeUps::recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                        Federates& woken) {
  select_members(wakes_all || !all_read, constrained, woken);
  finish_promise();
}

void WakeUps::finish_promise() {
  must_recompute_ = false;
  last_wake_promise_ = promise_;
}

// Skips members that an earlier promise has woken for the same bound.
void WakeUps::select_members(bool wakes_all, std::span<const FederateHandle> constrained,
                             Federates& woken) {
  if (wakes_all) {
    woken.insert(woken.end(), constrained.begin(), constrained.end());
    return;
  }
  const Regulators::Least known = others_.least_known();
  std::optional<Regulators::Least> promised;
  const auto was_woken_before = [&](const TimeBound& wanted, FederateHandle waiter) {
    if (!was_woken_for(wanted)) return false;
    if (!promised) promised = others_.least_promised();
    return promised->reaches(wanted, waiter);
  };
  auto at = waiting_.begin();
  for (const FederateHandle federate : constrained) {
    while (at != waiting_.end() && at->first < federate) ++at;
    if (at != waiting_.end() && at->first == federate) {
      const TimeBound& wanted = at->second;
      if (compare(type_, promise_, wanted) < 0 || !known.reaches(wanted, federate)) continue;
      if (was_woken_before(wanted, federate)) continue;
    }
    woken.push_back(federate);
  }
}

bool WakeUps::was_woken_for(const TimeBound& wanted) const {
  return last_wake_promise_ && compare(type_, *last_wake_promise_, promise_) <= 0 &&
         compare(type_, *last_wake_promise_, wanted) >= 0;
}

}  // namespace triad::core
