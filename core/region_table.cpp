#include "core/region_table.hpp"

#include <utility>

namespace triad::core {

namespace {

// Visits the elements that are in only one of two sorted ranges; the flag is true for the second
// range.
template <class Handles, class Visit>
void for_each_difference(const Handles& a, const Handles& b, Visit&& visit) {
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && *left < *right)) {
      visit(*left++, false);
    } else if (left == a.end() || *right < *left) {
      visit(*right++, true);
    } else {
      ++left;
      ++right;
    }
  }
}

}  // namespace

const Region* RegionTable::find(RegionHandle handle) const {
  const auto at = entries_.find(handle);
  return at == entries_.end() ? nullptr : &at->second.region;
}

bool RegionTable::insert(RegionHandle handle, Region region, std::size_t cells_of_extent) {
  Entry entry;
  entry.region = std::move(region);
  entry.cells_of_extent = cells_of_extent;
  entry.update_cells();
  return entries_.try_emplace(handle, std::move(entry)).second;
}

void RegionTable::Entry::update_cells() {
  cells = cells_of(region, cells_of_extent);
  coarse_cells.clear();
  if (cells.size() > wire::kCellsMax) coarse_cells = coarser_cells(cells, wire::kCellsMax);
}

std::span<const Cell> RegionTable::cells(RegionHandle handle) const {
  const auto at = entries_.find(handle);
  return at == entries_.end() ? std::span<const Cell>() : std::span<const Cell>(at->second.cells);
}

wire::Cells RegionTable::header_cells(RegionHandle handle) const {
  const auto at = entries_.find(handle);
  if (at == entries_.end()) return {};
  const auto& cells = at->second.coarse_cells.empty() ? at->second.cells : at->second.coarse_cells;
  return {cells.begin(), cells.end()};
}

RegionTable::SpaceIndex& RegionTable::index_of(const Region& region) {
  return indices_.try_emplace(region.space, region.dimensions).first->second;
}

RegionTable::Handles RegionTable::find_overlapping(RegionHandle handle, const Region& region,
                                                   const RegionIndex& index) const {
  Handles found;
  for (const RegionHandle other : index.candidates(region)) {
    const bool matched = wire::creator_of(other) != wire::creator_of(handle) &&
                         overlap(region, entries_.at(other).region);
    if (matched) found.insert(found.end(), other);
  }
  return found;
}

// A use of regions: its index, and its matches with regions of the other use.
struct RegionTable::Use {
  bool Entry::*is_used;
  RegionIndex SpaceIndex::*index;
  Handles Entry::*matched;
  bool is_for_updates;  // true: updates; false: subscriptions

  Use other() const { return is_for_updates ? for_subscriptions() : for_updates(); }
  static Use for_updates() {
    return {&Entry::is_used_for_updates, &SpaceIndex::updates, &Entry::matched_subscriptions, true};
  }
  static Use for_subscriptions() {
    return {&Entry::is_used_for_subscriptions, &SpaceIndex::subscriptions, &Entry::matched_updates,
            false};
  }
};

std::vector<OverlapChange> RegionTable::modify(RegionHandle handle,
                                               std::vector<wire::Range> ranges) {
  std::vector<OverlapChange> changes;
  Entry& entry = entries_.at(handle);
  SpaceIndex& index = index_of(entry.region);
  if (entry.is_used_for_updates) index.updates.erase(handle, entry.region);
  if (entry.is_used_for_subscriptions) index.subscriptions.erase(handle, entry.region);
  entry.region.ranges = std::move(ranges);
  entry.update_cells();
  for (const Use& use : {Use::for_updates(), Use::for_subscriptions()}) {
    if (entry.*use.is_used) update_matches(handle, entry, use, changes);
  }
  return changes;
}

void RegionTable::update_matches(RegionHandle handle, Entry& entry, const Use& use,
                                 std::vector<OverlapChange>& changes) {
  SpaceIndex& index = index_of(entry.region);
  const Use others = use.other();
  (index.*use.index).insert(handle, entry.region);
  Handles overlapping_now = find_overlapping(handle, entry.region, index.*others.index);
  for_each_difference(entry.*use.matched, overlapping_now, [&](RegionHandle other, bool is_new) {
    changes.push_back(use.is_for_updates ? OverlapChange{handle, other}
                                         : OverlapChange{other, handle});
    Handles& back = entries_.at(other).*others.matched;
    if (is_new) {
      back.insert(handle);
    } else {
      back.erase(handle);
    }
  });
  entry.*use.matched = std::move(overlapping_now);
}

void RegionTable::begin_use(RegionHandle handle, const Use& use) {
  const auto at = entries_.find(handle);
  if (at == entries_.end() || std::exchange(at->second.*use.is_used, true)) return;
  std::vector<OverlapChange> changes;  // not returned: all overlaps begin, as the caller knows
  update_matches(handle, at->second, use, changes);
}

void RegionTable::use_for_updates(RegionHandle handle) {
  begin_use(handle, Use::for_updates());
}

void RegionTable::use_for_subscriptions(RegionHandle handle) {
  begin_use(handle, Use::for_subscriptions());
}

void RegionTable::erase(RegionHandle handle) {
  const auto at = entries_.find(handle);
  if (at == entries_.end()) return;
  const Entry& entry = at->second;
  SpaceIndex& index = index_of(entry.region);
  if (entry.is_used_for_updates) index.updates.erase(handle, entry.region);
  if (entry.is_used_for_subscriptions) index.subscriptions.erase(handle, entry.region);
  for (const RegionHandle other : entry.matched_subscriptions) {
    entries_.at(other).matched_updates.erase(handle);
  }
  for (const RegionHandle other : entry.matched_updates) {
    entries_.at(other).matched_subscriptions.erase(handle);
  }
  entries_.erase(at);
}

std::span<const RegionHandle> RegionTable::subscriptions_overlapping(RegionHandle updates) const {
  const auto at = entries_.find(updates);
  if (at == entries_.end()) return {};
  const Handles& found = at->second.matched_subscriptions;
  return {found.begin(), found.end()};
}

std::span<const RegionHandle> RegionTable::updates_overlapping(RegionHandle subscription) const {
  const auto at = entries_.find(subscription);
  if (at == entries_.end()) return {};
  const Handles& found = at->second.matched_updates;
  return {found.begin(), found.end()};
}

void RegionTable::add_object(RegionHandle handle, ObjectHandle object) {
  if (const auto at = entries_.find(handle); at != entries_.end()) {
    at->second.objects.insert(object);
  }
}

void RegionTable::remove_object(RegionHandle handle, ObjectHandle object) {
  if (const auto at = entries_.find(handle); at != entries_.end()) at->second.objects.erase(object);
}

const std::set<ObjectHandle>& RegionTable::objects(RegionHandle handle) const {
  static const std::set<ObjectHandle> kNone;
  const auto at = entries_.find(handle);
  return at == entries_.end() ? kNone : at->second.objects;
}

}  // namespace triad::core
