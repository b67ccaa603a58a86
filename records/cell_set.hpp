// Cells of a grid (wire::Cell) with counts, so that what one subscription has covered twice and
// gives up once is covered still.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>

#include "wire/interest.hpp"

namespace triad::records {

using wire::Cell;

// The cells of all regions of a subscription, each as often as it is there.
class CellSet {
 public:
  // What a peer names need not be the number of a cell.
  static bool is_cell(Cell number);

  void add(std::span<const Cell> cells);
  // How many there were of them.
  std::size_t remove(std::span<const Cell> cells);
  bool overlaps(std::span<const Cell> cells) const;
  // visit(cell, how often it is there).
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& [cell, count] : cells_) visit(cell, count);
  }
  // The same of those behind `last` until visit() is false. Whether it never was.
  template <class Visit>
  bool for_each_behind(Cell last, Visit&& visit) const {
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
  void note_ends();

  std::map<Cell, std::uint32_t> cells_;
  std::array<std::uint32_t, kLevels> at_level_{};  // how many have a side of 2 to that power
  // No cell before the first or behind the last of these overlaps any: most are compared with no
  // more than these, where there are many subscribers.
  Cell first_ = 1;
  Cell last_ = 0;
};

}  // namespace triad::records
