#include "core/region_cells.hpp"

#include <algorithm>
#include <bit>

namespace triad::core {

namespace {

constexpr int kCoordinateBits = 30;
constexpr int kExactBits = 25;
constexpr Cell kWholePlane = Cell{1} << (2 * kCoordinateBits);

std::uint64_t coordinate(std::uint64_t bound) {
  if (bound < std::uint64_t{1} << kExactBits) return bound;
  const auto leading = static_cast<std::uint64_t>(std::bit_width(bound)) - 1;
  const std::uint64_t exponent = leading - kExactBits + 2;
  const std::uint64_t mantissa = bound >> (leading - kExactBits + 1);
  return (exponent << (kExactBits - 1)) + (mantissa - (std::uint64_t{1} << (kExactBits - 1)));
}

// Returns the bits of `value`, each followed by a zero bit.
std::uint64_t spread(std::uint64_t value) {
  value = (value | value << 16) & 0x0000ffff0000ffff;
  value = (value | value << 8) & 0x00ff00ff00ff00ff;
  value = (value | value << 4) & 0x0f0f0f0f0f0f0f0f;
  value = (value | value << 2) & 0x3333333333333333;
  return (value | value << 1) & 0x5555555555555555;
}

// First and last coordinate in the range. An empty range has its lower bound only.
struct Side {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

Side side_of(const wire::Range& range) {
  return {coordinate(range.lower),
          coordinate(range.upper > range.lower ? range.upper - 1 : range.lower)};
}

Cell cell_at(std::uint64_t x, std::uint64_t y, int level) {
  const std::uint64_t corner = spread(x) | spread(y) << 1;
  return (corner << 1 | 1) << (2 * level);
}

// Covers the sides with the smallest cells of equal size that do not exceed `cells_max`.
void cover(const Side& x, const Side& y, std::size_t cells_max, std::vector<Cell>& cells) {
  int level = 0;
  const auto extra_cells = [&](const Side& side) {
    return (side.last >> level) - (side.first >> level);
  };
  while (extra_cells(x) >= cells_max || extra_cells(y) >= cells_max ||
         (extra_cells(x) + 1) * (extra_cells(y) + 1) > cells_max) {
    ++level;
  }
  for (std::uint64_t column = x.first >> level; column <= x.last >> level; ++column) {
    for (std::uint64_t row = y.first >> level; row <= y.last >> level; ++row) {
      cells.push_back(cell_at(column, row, level));
    }
  }
}

void sort_unique(std::vector<Cell>& cells) {
  std::ranges::sort(cells);
  // Not std::ranges::unique, which clang 14 does not accept from libstdc++ 12.
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
}

// Returns the cell of twice the side that contains the cell.
Cell enclosing_cell(Cell cell) {
  const Cell bit = (cell & (~cell + 1)) << 2;
  return (cell & ~(bit | (bit - 1))) | bit;
}

}  // namespace

std::vector<Cell> cells_of(const Region& region, std::size_t cells_max) {
  if (region.dimensions == 0) return {kWholePlane};
  std::vector<Cell> cells;
  for (std::size_t at = 0; at < region.ranges.size(); at += region.dimensions) {
    const Side x = side_of(region.ranges[at]);
    const Side y = region.dimensions > 1 ? side_of(region.ranges[at + 1]) : Side{};
    cover(x, y, cells_max, cells);
  }
  sort_unique(cells);
  return cells;
}

// Enlarges the smallest cells first, because they add the least area.
std::vector<Cell> coarser_cells(std::vector<Cell> cells, std::size_t cells_max) {
  while (cells.size() > cells_max) {
    const auto side = [](Cell cell) { return std::countr_zero(cell); };
    const int smallest = side(*std::ranges::min_element(cells, {}, side));
    for (Cell& cell : cells) {
      if (side(cell) == smallest) cell = enclosing_cell(cell);
    }
    sort_unique(cells);
  }
  return cells;
}

}  // namespace triad::core
