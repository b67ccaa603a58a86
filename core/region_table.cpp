#include "core/region_table.hpp"

#include <utility>

namespace triad::core {

namespace {

// Visits what is in one of two sorted ranges alone.
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

bool RegionTable::insert(RegionHandle handle, Region region) {
  Entry entry;
  entry.region = std::move(region);
  return entries_.try_emplace(handle, std::move(entry)).second;
}

RegionTable::SpaceIndex& RegionTable::index_of(const Region& region) {
  return indices_.try_emplace(region.space, region.dimensions).first->second;
}

RegionTable::Handles RegionTable::overlapping(RegionHandle handle, const Region& region,
                                              const RegionIndex& among) const {
  Handles found;
  for (const RegionHandle other : among.candidates(region)) {
    const bool matched = wire::creator_of(other) != wire::creator_of(handle) &&
                         overlap(region, entries_.at(other).region);
    if (matched) found.insert(found.end(), other);
  }
  return found;
}

std::vector<OverlapChange> RegionTable::modify(RegionHandle handle,
                                               std::vector<wire::Range> ranges) {
  std::vector<OverlapChange> changes;
  Entry& entry = entries_.at(handle);
  SpaceIndex& index = index_of(entry.region);
  if (entry.updates) index.updates.erase(handle, entry.region);
  if (entry.subscribes) index.subscriptions.erase(handle, entry.region);
  entry.region.ranges = std::move(ranges);
  if (entry.updates) {
    index.updates.insert(handle, entry.region);
    Handles now = overlapping(handle, entry.region, index.subscriptions);
    for_each_difference(entry.matched_subscriptions, now, [&](RegionHandle other, bool begins) {
      changes.push_back({handle, other});
      Handles& back = entries_.at(other).matched_updates;
      if (begins) {
        back.insert(handle);
      } else {
        back.erase(handle);
      }
    });
    entry.matched_subscriptions = std::move(now);
  }
  if (entry.subscribes) {
    index.subscriptions.insert(handle, entry.region);
    Handles now = overlapping(handle, entry.region, index.updates);
    for_each_difference(entry.matched_updates, now, [&](RegionHandle other, bool begins) {
      changes.push_back({other, handle});
      Handles& back = entries_.at(other).matched_subscriptions;
      if (begins) {
        back.insert(handle);
      } else {
        back.erase(handle);
      }
    });
    entry.matched_updates = std::move(now);
  }
  return changes;
}

void RegionTable::use_for_updates(RegionHandle handle) {
  const auto at = entries_.find(handle);
  if (at == entries_.end() || std::exchange(at->second.updates, true)) return;
  Entry& entry = at->second;
  SpaceIndex& index = index_of(entry.region);
  index.updates.insert(handle, entry.region);
  entry.matched_subscriptions = overlapping(handle, entry.region, index.subscriptions);
  for (const RegionHandle other : entry.matched_subscriptions) {
    entries_.at(other).matched_updates.insert(handle);
  }
}

void RegionTable::use_for_subscriptions(RegionHandle handle) {
  const auto at = entries_.find(handle);
  if (at == entries_.end() || std::exchange(at->second.subscribes, true)) return;
  Entry& entry = at->second;
  SpaceIndex& index = index_of(entry.region);
  index.subscriptions.insert(handle, entry.region);
  entry.matched_updates = overlapping(handle, entry.region, index.updates);
  for (const RegionHandle other : entry.matched_updates) {
    entries_.at(other).matched_subscriptions.insert(handle);
  }
}

void RegionTable::erase(RegionHandle handle) {
  const auto at = entries_.find(handle);
  if (at == entries_.end()) return;
  const Entry& entry = at->second;
  SpaceIndex& index = index_of(entry.region);
  if (entry.updates) index.updates.erase(handle, entry.region);
  if (entry.subscribes) index.subscriptions.erase(handle, entry.region);
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

void RegionTable::note_object(RegionHandle handle, ObjectHandle object) {
  if (const auto at = entries_.find(handle); at != entries_.end()) {
    at->second.objects.insert(object);
  }
}

void RegionTable::forget_object(RegionHandle handle, ObjectHandle object) {
  if (const auto at = entries_.find(handle); at != entries_.end()) at->second.objects.erase(object);
}

const std::set<ObjectHandle>& RegionTable::objects(RegionHandle handle) const {
  static const std::set<ObjectHandle> kNone;
  const auto at = entries_.find(handle);
  return at == entries_.end() ? kNone : at->second.objects;
}

}  // namespace triad::core
