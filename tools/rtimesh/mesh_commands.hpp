// The commands of rtimesh that have to do with running routers. Called by rtimesh.cpp; each gives
// the program's exit status.
#pragma once

#include <ostream>
#include <string>

#include "tools/rtimesh/up_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// Starts the routers of this host, and ends them.
int bring_up(const topology::Topology& topology, const UpOptions& options, std::ostream& out,
             std::ostream& err);

// Asks all routers how they are connected. 0: all answer, and all links are up; else 1.
int show_status(const topology::Topology& topology, std::ostream& out);

// Asks a router of this host to leave the mesh. 0: it does; else 1.
int ask_to_leave(const topology::Topology& topology, const std::string& router, std::ostream& out,
                 std::ostream& err);

}  // namespace triad::rtimesh
