#include "router/stated_filter.hpp"

#include <algorithm>
#include <string>

template class triad::records::HeaderFilterOf<triad::router::InterestOwner>;

namespace triad::router {

Fault StatedFilter::check(const InterestOwner& by, const wire::InterestChanged& changed) const {
  if (auto fault = check_size(by, changed)) return fault;
  const auto is_key = [&](wire::InterestKey key) { return key > 0 && key < limits_.keys_end; };
  for (const wire::InterestEntry& entry : changed.entries) {
    if (!is_key(entry.key) || !std::ranges::all_of(entry.cell_sets, is_key)) {
      return "an interest in an unknown class";
    }
    if (entry.cell_sets.size() > wire::kCellSetsMax) {
      return "an interest with more sets of cells than " + std::to_string(wire::kCellSetsMax);
    }
    if ((entry.mask_without_region & ~entry.mask) != 0)
      return "an interest that contradicts itself";
  }
  for (const wire::CellsChanged& set : changed.cells) {
    if (!is_key(set.set)) return "cells of an unknown class";
    if (!std::ranges::all_of(set.added, records::CellSet::is_cell)) {
      return "an invalid cell number";
    }
    if (changed.replaces_earlier && !set.removed.empty())
      return "the end of an interest that it did not have";
  }
  return {};
}

// Before anything that takes long where there is much.
Fault StatedFilter::check_size(const InterestOwner& by,
                               const wire::InterestChanged& changed) const {
  const std::size_t keys = 2 * std::size_t{limits_.keys_end};
  if (changed.entries.size() > keys) return "more interests than there are classes";
  if (changed.cells.size() > keys) return "more sets of cells than there are classes";
  const bool is_sum = !by.is_member();
  const std::size_t most = is_sum ? kSumCellsMax : limits_.cells_max;
  const auto had = stated_.find(by);
  const bool is_all = changed.after_restore || changed.replaces_earlier;
  std::size_t added = 0;
  for (const wire::CellsChanged& set : changed.cells) added += set.added.size();
  const std::size_t cells = had == stated_.end() || is_all ? 0 : had->second.cells;
  if (cells + added > most) {
    return "an interest in more cells than " + std::to_string(most);
  }
  if (is_sum && added > kSumCellsAtOnceMax) {
    return "more cells at once than " + std::to_string(kSumCellsAtOnceMax);
  }
  return {};
}

wire::InterestChanged StatedFilter::complete_interest(const InterestOwner& owner) const {
  wire::InterestChanged whole;
  for (const wire::InterestKey key : filter_.keys_of(owner)) {
    whole.entries.push_back(filter_.entry(owner, key));
  }
  filter_.for_each_cell_set_of(owner, [&](wire::InterestKey set, const records::CellSet& cells) {
    wire::CellsChanged& added = whole.cells.emplace_back();
    added.set = set;
    cells.for_each([&](wire::Cell cell, std::uint32_t times) {
      added.added.insert(added.added.end(), times, cell);
    });
  });
  return whole;
}

}  // namespace triad::router
