// By which ways best effort goes through an overlay: for each router a tree with it as the root.
// Found from the delays between the routers, within two bounds: how many others a router passes a
// record on to, and how long a record is on its way by relays. Pure functions.
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
  // As wire::OverlayPaths has them.
  std::vector<Place> parents = {};

  Place parent(Place source, Place at) const { return parents[source * places + at]; }

  bool operator==(const Paths&) const = default;
};

// A tree for each of the members. A router has no more children than the out-degree in one, but
// for its root: whom no relay reaches within the longest delay, that reaches itself. Who has no
// link to the root, and no relay, is in none. Of several ways a short one is taken, and of those
// that are about as short that by the router that relays least so far.
Paths find_paths(const Delays& delays, const Places& members, const Bounds& bounds);

// None, or how long what the source sends is on its way to the place.
Delay delay_to(const Paths& paths, const Delays& delays, Place source, Place at);

// What is wrong with them, if something is: each tree has to have its source at its root, and
// nobody twice.
Fault why_no_trees(const Paths& paths);

}  // namespace triad::overlay
