// What each member has stated that it wants, as a filter of headers. A statement is refused that
// asks for what there is not, takes back what was not asked for, or asks for too much.
#pragma once

#include <cstddef>
#include <map>
#include <span>

#include "records/header_filter.hpp"
#include "router/fault.hpp"

namespace triad::router {

using wire::FederateHandle;

// What a member may state.
struct InterestLimits {
  wire::InterestKey keys_end = 1u << 16;  // keys are below this
  std::size_t cells_max = std::size_t{4} << 20;
};

class StatedFilter {
 public:
  explicit StatedFilter(const InterestLimits& limits) : limits_(limits) {}

  // What is wrong with it, if something is.
  Fault check(FederateHandle by, const wire::InterestChanged& changed) const;
  // Of one that was checked. Faulty still where it takes back what was not there; then a part of it
  // holds. `cells(set, added, removed)` and `entry(key)` are called with what has changed.
  template <class OnCells, class OnEntry>
  Fault change(FederateHandle by, const wire::InterestChanged& changed, OnCells&& on_cells,
               OnEntry&& on_entry);
  Fault change(FederateHandle by, const wire::InterestChanged& changed) {
    return change(
        by, changed, [](wire::InterestKey, const auto&, const auto&) {}, [](wire::InterestKey) {});
  }
  void erase(FederateHandle member) {
    cells_.erase(member);
    filter_.erase(member);
  }
  void clear() {
    filter_ = {};
    cells_.clear();
  }

  // Who wants what.
  const records::HeaderFilter& filter() const { return filter_; }

 private:
  const InterestLimits limits_;
  records::HeaderFilter filter_;
  std::map<FederateHandle, std::size_t> cells_;  // how many each has stated
};

template <class OnCells, class OnEntry>
Fault StatedFilter::change(FederateHandle by, const wire::InterestChanged& changed,
                           OnCells&& on_cells, OnEntry&& on_entry) {
  using Some = std::span<const wire::Cell>;
  for (const wire::CellsChanged& set : changed.cells) {
    records::CellSet& cells = filter_.cells(by, set.set);
    cells.add(set.added);
    cells_[by] += set.added.size();
    on_cells(set.set, Some(set.added), Some());
    for (const wire::Cell cell : set.removed) {
      // Its link ends for that, and with it all that it has stated.
      if (cells.remove(Some(&cell, 1)) == 0) return "the end of an interest that it had not";
      --cells_[by];
      on_cells(set.set, Some(), Some(&cell, 1));
    }
  }
  for (const wire::InterestEntry& entry : changed.entries) {
    filter_.set(by, entry);
    on_entry(entry.key);
  }
  return {};
}

}  // namespace triad::router
