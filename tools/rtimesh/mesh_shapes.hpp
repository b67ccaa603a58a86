// A mesh of a shape that `rtimesh make` offers, and which router each of its federates is to use.
// Knows no text and no files.
#pragma once

#include <cstddef>
#include <vector>

#include "tools/rtimesh/make_options.hpp"
#include "topology/topology.hpp"

namespace triad::rtimesh {

// The RTIG is at the first router. Subtrees and meshes stay together on a host as far as they go.
topology::Topology made_mesh(const MakeOptions& options);

struct FederatesAt {
  topology::RouterIndex router = 0;
  std::size_t first = 1;  // they are numbered from 1 on
  std::size_t count = 0;

  bool operator==(const FederatesAt&) const = default;
};

// The routers that federates are to use: those that have no other router below them, each with
// about as many federates. Where nobody said how many there are, all of these with none.
std::vector<FederatesAt> federates_of(const topology::Topology& topology,
                                      const MakeOptions& options);

}  // namespace triad::rtimesh
