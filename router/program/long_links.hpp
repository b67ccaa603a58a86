// Converts the mesh file's options of a long link into options of the link.
#pragma once

#include <optional>
#include <string>

#include "topology/topology.hpp"
#include "transport/long_link.hpp"

namespace triad::router {

transport::LongLinkOptions long_link_of(const topology::LongLinkOptions& options);

// Returns the reason, as text, why this program cannot be part of the mesh, or none.
std::optional<std::string> unsupported_links_reason(const topology::Topology& topology);

}  // namespace triad::router
