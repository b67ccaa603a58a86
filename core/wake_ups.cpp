#include "core/wake_ups.hpp"

namespace triad::core {

void WakeUps::waits_for(FederateHandle waiter, const std::optional<TimeBound>& bound) {
  if (bound) {
    waiting_.insert_or_assign(waiter, *bound);
  } else {
    waiting_.erase(waiter);
  }
}

void WakeUps::promise(const TimeBound& promise, bool wakes_all,
                      std::span<const FederateHandle> constrained, Federates& woken) {
  promise_ = promise;
  unpublished_ = true;
  const std::size_t before = woken.size();
  select(wakes_all, constrained, woken);
  left_asleep_ = left_asleep_ || woken.size() - before != constrained.size();
}

void WakeUps::published(bool all_read) {
  unpublished_ = false;
  if (!left_asleep_ || all_read) return settled();
  left_asleep_ = false;
  must_recompute_ = true;
}

// By what was published before the last look. Another promise may have followed from what was read,
// and says itself when it is published.
void WakeUps::recompute(bool wakes_all, bool all_read, std::span<const FederateHandle> constrained,
                        Federates& woken) {
  must_recompute_ = false;
  const bool everybody = !all_read || ++recomputations_ == kRecomputationsMax;
  select(wakes_all || everybody, constrained, woken);
  if (everybody) {
    left_asleep_ = false;
    recomputations_ = 0;
  }
  if (!unpublished_) settled();
}

void WakeUps::settled() {
  left_asleep_ = false;
  recomputations_ = 0;
  told_ = promise_;
}

void WakeUps::select(bool wakes_all, std::span<const FederateHandle> constrained,
                     Federates& woken) {
  for (const FederateHandle federate : constrained) {
    if (wakes_all || wakes(federate)) woken.push_back(federate);
  }
}

// Not again for what an earlier promise has woken it for.
bool WakeUps::wakes(FederateHandle waiter) const {
  const auto at = waiting_.find(waiter);
  if (at == waiting_.end()) return true;
  const TimeBound& wanted = at->second;
  if (compare(type_, promise_, wanted) < 0 || !others_.reach(wanted, waiter)) return false;
  const bool told = told_ && compare(type_, *told_, promise_) <= 0 &&
                    compare(type_, *told_, wanted) >= 0 && others_.promised(wanted, waiter);
  return !told;
}

}  // namespace triad::core
