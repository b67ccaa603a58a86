// Joint interest of several members. Routers send a sender this sum instead of each member's
// interest. A federate's record that passes the interest of a counted member also passes the sum
// (records/header_filter.hpp); the converse need not hold. Pure: from a member's change it
// computes the change of the sum.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <vector>

#include "router/interest_digest.hpp"
#include "router/interest_owner.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::router {

class InterestSum {
 public:
  // Sets the sum of the interest in `each` of all owners for which counts(owner) is true.
  // Clears the changes.
  template <class Counts>
  void begin(const InterestFilter& each, Counts&& counts) {
    begin(each, counts, [](wire::InterestKey) { return true; });
  }
  // Does the same for keys for which concerns(key) is true.
  template <class Counts, class Concerns>
  void begin(const InterestFilter& each, Counts&& counts, Concerns&& concerns);
  void clear() { *this = {}; }

  // Recomputes the entry of the key after a counted owner's interest in it has changed.
  template <class Counts>
  void update_entry(const InterestFilter& each, wire::InterestKey key, Counts&& counts) {
    set_entry(sum_of(each, key, counts, nullptr, nullptr));
  }
  // Does the same if only the interest of `changed` differs since the last call. Stops at the first
  // owners that add up to the former entry.
  template <class Counts>
  void update_entry_of(const InterestOwner& changed, const InterestFilter& each,
                       wire::InterestKey key, Counts&& counts) {
    const auto at = entries_.find(key);
    set_entry(sum_of(each, key, counts, at == entries_.end() ? nullptr : &at->second, &changed));
  }
  // Apply changes of counted owners' cells.
  void add_cells(wire::InterestKey set, std::span<const wire::Cell> cells);
  void remove_cells(wire::InterestKey set, std::span<const wire::Cell> cells);

  // Returns the changes since the last call.
  wire::InterestChanged take_changes();
  // Returns the complete sum.
  wire::InterestChanged complete_interest() const;
  InterestDigest digest() const { return digest_; }

 private:
  template <class Counts>
  static wire::InterestEntry sum_of(const InterestFilter& each, wire::InterestKey key,
                                    Counts&& counts, const wire::InterestEntry* before,
                                    const InterestOwner* changed);
  // Replaces the sum for a key, and records the change if there is one.
  void set_entry(wire::InterestEntry sum);
  wire::CellsChanged& changes_of(wire::InterestKey set) { return changed_cells_[set]; }

  std::map<wire::InterestKey, wire::InterestEntry> entries_;  // only nonempty entries
  std::map<wire::InterestKey, records::CellSet> cells_;       // with the number of owners for each
  std::vector<wire::InterestEntry> changed_entries_;
  std::map<wire::InterestKey, wire::CellsChanged> changed_cells_;
  InterestDigest digest_ = 0;
};

inline bool is_empty(const wire::InterestChanged& changed) {
  return changed.entries.empty() && changed.cells.empty();
}

template <class Counts, class Concerns>
void InterestSum::begin(const InterestFilter& each, Counts&& counts, Concerns&& concerns) {
  clear();
  for (wire::InterestKey key = 0; key < each.keys_end(); ++key) {
    if (concerns(key)) update_entry(each, key, counts);
  }
  each.for_each_cell_set(
      [&](const InterestOwner& owner, wire::InterestKey set, const records::CellSet& cells) {
        if (!counts(owner)) return;
        cells.for_each([&](wire::Cell cell, std::uint32_t times) {
          for (std::uint32_t i = 0; i < times; ++i) add_cells(set, std::span(&cell, 1));
        });
      });
  changed_entries_.clear();
  changed_cells_.clear();
}

template <class Counts>
wire::InterestEntry InterestSum::sum_of(const InterestFilter& each, wire::InterestKey key,
                                        Counts&& counts, const wire::InterestEntry* before,
                                        const InterestOwner* changed) {
  wire::InterestEntry sum{key, 0, 0, {}};
  const auto add = [&](const InterestFilter::Subscriber& subscriber) {
    if (!counts(subscriber.owner)) return;
    sum.mask |= subscriber.mask;
    sum.mask_without_region |= subscriber.mask_without_region;
    for (const auto& [set, cells] : subscriber.cells) {
      if (sum.cell_sets.size() > wire::kCellSetsMax) break;
      const auto at = std::ranges::lower_bound(sum.cell_sets, set);
      if (at == sum.cell_sets.end() || *at != set) sum.cell_sets.insert(at, set);
    }
  };
  const auto has_all_of_before = [&] {
    return before != nullptr && (before->mask & ~sum.mask) == 0 &&
           (before->mask_without_region & ~sum.mask_without_region) == 0 &&
           std::ranges::includes(sum.cell_sets, before->cell_sets);
  };
  const auto subscribers = each.subscribers(key);
  if (before != nullptr) {
    const auto at =
        std::ranges::lower_bound(subscribers, *changed, {}, &InterestFilter::Subscriber::owner);
    if (at != subscribers.end() && at->owner == *changed) add(*at);
  }
  for (const auto& subscriber : subscribers) {
    if (has_all_of_before()) break;
    add(subscriber);
  }
  if (sum.cell_sets.size() > wire::kCellSetsMax) {
    sum.mask_without_region = sum.mask;
    sum.cell_sets.clear();
  }
  return sum;
}

}  // namespace triad::router
