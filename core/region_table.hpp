// All regions of a federation and which of them overlap: for every region used for updates the
// regions used for subscriptions that it overlaps, and the other way round. Kept up to date with
// each modification at the cost of two searches in an R-tree and of the overlaps that change.
// Regions of one federate are not matched with each other: nobody is sent what it sent itself.
//
// Part of Federation, which says what a region is used for.
#pragma once

#include <boost/container/flat_set.hpp>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "core/region.hpp"
#include "core/region_cells.hpp"
#include "core/region_index.hpp"

namespace triad::core {

using wire::ObjectHandle;

// A region used for updates has begun or ceased to overlap one used for subscriptions.
struct OverlapChange {
  RegionHandle updates;
  RegionHandle subscription;
};

class RegionTable {
 public:
  const Region* find(RegionHandle handle) const;
  std::size_t size() const { return entries_.size(); }
  // As region_cells.hpp has it; none where there is no such region.
  std::span<const Cell> cells(RegionHandle handle) const;
  // As many of them as fit into a header.
  wire::Cells header_cells(RegionHandle handle) const;
  // Visits handle and Region of those that it created, in ascending order of handles.
  template <class Visit>
  void for_each_of(wire::FederateHandle creator, Visit&& visit) const {
    for (auto at = entries_.lower_bound(wire::region_of(creator, 0));
         at != entries_.end() && wire::creator_of(at->first) == creator; ++at) {
      visit(at->first, at->second.region);
    }
  }

  // False when there is a region of that handle already.
  bool insert(RegionHandle handle, Region region, std::size_t cells_of_extent = kCellsOfExtent);
  void erase(RegionHandle handle);
  // `ranges` fit the region.
  std::vector<OverlapChange> modify(RegionHandle handle, std::vector<wire::Range> ranges);

  // A use once made known is reckoned with until the region ends.
  void use_for_updates(RegionHandle handle);
  void use_for_subscriptions(RegionHandle handle);
  // Of a region that is used for updates, or for subscriptions; ascending. Valid until a region or
  // a use changes.
  std::span<const RegionHandle> subscriptions_overlapping(RegionHandle updates) const;
  std::span<const RegionHandle> updates_overlapping(RegionHandle subscription) const;

  // The instances with an attribute whose update region it is or has been.
  void note_object(RegionHandle handle, ObjectHandle object);
  void forget_object(RegionHandle handle, ObjectHandle object);
  const std::set<ObjectHandle>& objects(RegionHandle handle) const;

 private:
  using Handles = boost::container::flat_set<RegionHandle>;
  struct Entry {
    void find_cells();

    Region region;
    std::size_t cells_of_extent = kCellsOfExtent;
    std::vector<Cell> cells;
    std::vector<Cell> fewer;  // for headers, where there are too many for one
    bool updates = false;
    bool subscribes = false;
    Handles matched_subscriptions;
    Handles matched_updates;
    std::set<ObjectHandle> objects;
  };
  struct SpaceIndex {
    explicit SpaceIndex(std::size_t dimensions) : updates(dimensions), subscriptions(dimensions) {}
    RegionIndex updates;
    RegionIndex subscriptions;
  };

  struct Use;

  SpaceIndex& index_of(const Region& region);
  Handles overlapping(RegionHandle handle, const Region& region, const RegionIndex& among) const;
  void match_anew(RegionHandle handle, Entry& entry, const Use& use,
                  std::vector<OverlapChange>& changes);
  void begin_use(RegionHandle handle, const Use& use);

  std::map<RegionHandle, Entry> entries_;
  std::map<SpaceHandle, SpaceIndex> indices_;
};

}  // namespace triad::core
