// Reads the topology file given to a command of rtimesh.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "topology/topology.hpp"

namespace triad::rtimesh {

// Returns the topology, or nothing after it has printed the problems to `err`.
std::optional<topology::Topology> read_mesh(const std::string& path, std::ostream& err);

}  // namespace triad::rtimesh
