// From a topology's file to one router's place in the mesh. Used by the main files of rtig and
// rtirouter.
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

struct PlaceInMesh {
  MeshPlace mesh;
  std::vector<std::string> listen;     // URLs
  std::optional<std::size_t> members;  // no more clients than this
};

// They fail with a text for people, of several lines where the file has several problems.
wire::Result<topology::Topology> topology_of(const std::string& file);

// Of the router at which the RTIG is, and behind it of those in its process.
wire::Result<std::vector<PlaceInMesh>> places_beside_rtig(const std::string& file);

// Of the router of that name, another one, which has its process for itself. `file` is what errors
// call the topology.
wire::Result<PlaceInMesh> place_of_router(const topology::Topology& topology,
                                          const std::string& file, std::string_view name);
// Of all routers of the process of that name.
wire::Result<std::vector<PlaceInMesh>> places_of_process(const topology::Topology& topology,
                                                         const std::string& file,
                                                         std::string_view name);

// Of a rank of an MPI job of so many: of the router that comes so in the file among those that
// listen on mpi://, from 0 on. All of these have to be there.
wire::Result<PlaceInMesh> place_of_rank(const topology::Topology& topology, const std::string& file,
                                        transport::Rank rank, transport::Rank ranks);

// Each router connects to the next one on its way to the RTIG, and to those of its peers that come
// before it in the file.
PlaceInMesh place_in_mesh(const topology::Topology& topology, topology::RouterIndex own);

}  // namespace triad::router
