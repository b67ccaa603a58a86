#include "core/wake_ups.hpp"

namespace triad::core {

void WakeUps::waits_for(FederateHandle waiter, const std::optional<TimeBound>& bound) {
  if (!bound) {
    waiting_.erase(waiter);
    return;
  }
  // Members often report in the same order, so the entry after the last one is tried first.
  if (next_ >= waiting_.size() || waiting_.nth(next_)->first != waiter) {
    next_ = waiting_.index_of(waiting_.try_emplace(waiter).first);
  }
  waiting_.nth(next_++)->second = *bound;
}

void WakeUps::noted(const TimeBound& promise) {
  promise_ = promise;
  must_recompute_ = true;
}

void WakeUps::recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                        Federates& woken) {
  select(wakes_all || !all_read, constrained, woken);
  settled();
}

void WakeUps::settled() {
  must_recompute_ = false;
  told_ = promise_;
}

// Skips members that an earlier promise has woken for the same bound.
void WakeUps::select(bool wakes_all, std::span<const FederateHandle> constrained,
                     Federates& woken) {
  if (wakes_all) {
    woken.insert(woken.end(), constrained.begin(), constrained.end());
    return;
  }
  const Regulators::Least known = others_.least_known();
  std::optional<Regulators::Least> promised;
  const auto told = [&](const TimeBound& wanted, FederateHandle waiter) {
    if (!is_told(wanted)) return false;
    if (!promised) promised = others_.least_promised();
    return promised->reaches(wanted, waiter);
  };
  auto at = waiting_.begin();
  for (const FederateHandle federate : constrained) {
    while (at != waiting_.end() && at->first < federate) ++at;
    if (at != waiting_.end() && at->first == federate) {
      const TimeBound& wanted = at->second;
      if (compare(type_, promise_, wanted) < 0 || !known.reaches(wanted, federate)) continue;
      if (told(wanted, federate)) continue;
    }
    woken.push_back(federate);
  }
}

bool WakeUps::is_told(const TimeBound& wanted) const {
  return told_ && compare(type_, *told_, promise_) <= 0 && compare(type_, *told_, wanted) >= 0;
}

}  // namespace triad::core
