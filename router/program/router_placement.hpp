// Finds the place of a router in its mesh from the topology file. Used by the main files of rtig
// and rtirouter.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "router/program/mesh_place.hpp"
#include "topology/topology.hpp"
#include "wire/error.hpp"

namespace triad::router {

struct RouterPlacement {
  MeshPlace mesh;
  std::vector<std::string> listen;     // URLs
  std::optional<std::size_t> members;  // limit on clients
};

// Reads and checks the file. An error has a text for users, with one line per problem of the file.
wire::Result<topology::Topology> load_topology(const std::string& file);

// Returns the place of the RTIG's router first, then the places of the other routers in its
// process.
wire::Result<std::vector<RouterPlacement>> places_beside_rtig(const std::string& file);

// Returns the place of the named router, which must have a process of its own and not be the RTIG's
// router. `file` names the topology in error texts.
wire::Result<RouterPlacement> place_of_router(const topology::Topology& topology,
                                              const std::string& file, std::string_view name);
// Returns the places of all routers of the named process.
wire::Result<std::vector<RouterPlacement>> places_of_process(const topology::Topology& topology,
                                                             const std::string& file,
                                                             std::string_view name);

// Returns the place of a rank in an MPI job of `ranks` ranks: rank N is the Nth router, from 0, of
// those in the file that listen on mpi://. The job must have all of them.
wire::Result<RouterPlacement> place_of_rank(const topology::Topology& topology,
                                            const std::string& file, mpi::Rank rank,
                                            mpi::Rank ranks);

// Returns the place of router `own`. Each router connects to the next one on its way to the RTIG,
// and to those of its peers that precede it in the file.
RouterPlacement make_placement(const topology::Topology& topology, topology::RouterIndex own);

}  // namespace triad::router
