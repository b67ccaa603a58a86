// Paths from each router of a mesh to the router of the RTIG. Pure functions.
#pragma once

#include <optional>
#include <vector>

#include "topology/topology.hpp"

namespace triad::topology {

// Returns, for each router, the link to its next router towards the RTIG; empty for the RTIG's
// router. The shortest path is unique, because groups form a tree and each group is fully linked.
std::vector<std::optional<Link>> links_to_rtig(const Topology& topology);

// Returns, for each router, the next one towards the RTIG; empty for the RTIG's router.
std::vector<std::optional<RouterIndex>> next_routers_to_rtig(const Topology& topology);

struct Way {
  RouterIndex next = 0;
  Link link;
};

// Returns, for each router, the next routers towards the RTIG in the order in which it tries them;
// empty for the RTIG's router. The first is that of next_routers_to_rtig(). The others are spare
// heads and parents: a way by one of them may lead back to the router, if others have lost theirs.
std::vector<std::vector<Way>> ways_to_rtig(const Topology& topology);

}  // namespace triad::topology
