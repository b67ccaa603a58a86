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

// Of the router of that name; empty: of the one at which the RTIG is. Fails with a text for people,
// of several lines where the file has several problems.
wire::Result<PlaceInMesh> place_in_mesh(const std::string& file, std::string_view name);

// The same of a topology that was read. Each router connects to the next one on its way to the
// RTIG, and to those of its peers that come before it in the file.
wire::Result<PlaceInMesh> place_in_mesh(const topology::Topology& topology,
                                        topology::RouterIndex own);

}  // namespace triad::router
