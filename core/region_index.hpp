// R-tree over the extents of the regions of one routing space. Finds the regions that may overlap a
// given one. Used only by RegionTable; does not know the use of a region.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/region.hpp"

namespace triad::core {

class RegionIndex {
 public:
  explicit RegionIndex(std::size_t dimensions);
  ~RegionIndex();
  RegionIndex(RegionIndex&&) noexcept;
  RegionIndex& operator=(RegionIndex&&) noexcept;

  void insert(RegionHandle handle, const Region& region);
  // Removes a region. `region` must be as it was inserted.
  void erase(RegionHandle handle, const Region& region);
  // Returns a superset of the regions that overlap, in ascending order without duplicates.
  std::vector<RegionHandle> candidates(const Region& region) const;

 private:
  class Tree;
  template <std::size_t N>
  class TreeOf;
  std::unique_ptr<Tree> tree_;
};

}  // namespace triad::core
