// The commands of rtimesh that deal with running routers. Called by rtimesh.cpp; each returns the
// exit status of the program.
#pragma once

#include <ostream>
#include <string>

#include "tools/rtimesh/up_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// Starts the routers of this host. Ends them on a signal, after a failure, or when the command
// ends.
int bring_up(const topology::Topology& topology, const UpOptions& options, std::ostream& out,
             std::ostream& err);

// Asks all routers for their links. Returns 0 if all answer and all links are up, otherwise 1.
int show_status(const topology::Topology& topology, std::ostream& out);

// Asks a router of this host to leave the mesh. Returns 0 if it accepts, otherwise 1.
int request_leave(const topology::Topology& topology, const std::string& router, std::ostream& out,
                  std::ostream& err);

}  // namespace triad::rtimesh
