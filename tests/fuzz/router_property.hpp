// Any records to a Router from one of its members: the others lose nothing by it.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace triad::router {

// The script is what the hostile member sends; empty: nothing is broken, else what is.
std::string broken_router_property(std::span<const std::uint8_t> script);

}  // namespace triad::router
