// The way from each router of a mesh to the one at which the RTIG is. Pure; called by whoever needs
// to know which neighbour is nearer to the RTIG.
#pragma once

#include <optional>
#include <vector>

#include "topology/topology.hpp"

namespace triad::topology {

// Of each router the link to the neighbour that is nearer to the RTIG; of that with the RTIG none.
// Groups form a tree and are whole, so there is one shortest way.
std::vector<std::optional<Link>> ways_to_rtig(const Topology& topology);

// The same, the neighbours alone.
std::vector<std::optional<RouterIndex>> next_to_rtig(const Topology& topology);

}  // namespace triad::topology
