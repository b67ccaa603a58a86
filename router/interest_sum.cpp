#include "router/interest_sum.hpp"

#include <utility>

namespace triad::router {

void InterestSum::add_cells(wire::InterestKey set, std::span<const wire::Cell> cells) {
  records::CellSet& sum = cells_[set];
  for (const wire::Cell cell : cells) {
    if (!sum.contains(cell)) {
      changes_of(set).added.push_back(cell);
      digest_ += digest_of(set, cell);
    }
    sum.add(std::span(&cell, 1));
  }
}

void InterestSum::remove_cells(wire::InterestKey set, std::span<const wire::Cell> cells) {
  const auto at = cells_.find(set);
  if (at == cells_.end()) return;
  for (const wire::Cell cell : cells) {
    if (at->second.remove(std::span(&cell, 1)) == 0) continue;
    if (at->second.contains(cell)) continue;
    changes_of(set).removed.push_back(cell);
    digest_ -= digest_of(set, cell);
  }
  if (at->second.empty()) cells_.erase(at);
}

void InterestSum::set_entry(wire::InterestEntry sum) {
  const auto at = entries_.find(sum.key);
  if (sum.mask == 0 ? at == entries_.end() : at != entries_.end() && at->second == sum) return;
  changed_entries_.push_back(sum);
  digest_ += digest_of(sum);
  if (at != entries_.end()) digest_ -= digest_of(at->second);
  if (sum.mask == 0) {
    entries_.erase(at);
  } else {
    entries_[sum.key] = std::move(sum);
  }
}

wire::InterestChanged InterestSum::take_changes() {
  wire::InterestChanged changes;
  changes.entries = std::exchange(changed_entries_, {});
  for (auto& [set, cells] : changed_cells_) {
    cells.set = set;
    changes.cells.push_back(std::move(cells));
  }
  changed_cells_.clear();
  return changes;
}

wire::InterestChanged InterestSum::complete_interest() const {
  wire::InterestChanged whole;
  for (const auto& [key, entry] : entries_) whole.entries.push_back(entry);
  for (const auto& [set, cells] : cells_) {
    wire::CellsChanged& all = whole.cells.emplace_back(wire::CellsChanged{set, {}, {}});
    cells.for_each([&](wire::Cell cell, std::uint32_t) { all.added.push_back(cell); });
  }
  return whole;
}

}  // namespace triad::router
