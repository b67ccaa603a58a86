// The topology file that a command of rtimesh was given.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "topology/topology.hpp"

namespace triad::rtimesh {

// Empty: it has problems, which `err` has been told.
std::optional<topology::Topology> read_mesh(const std::string& path, std::ostream& err);

}  // namespace triad::rtimesh
