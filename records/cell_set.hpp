// Counted cells of a grid (wire::Cell). A cell that was added twice and removed once is still in
// the set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "wire/interest.hpp"

namespace triad::records {

using wire::Cell;

// Cells of all regions of a subscription, with the number of times each was added.
class CellSet {
 public:
  // Returns true if the number, which a peer may have chosen, is a cell.
  static bool is_cell(Cell number);

  // Adds the cells. Each must satisfy is_cell().
  void add(std::span<const Cell> cells);
  // Returns the number of cells that were present.
  std::size_t remove(std::span<const Cell> cells);
  // Returns true if one of the cells equals, contains or lies within a cell of this set.
  bool overlaps(std::span<const Cell> cells) const;
  // Calls visit(cell, count) for each cell.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [cell, count] : cells_) visit(cell, count);
  }
  // Calls visit(cell, count) for each cell after `last`, until it returns false. Returns true if it
  // never did.
  template <class Visit>
  bool for_each_after(Cell last, Visit&& visit) const {
    for (auto at = cells_.upper_bound(last); at != cells_.end(); ++at) {
      if (!visit(at->first, at->second)) return false;
    }
    return true;
  }
  bool contains(Cell cell) const { return cells_.contains(cell); }
  bool empty() const { return cells_.empty(); }

 private:
  static constexpr std::size_t kLevels = 31;

  bool overlaps(Cell cell) const;
  // Computes reach_first_ and reach_last_ after a change.
  void update_reach();

  std::map<Cell, std::uint32_t> cells_;
  // Number of additions not yet removed, per level. The side of a cell of level n is 2^n.
  std::array<std::uint32_t, kLevels> level_counts_{};
  // No cell before `reach_first_` or after `reach_last_` overlaps any cell of this set. With many
  // subscribers most comparisons need only these two.
  Cell reach_first_ = 1;
  Cell reach_last_ = 0;
};

}  // namespace triad::records
