// Property of a Router that receives any records from one of its members: the other members lose
// nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace triad::router {

// The script contains the records of the hostile member. Returns empty if the property holds,
// otherwise a description of the violation.
std::string broken_router_property(std::span<const std::uint8_t> script);

}  // namespace triad::router
