// A mesh as a graph in Graphviz's language DOT. Called by `rtimesh draw`.
#pragma once

#include <string>
#include <string_view>

#include "topology/topology.hpp"

namespace triad::rtimesh {

std::string drawing_of(const topology::Topology& topology);

// Returns `text` as a quoted string of DOT that is shown unchanged.
std::string dot_quoted(std::string_view text);

}  // namespace triad::rtimesh
