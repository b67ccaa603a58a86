// Reads the file that describes a mesh of routers, and checks it as a whole. Called by rtimesh;
// takes the text and the file's name, and does no I/O. docs/mesh.md says what the file may contain.
#pragma once

#include <boost/system/result.hpp>
#include <cstddef>
#include <string_view>
#include <vector>

#include "topology/problem.hpp"
#include "topology/topology.hpp"

namespace triad::topology {

// A larger file is refused.
inline constexpr std::size_t kFileBytesMax = 16u << 20;
// The links of a group grow with the square of its routers.
inline constexpr std::size_t kRoutersMax = 1000;

// All that is wrong with the file, in its order; never empty. Where it is no YAML the first fault
// alone.
using Problems = std::vector<Problem>;

// A topology that holds together, or what is wrong with the text. No input makes it throw. `file`
// is what messages call it.
boost::system::result<Topology, Problems> read_topology(std::string_view text,
                                                        std::string_view file);

// Boost.System asks for this where value() is called on an error: a mistake of ours.
[[noreturn]] void throw_exception_from_error(const Problems& problems,
                                             const boost::source_location&);

}  // namespace triad::topology
