#include "records/cell_set.hpp"

#include <algorithm>
#include <bit>

namespace triad::records {

namespace {

constexpr std::uint64_t lowest_bit(Cell cell) {
  return cell & (~cell + 1);
}

// Returns the level of a cell: its side is 2 to that power.
std::size_t level_of(Cell cell) {
  return static_cast<std::size_t>(std::countr_zero(cell)) / 2;
}

}  // namespace

// The one after the coordinates' bits is at an even place, one place for each level.
bool CellSet::is_cell(Cell number) {
  const auto one = static_cast<std::size_t>(std::countr_zero(number));
  return number != 0 && one % 2 == 0 && one / 2 < kLevels;
}

void CellSet::add(std::span<const Cell> cells) {
  for (const Cell cell : cells) {
    ++cells_[cell];
    ++level_counts_[level_of(cell)];
  }
  update_reach();
}

std::size_t CellSet::remove(std::span<const Cell> cells) {
  std::size_t removed = 0;
  for (const Cell cell : cells) {
    const auto at = cells_.find(cell);
    if (at == cells_.end()) continue;
    --level_counts_[level_of(cell)];
    if (--at->second == 0) cells_.erase(at);
    ++removed;
  }
  update_reach();
  return removed;
}

// Computes the reach of both ends as if the cells there were as large as the largest.
void CellSet::update_reach() {
  reach_first_ = 1;
  reach_last_ = 0;
  if (cells_.empty()) return;
  std::size_t level = kLevels - 1;
  while (level_counts_[level] == 0) --level;
  const Cell reach = (Cell{1} << (2 * level)) - 1;
  reach_first_ = cells_.begin()->first - std::min(cells_.begin()->first, reach);
  reach_last_ = cells_.rbegin()->first + std::min(~cells_.rbegin()->first, reach);
}

bool CellSet::overlaps(std::span<const Cell> cells) const {
  return std::ranges::any_of(cells, [&](Cell cell) { return overlaps(cell); });
}

// Cells within a cell have numbers around its own. Cells that contain it share its leading bits. A
// peer may send any number as a cell; zero overlaps everything.
bool CellSet::overlaps(Cell cell) const {
  const std::uint64_t around = lowest_bit(cell) - 1;
  if (cell + around < reach_first_ || cell - around > reach_last_) return false;
  const auto within = cells_.lower_bound(cell - around);
  if (within != cells_.end() && within->first <= cell + around) return true;
  for (std::size_t level = level_of(cell) + 1; level < kLevels; ++level) {
    if (level_counts_[level] == 0) continue;
    const std::uint64_t bit = std::uint64_t{1} << (2 * level);
    if (cells_.contains((cell & (~bit + 1)) | bit)) return true;
  }
  return false;
}

}  // namespace triad::records
