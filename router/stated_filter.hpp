// Filter of records' headers by the interest that members and routers have stated. A key names a
// subscribed class, an instance, or a set of cells; cells are the parts of a routing space in which
// a member has subscription regions. Refuses a statement about unknown
// classes, the end of an interest that was not stated, and a statement that is too large.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "router/fault.hpp"
#include "router/interest_digest.hpp"
#include "router/interest_owner.hpp"
#include "wire/limits.hpp"

namespace triad::router {

using wire::FederateHandle;

// Limits of a member's statements.
struct InterestLimits {
  wire::InterestKey keys_end = 1u << 16;  // keys are below this
  std::size_t cells_max = wire::kInterestCellsMax;
  // Greatest number of entries and cells in one record, of the several that state a router's whole
  // interest.
  std::size_t piece = 1024;
};

// Greatest numbers of cells in the sum of several members as a router states it: in total, and in
// one record. Between two records other links are served.
inline constexpr std::size_t kSumCellsMax = std::size_t{4} << 20;
inline constexpr std::size_t kSumCellsAtOnceMax = std::size_t{1} << 16;

class StatedFilter {
 public:
  explicit StatedFilter(const InterestLimits& limits) : limits_(limits) {}

  // Returns the fault of a wrong statement.
  Fault check(const InterestOwner& by, const wire::InterestChanged& changed) const;
  // Applies a statement that passed check(). Returns a fault if it ends an interest that was not
  // stated; then a part of it is applied. Calls `on_cells(set, added, removed)` and
  // `on_entry(key)` for each change.
  template <class OnCells, class OnEntry>
  Fault apply_change(const InterestOwner& by, const wire::InterestChanged& changed,
                     OnCells&& on_cells, OnEntry&& on_entry);
  Fault apply_change(const InterestOwner& by, const wire::InterestChanged& changed) {
    return apply_change(
        by, changed, [](wire::InterestKey, const auto&, const auto&) {}, [](wire::InterestKey) {});
  }
  // Removes all interest of the owner. Makes the same calls as apply_change().
  template <class OnCells, class OnEntry>
  void erase(const InterestOwner& owner, OnCells&& on_cells, OnEntry&& on_entry) {
    for (const wire::InterestKey key : remove_interest(owner, on_cells)) on_entry(key);
  }
  void clear() {
    filter_ = {};
    stated_.clear();
  }

  // Returns the interest of all owners.
  const InterestFilter& filter() const { return filter_; }
  // Returns all interest that the owner has stated.
  wire::InterestChanged complete_interest(const InterestOwner& owner) const;
  InterestDigest digest(const InterestOwner& owner) const {
    const auto at = stated_.find(owner);
    return at == stated_.end() ? 0 : at->second.digest;
  }

 private:
  // Returns the fault of a statement with too many entries or cells, before it is examined further.
  Fault check_size(const InterestOwner& by, const wire::InterestChanged& changed) const;

  struct Stated {
    std::size_t cells = 0;
    InterestDigest digest = 0;
  };

  // Removes the owner's interest. Returns the keys of which it was a subscriber.
  template <class OnCells>
  std::vector<wire::InterestKey> remove_interest(const InterestOwner& owner, OnCells&& on_cells);

  const InterestLimits limits_;
  InterestFilter filter_;
  std::map<InterestOwner, Stated> stated_;
};

template <class OnCells>
std::vector<wire::InterestKey> StatedFilter::remove_interest(const InterestOwner& owner,
                                                             OnCells&& on_cells) {
  using Some = std::span<const wire::Cell>;
  filter_.for_each_cell_set_of(owner, [&](wire::InterestKey set, const records::CellSet& cells) {
    cells.for_each([&](wire::Cell cell, std::uint32_t times) {
      for (std::uint32_t i = 0; i < times; ++i) on_cells(set, Some(), Some(&cell, 1));
    });
  });
  std::vector<wire::InterestKey> keys = filter_.keys_of(owner);
  filter_.erase(owner);
  stated_.erase(owner);
  return keys;
}

template <class OnCells, class OnEntry>
Fault StatedFilter::apply_change(const InterestOwner& by, const wire::InterestChanged& changed,
                                 OnCells&& on_cells, OnEntry&& on_entry) {
  using Some = std::span<const wire::Cell>;
  // Keys that are stated again must not be reported as ended in between.
  std::vector<wire::InterestKey> keys;
  if (changed.replaces_earlier) keys = remove_interest(by, on_cells);
  Stated& stated = stated_[by];
  for (const wire::CellsChanged& set : changed.cells) {
    records::CellSet& cells = filter_.cells(by, set.set);
    cells.add(set.added);
    stated.cells += set.added.size();
    for (const wire::Cell cell : set.added) stated.digest += digest_of(set.set, cell);
    on_cells(set.set, Some(set.added), Some());
    for (const wire::Cell cell : set.removed) {
      // The caller ends the member's link, which removes its interest.
      if (cells.remove(Some(&cell, 1)) == 0) return "the end of an interest that it did not have";
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
