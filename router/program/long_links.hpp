// What the mesh's file says of a link over a long way, as the link is told it.
#pragma once

#include "topology/topology.hpp"
#include "transport/long_link.hpp"

namespace triad::router {

transport::LongLinkOptions long_link_of(const topology::LongWay& way);

}  // namespace triad::router
