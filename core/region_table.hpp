// All regions of a federation and their overlaps: for every region used for updates the overlapping
// regions used for subscriptions, and the reverse. A modification costs two searches in an R-tree
// and the update of the overlaps that change. Regions of one federate are not matched with each
// other, because a federate does not receive its own data.
//
// A region's cells are cells of a grid that cover it, for filters that know nothing of routing
// spaces (region_cells.hpp). Part of Federation, which states the use of each region.
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

// A region used for updates begins or ceases to overlap a region used for subscriptions.
struct OverlapChange {
  RegionHandle updates;
  RegionHandle subscription;
};

class RegionTable {
 public:
  const Region* find(RegionHandle handle) const;
  // Returns the region if this member created it, otherwise null.
  const Region* find_of(wire::FederateHandle creator, RegionHandle handle) const {
    return wire::creator_of(handle) == creator ? find(handle) : nullptr;
  }
  std::size_t size() const { return entries_.size(); }
  // Returns the cells of the region, or none if there is no such region.
  std::span<const Cell> cells(RegionHandle handle) const;
  // Returns at most as many cells as fit into a header. They cover the whole region.
  wire::Cells header_cells(RegionHandle handle) const;
  // Calls visit(handle, region) for each region of the creator, in ascending order of handles.
  template <class Visit>
  void for_each_of(wire::FederateHandle creator, Visit&& visit) const {
    for (auto at = entries_.lower_bound(wire::region_of(creator, 0));
         at != entries_.end() && wire::creator_of(at->first) == creator; ++at) {
      visit(at->first, at->second.region);
    }
  }

  // Adds a region with at most `cells_of_extent` cells for each extent. Returns false if the handle
  // is in use.
  bool insert(RegionHandle handle, Region region, std::size_t cells_of_extent = kCellsOfExtent);
  void erase(RegionHandle handle);
  // Sets the bounds and returns the changed overlaps. The region must exist, and `ranges` must fit
  // it.
  std::vector<OverlapChange> modify(RegionHandle handle, std::vector<wire::Range> ranges);

  // Declares a use of the region. It counts until the region is erased.
  void use_for_updates(RegionHandle handle);
  void use_for_subscriptions(RegionHandle handle);
  // Returns the overlapping regions of the other use, in ascending order. Valid until a region or a
  // use changes.
  std::span<const RegionHandle> subscriptions_overlapping(RegionHandle updates) const;
  std::span<const RegionHandle> updates_overlapping(RegionHandle subscription) const;

  // Add or remove an instance of this update region, or return all of them. An instance may remain
  // after its attributes use other regions.
  void add_object(RegionHandle handle, ObjectHandle object);
  void remove_object(RegionHandle handle, ObjectHandle object);
  const std::set<ObjectHandle>& objects(RegionHandle handle) const;

 private:
  using Handles = boost::container::flat_set<RegionHandle>;
  struct Entry {
    void update_cells();

    Region region;
    std::size_t cells_of_extent = kCellsOfExtent;
    std::vector<Cell> cells;
    std::vector<Cell> coarse_cells;  // for headers; filled if `cells` has too many
    bool is_used_for_updates = false;
    bool is_used_for_subscriptions = false;
    Handles matched_subscriptions;
    Handles matched_updates;
    std::set<ObjectHandle> objects;
  };
  struct SpaceIndex {
    explicit SpaceIndex(std::size_t dimensions) : updates(dimensions), subscriptions(dimensions) {}
    RegionIndex updates;
    RegionIndex subscriptions;
  };

  // One of the two uses of regions: its members of Entry and of SpaceIndex.
  struct Use;

  SpaceIndex& index_of(const Region& region);
  Handles find_overlapping(RegionHandle handle, const Region& region,
                           const RegionIndex& index) const;
  void update_matches(RegionHandle handle, Entry& entry, const Use& use,
                      std::vector<OverlapChange>& changes);
  void begin_use(RegionHandle handle, const Use& use);

  std::map<RegionHandle, Entry> entries_;
  std::map<SpaceHandle, SpaceIndex> indices_;
};

}  // namespace triad::core
