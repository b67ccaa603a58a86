// Regions as cells of a grid (wire::Cell), for filters that know nothing of routing spaces: regions
// that overlap have cells that overlap. The first two dimensions of a space count; a bound is
// mapped to 30 bits, exactly up to 2^25 and by its leading bits beyond, in ascending order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/region.hpp"
#include "wire/interest.hpp"

namespace triad::core {

using wire::Cell;

// Cells that cover the region, four at most for an extent. None: it has not been notified, and
// overlaps nothing.
std::vector<Cell> cells_of(const Region& region);

// The same for a header; none also where they are too many for one.
wire::Cells header_cells(std::span<const Cell> cells);

// The cells of all regions of a subscription, each as often as it is there.
class CellSet {
 public:
  void add(std::span<const Cell> cells);
  void remove(std::span<const Cell> cells);
  bool overlaps(std::span<const Cell> cells) const;

 private:
  static constexpr std::size_t kLevels = 31;

  bool overlaps(Cell cell) const;

  std::map<Cell, std::uint32_t> cells_;
  std::array<std::uint32_t, kLevels> at_level_{};  // how many have a side of 2 to that power
};

}  // namespace triad::core
