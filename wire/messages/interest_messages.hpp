// What a member wants of what others send, in the words of records' headers (wire/interest.hpp), so
// that whoever forwards them need not know what classes and regions are.
#pragma once

#include <cstddef>
#include <vector>

#include "wire/codec.hpp"
#include "wire/interest.hpp"

namespace triad::wire {

// More than these nobody names for a key; he who would wants all of it, whatever its region.
inline constexpr std::size_t kCellSetsMax = 64;

// With a key. Takes the place of what was said of the key before.
struct InterestEntry {
  InterestKey key = 0;
  InterestMask mask = 0;  // zero: nothing any more
  InterestMask mask_without_region = 0;
  // Of what is sent with a region: only what lies in one of these sets of cells. A set is named by
  // a key, and may be of several entries.
  std::vector<InterestKey> cell_sets;
  friend bool operator==(const InterestEntry&, const InterestEntry&) = default;
};
BOOST_DESCRIBE_STRUCT(InterestEntry, (), (key, mask, mask_without_region, cell_sets))

// Cells are counted: one that was added twice is there until it has been removed twice.
struct CellsChanged {
  InterestKey set = 0;
  std::vector<Cell> added;
  std::vector<Cell> removed;
};
BOOST_DESCRIBE_STRUCT(CellsChanged, (), (set, added, removed))

// From a member to its Router, which answers when whatever is sent from then on, by whomever, will
// be forwarded accordingly.
struct InterestChanged {
  // All that the member will want once a restore has made it what was saved. It counts from then
  // on, takes the place of everything else, and is not acknowledged.
  bool after_restore = false;
  std::vector<InterestEntry> entries;
  std::vector<CellsChanged> cells;
  // All that the member wants: whatever it has stated before is void.
  bool anew = false;
};
BOOST_DESCRIBE_STRUCT(InterestChanged, (), (after_restore, entries, cells, anew))

// The Router goes by it from now on. The record that it answers is the one that its stamp names.
struct InterestAcknowledged {
  // So does every other router; else InterestSettled says it later.
  bool settled = false;
};
BOOST_DESCRIBE_STRUCT(InterestAcknowledged, (), (settled))

// Every router goes by what was stated up to the record that its stamp names.
struct InterestSettled {};
BOOST_DESCRIBE_STRUCT(InterestSettled, (), ())

// To a member: two routers on its way do not have the same of what it has stated. It answers with
// an InterestChanged that says all anew.
struct StateInterestAnew {};
BOOST_DESCRIBE_STRUCT(StateInterestAnew, (), ())

}  // namespace triad::wire
