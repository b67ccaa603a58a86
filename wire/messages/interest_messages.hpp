// Interest statements: the data that a member wants from other members, expressed in the fields of
// record headers (wire/interest.hpp). Routers use them without knowing classes or regions.
#pragma once

#include <cstddef>
#include <vector>

#include "wire/codec.hpp"
#include "wire/interest.hpp"

namespace triad::wire {

// Largest number of cell sets for one key. A member that would need more asks for all data of the
// key, regardless of region.
inline constexpr std::size_t kCellSetsMax = 64;

// Interest in one key. Replaces the earlier statement about the key.
struct InterestEntry {
  InterestKey key = 0;
  InterestMask mask = 0;  // zero: no longer interested
  InterestMask mask_without_region = 0;
  // Sets of cells that limit interest in data with a region. Each set is named by a key and may be
  // used by several entries.
  std::vector<InterestKey> cell_sets;
  friend bool operator==(const InterestEntry&, const InterestEntry&) = default;
};
BOOST_DESCRIBE_STRUCT(InterestEntry, (), (key, mask, mask_without_region, cell_sets))

// Changes of a set of cells. Cells are counted: a cell added twice remains until it has been
// removed twice.
struct CellsChanged {
  InterestKey set = 0;
  std::vector<Cell> added;
  std::vector<Cell> removed;
};
BOOST_DESCRIBE_STRUCT(CellsChanged, (), (set, added, removed))

// Interest statement of a member to its Router. The Router acknowledges it when it forwards all
// further data accordingly.
struct InterestChanged {
  // True: this is the complete interest that the member will have after the restore in progress. It
  // takes effect with the restore, replaces all other statements, and is not acknowledged.
  bool after_restore = false;
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
  // True: this is the complete interest of the member, and replaces all earlier statements.
  bool replaces_earlier = false;
};
BOOST_DESCRIBE_STRUCT(InterestChanged, (), (after_restore, entries, cells, replaces_earlier))

// Acknowledgement: the Router applies the statement named by the stamp from now on.
struct InterestAcknowledged {
  // True: so does every other router. Otherwise InterestSettled follows when they do.
  bool settled = false;
};
BOOST_DESCRIBE_STRUCT(InterestAcknowledged, (), (settled))

// Every router applies all statements up to the record named by the stamp.
struct InterestSettled {};
BOOST_DESCRIBE_STRUCT(InterestSettled, (), ())

// Request to a member to state its complete interest again, because two routers on its way to the
// RTIG disagree about it. Answered with InterestChanged.
struct RestateInterest {};
BOOST_DESCRIBE_STRUCT(RestateInterest, (), ())

}  // namespace triad::wire
