// What the mesh's file says of a link over a long way, as the link is told it.
#pragma once

#include <optional>
#include <string>

#include "topology/topology.hpp"
#include "transport/long_link.hpp"

namespace triad::router {

transport::LongLinkOptions long_link_of(const topology::LongWay& way);

// Why this program cannot be part of the mesh, for people; none: it can.
std::optional<std::string> why_no_links(const topology::Topology& topology);

}  // namespace triad::router
