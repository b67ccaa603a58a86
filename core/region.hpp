// Region of a routing space (HLA 1.3 clause 9) and the test for overlap. A region has extents, each
// with a half-open range for every dimension of the space.
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
  std::vector<wire::Range> ranges;  // by extent, then by dimension; empty: no bounds notified yet

  // Returns true if bounds have been notified, or if the region needs none.
  bool has_bounds() const { return !ranges.empty() || dimensions == 0; }
};

// Returns true if the ranges overlap. HLA 1.3 clause 9.1: the upper bound is excluded, and ranges
// with equal lower bounds overlap even if one is empty. So an empty range counts as the point at
// its lower bound.
constexpr bool overlap(const wire::Range& a, const wire::Range& b) {
  return a.lower == b.lower || (a.lower < b.upper && b.lower < a.upper);
}

// Returns true if an extent of one region overlaps an extent of the other in every dimension.
bool overlap(const Region& a, const Region& b);

}  // namespace triad::core
