// Finds the paths of best effort in an overlay: for each source router, a tree with the source at
// its root. Two bounds apply: the number of children of a relay, and the delay by relays. Pure
// functions.
#pragma once

#include <cstdint>
#include <vector>

#include "overlay/delays.hpp"
#include "overlay/places.hpp"

namespace triad::overlay {

struct Bounds {
  std::size_t out_degree = 2;
  Delay delay_max = 100'000;
};

struct Paths {
  std::uint64_t version = 0;
  std::size_t places = 0;
  // Parents in the format of wire::OverlayPaths: a row for each source, a column for each place.
  std::vector<Place> parents = {};

  Place parent(Place source, Place at) const { return parents[source * places + at]; }

  bool operator==(const Paths&) const = default;
};

// Returns a tree for each member. In one tree a relay has at most `bounds.out_degree` children. The
// source may have more, because it sends directly to members that no relay reaches within
// `bounds.delay_max`. A member without a link to the source and without a relay is not in the tree.
// Short paths are preferred; among about equally short ones, the path by the relay with the least
// load.
Paths find_paths(const Delays& delays, const Places& members, const Bounds& bounds);

// Returns the delay of the path from `source` to `at`; kNoDelay if there is no path.
Delay path_delay(const Paths& paths, const Delays& delays, Place source, Place at);

// Returns the fault of `paths`, if any. Each tree must have its source at its root and must contain
// no circle.
Fault check_paths(const Paths& paths);

}  // namespace triad::overlay
