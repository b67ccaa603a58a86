// Regions as cells of a grid (wire::Cell), for filters that know nothing of routing spaces: regions
// that overlap have cells that overlap. The first two dimensions of a space count; a bound is
// mapped to 30 bits, exactly up to 2^25 and by its leading bits beyond, in ascending order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/region.hpp"
#include "records/cell_set.hpp"

namespace triad::core {

using records::CellSet;
using wire::Cell;

// Of an extent.
inline constexpr std::size_t kCellsOfExtentMax = 4;

// Cells that cover the region, so many at most for each extent. None: it has not been notified, and
// overlaps nothing.
std::vector<Cell> cells_of(const Region& region);

// The same for a header; none also where they are too many for one.
wire::Cells header_cells(std::span<const Cell> cells);

}  // namespace triad::core
