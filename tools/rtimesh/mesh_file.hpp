// Writes the topology file of a mesh made by `rtimesh make`, with comments for its editors.
#pragma once

#include <string>

#include "tools/rtimesh/make_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

std::string mesh_file_text(const topology::Topology& topology, const MakeOptions& options);

// Returns the assignment of federates to routers, one line each: "RTI_URL=mesh://ws2:60400
// federates 1 to 6 at router2".
std::string federate_lines(const topology::Topology& topology, const MakeOptions& options);

}  // namespace triad::rtimesh
