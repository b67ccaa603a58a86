// Describes regions as cells of a grid (wire::Cell), for filters that know nothing of routing
// spaces. Regions that overlap have cells that overlap. Only the first two dimensions of a space
// count. Bounds are mapped to 30 bits in ascending order: exactly up to 2^25, by their leading bits
// above.
//
// The grid has cells of every size, and a large cell overlaps all cells within it. So two regions
// may be described by different numbers of cells; more cells fit more closely.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/object_model.hpp"
#include "core/region.hpp"
#include "records/cell_set.hpp"

namespace triad::core {

using records::CellSet;
using wire::Cell;

// Returns cells that cover the region, from one to `cells_max` per extent. Returns none if no
// bounds have been notified, because such a region overlaps nothing.
std::vector<Cell> cells_of(const Region& region, std::size_t cells_max = kCellsOfExtent);

// Returns at most `cells_max` larger cells that cover the same area.
std::vector<Cell> coarser_cells(std::vector<Cell> cells, std::size_t cells_max);

}  // namespace triad::core
