// What routers compare before they talk to each other: whether they were given the same mesh. The
// only user of OpenSSL.
#pragma once

#include <string>
#include <string_view>

#include "topology/topology.hpp"

namespace triad::topology {

// SHA-256 of the canonical text, in 64 lower-case hexadecimal digits.
std::string topology_hash(const Topology& topology);

// Its first digits, for people.
std::string_view short_hash(std::string_view hash);

// Of any bytes.
std::string sha256(std::string_view bytes);

}  // namespace triad::topology
