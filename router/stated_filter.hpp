// What each member has stated that it wants, as a filter of headers. A statement is refused that
// asks for what there is not, takes back what was not asked for, or asks for too much.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "records/header_filter.hpp"
#include "router/fault.hpp"
#include "router/interest_digest.hpp"
#include "wire/limits.hpp"

namespace triad::router {

using wire::FederateHandle;

// What a member may state.
struct InterestLimits {
  wire::InterestKey keys_end = 1u << 16;  // keys are below this
  std::size_t cells_max = wire::kInterestCellsMax;
  // Entries and cells of a sum that are told at once where a whole is told.
  std::size_t piece = 1024;
};

// Most cells of the sum of several members, as another router states it: in all, and in one
// record. Others are served between two records.
inline constexpr std::size_t kSumCellsMax = std::size_t{4} << 20;
inline constexpr std::size_t kSumCellsAtOnceMax = std::size_t{1} << 16;

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
  // All that it has stated; called is as by change().
  template <class OnCells, class OnEntry>
  void erase(FederateHandle member, OnCells&& on_cells, OnEntry&& on_entry) {
    for (const wire::InterestKey key : take_back(member, on_cells)) on_entry(key);
  }
  void clear() {
    filter_ = {};
    stated_.clear();
  }

  // Who wants what.
  const records::HeaderFilter& filter() const { return filter_; }
  // All that it has stated.
  wire::InterestChanged whole(FederateHandle member) const;
  InterestDigest digest(FederateHandle member) const {
    const auto at = stated_.find(member);
    return at == stated_.end() ? 0 : at->second.digest;
  }

 private:
  Fault check_size(FederateHandle by, const wire::InterestChanged& changed) const;

  struct Stated {
    std::size_t cells = 0;  // how many
    InterestDigest digest = 0;
  };

  // The keys of which something is not wanted any more.
  template <class OnCells>
  std::vector<wire::InterestKey> take_back(FederateHandle member, OnCells&& on_cells);

  const InterestLimits limits_;
  records::HeaderFilter filter_;
  std::map<FederateHandle, Stated> stated_;
};

template <class OnCells>
std::vector<wire::InterestKey> StatedFilter::take_back(FederateHandle member, OnCells&& on_cells) {
  using Some = std::span<const wire::Cell>;
  filter_.for_each_cell_set_of(member, [&](wire::InterestKey set, const records::CellSet& cells) {
    cells.for_each([&](wire::Cell cell, std::uint32_t times) {
      for (std::uint32_t i = 0; i < times; ++i) on_cells(set, Some(), Some(&cell, 1));
    });
  });
  std::vector<wire::InterestKey> keys = filter_.keys_of(member);
  filter_.erase(member);
  stated_.erase(member);
  return keys;
}

template <class OnCells, class OnEntry>
Fault StatedFilter::change(FederateHandle by, const wire::InterestChanged& changed,
                           OnCells&& on_cells, OnEntry&& on_entry) {
  using Some = std::span<const wire::Cell>;
  // Of what is stated again nobody is to be told in between that it has ended.
  std::vector<wire::InterestKey> keys;
  if (changed.anew) keys = take_back(by, on_cells);
  Stated& stated = stated_[by];
  for (const wire::CellsChanged& set : changed.cells) {
    records::CellSet& cells = filter_.cells(by, set.set);
    cells.add(set.added);
    stated.cells += set.added.size();
    for (const wire::Cell cell : set.added) stated.digest += digest_of(set.set, cell);
    on_cells(set.set, Some(set.added), Some());
    for (const wire::Cell cell : set.removed) {
      // Its link ends for that, and with it all that it has stated.
      if (cells.remove(Some(&cell, 1)) == 0) return "the end of an interest that it had not";
      --stated.cells;
      stated.digest -= digest_of(set.set, cell);
      on_cells(set.set, Some(), Some(&cell, 1));
    }
  }
  for (const wire::InterestEntry& entry : changed.entries) {
    stated.digest += digest_of(entry) - digest_of(filter_.entry(by, entry.key));
    filter_.set(by, entry);
    keys.push_back(entry.key);
  }
  for (const wire::InterestKey key : keys) on_entry(key);
  return {};
}

}  // namespace triad::router
