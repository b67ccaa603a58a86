// Regions as cells of a grid (wire::Cell), for filters that know nothing of routing spaces: regions
// that overlap have cells that overlap. The first two dimensions of a space count; a bound is
// mapped to 30 bits, exactly up to 2^25 and by its leading bits beyond, in ascending order.
//
// The grid has cells of every size, and a large one overlaps all that lie in it. So it does not
// matter whether two regions are described by as many cells; the more, the closer they fit.
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

// Cells that cover the region, so many at most for an extent; at least one. None: it has not been
// notified, and overlaps nothing.
std::vector<Cell> cells_of(const Region& region, std::size_t cells_max = kCellsOfExtent);

// Larger cells, so many at most, that cover the same.
std::vector<Cell> fewer_cells(std::vector<Cell> cells, std::size_t cells_max);

}  // namespace triad::core
