#include "core/stalls.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace triad::core {

namespace {

using wire::FederateHandle;
using wire::FederateTimeStatus;

// Largest number of waiting federates that are followed from each federate. Chains are short, and
// federates beyond this limit would add nothing useful.
constexpr std::size_t kFollowedMax = 256;

const FederateTimeStatus* find(std::span<const FederateTimeStatus> federates,
                               FederateHandle federate) {
  const auto at = std::ranges::lower_bound(federates, federate, {}, &FederateTimeStatus::federate);
  return at == federates.end() || at->federate != federate ? nullptr : &*at;
}

std::vector<FederateHandle> blockers_of(std::span<const FederateTimeStatus> federates,
                                        const FederateTimeStatus& waiting) {
  std::set<FederateHandle> blockers;
  std::set<FederateHandle> followed{waiting.federate};
  std::vector<const FederateTimeStatus*> open{&waiting};
  while (!open.empty() && followed.size() <= kFollowedMax) {
    const FederateTimeStatus& next = *open.back();
    open.pop_back();
    for (const FederateHandle holder : next.told.held_by) {
      const FederateTimeStatus* const status = find(federates, holder);
      if (status == nullptr) continue;  // has left meanwhile
      if (!is_waiting_for_others(*status)) {
        blockers.insert(holder);
      } else if (followed.insert(holder).second) {
        open.push_back(status);
      }
    }
  }
  if (blockers.empty()) {
    for (const FederateHandle holder : waiting.told.held_by) {
      if (find(federates, holder) != nullptr) blockers.insert(holder);
    }
  }
  return {blockers.begin(), blockers.end()};
}

}  // namespace

bool is_waiting_for_others(const FederateTimeStatus& federate) {
  return federate.known && !federate.owes_answer && federate.told.waits;
}

std::uint64_t not_ticking_ms(const FederateTimeStatus& federate) {
  if (federate.owes_answer) return federate.silent_ms;
  const auto ms = federate.told.not_ticking_ms;
  return ms.value_or(0) == 0 ? 0 : *ms + federate.told_ms;
}

std::uint64_t outside_ms(const FederateTimeStatus& federate) {
  const auto ms = federate.told.outside_ms;
  return federate.owes_answer || ms.value_or(0) == 0 ? 0 : *ms + federate.told_ms;
}

std::vector<Stall> find_stalls(std::span<const FederateTimeStatus> federates) {
  std::map<std::vector<FederateHandle>, Stall> found;
  for (std::size_t i = 0; i < federates.size(); ++i) {
    const FederateTimeStatus& federate = federates[i];
    if (!is_waiting_for_others(federate)) continue;
    Stall& stall = found[blockers_of(federates, federate)];
    stall.waiting.push_back(i);
    const std::size_t named = federate.told.held_by.size();
    if (federate.told.holders > named) {
      stall.unnamed_blockers = std::max(stall.unnamed_blockers, federate.told.holders - named);
    }
  }
  std::vector<Stall> stalls;
  for (auto& [blockers, stall] : found) {
    stall.blockers = blockers;
    std::ranges::stable_sort(stall.waiting, std::ranges::greater(),
                             [&](std::size_t i) { return federates[i].told.in_state_ms; });
    stalls.push_back(std::move(stall));
  }
  std::ranges::stable_sort(stalls, std::ranges::greater(),
                           [](const Stall& stall) { return stall.waiting.size(); });
  return stalls;
}

}  // namespace triad::core
