// The file of a mesh that `rtimesh make` has made, with comments for those who change it.
#pragma once

#include <string>

#include "tools/rtimesh/make_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

std::string mesh_file(const topology::Topology& topology, const MakeOptions& options);

// Which federates use which router, one line for each: "RTI_URL=mesh://ws2:60400   federates 1 to 6
// at router2".
std::string federate_lines(const topology::Topology& topology, const MakeOptions& options);

}  // namespace triad::rtimesh
