// Finds the regions of one routing space that may overlap a given one: an R-tree over their
// extents. Called by RegionTable alone; knows nothing of who uses a region for what.
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
  // `region` as it was inserted.
  void erase(RegionHandle handle, const Region& region);
  // All that overlap it are among them; ascending, each once.
  std::vector<RegionHandle> candidates(const Region& region) const;

 private:
  class Tree;
  template <std::size_t N>
  class TreeOf;
  std::unique_ptr<Tree> tree_;
};

}  // namespace triad::core
