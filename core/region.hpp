// A region of a routing space (HLA 1.3 clause 9): extents, each with a half-open range for every
// dimension of the space, and when two of them overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/ddm_messages.hpp"

namespace triad::core {

using wire::RegionHandle;
using wire::SpaceHandle;

struct Region {
  SpaceHandle space;
  std::size_t extents = 0;
  std::size_t dimensions = 0;
  std::vector<wire::Range> ranges;  // by extent, then by dimension; empty: none notified yet

  bool notified() const { return !ranges.empty() || dimensions == 0; }
};

// HLA 1.3 clause 9.1: from lower to upper, upper excluded; equal lower bounds overlap even
// where a range is empty. So an empty range counts as the point at its lower bound.
constexpr bool overlap(const wire::Range& a, const wire::Range& b) {
  return a.lower == b.lower || (a.lower < b.upper && b.lower < a.upper);
}

// Some extent of the one overlaps one of the other in every dimension.
bool overlap(const Region& a, const Region& b);

}  // namespace triad::core
