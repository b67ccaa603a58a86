// Reads and checks a topology file, which describes a mesh of routers. Called by rtimesh. Takes the
// text and the file's name, and does no I/O. docs/mesh.md describes the format.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

#include "topology/problem.hpp"
#include "topology/topology.hpp"

namespace triad::topology {

// Limit on the size of a file.
inline constexpr std::size_t kFileBytesMax = 16u << 20;
// Limit on routers, because the links of a group grow with the square of their number.
inline constexpr std::size_t kRoutersMax = 1000;

// All faults of a file, in its order; never empty. If the file is not YAML, only the first fault.
using Problems = std::vector<Problem>;

// Returns a consistent topology, or the faults of `text`. Never throws. `file` is the file's name
// in messages.
boost::system::result<Topology, Problems> read_topology(std::string_view text,
                                                        std::string_view file);

// Called by Boost.System when value() is called on an error, which is a programming error.
[[noreturn]] void throw_exception_from_error(const Problems& problems,
                                             const boost::source_location&);

}  // namespace triad::topology
