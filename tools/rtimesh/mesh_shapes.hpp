// Makes a mesh of a shape that `rtimesh make` offers, and assigns federates to its routers.
// Independent of files.
#pragma once

#include <cstddef>
#include <vector>

#include "tools/rtimesh/make_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// Returns the mesh. The first router has the RTIG. Subtrees and meshes stay on one host as far as
// possible.
topology::Topology make_mesh(const MakeOptions& options);

struct FederatesAt {
  topology::RouterIndex router = 0;
  std::size_t first = 1;  // Federates are numbered from 1.
  std::size_t count = 0;

  bool operator==(const FederatesAt&) const = default;
};

// Distributes the federates evenly over the routers without lower routers. Returns these routers
// with no federates if options.federates is absent.
std::vector<FederatesAt> federates_of(const topology::Topology& topology,
                                      const MakeOptions& options);

}  // namespace triad::rtimesh
