// Hash of a topology, with which routers check that they have the same mesh. The only user of
// OpenSSL in this folder.
#pragma once

#include <string>
#include <string_view>

#include "topology/topology.hpp"

namespace triad::topology {

// Returns the SHA-256 of the canonical text as 64 lower-case hexadecimal digits.
std::string topology_hash(const Topology& topology);

// Returns the first digits of a hash, for log lines.
std::string_view short_hash(std::string_view hash);

// Returns the SHA-256 of any bytes, in the same form.
std::string sha256(std::string_view bytes);

}  // namespace triad::topology
