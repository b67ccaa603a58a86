// The end of a log file, for messages. Called by router_process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace triad::rtimesh {

// At most `count` lines, none from before the byte `begin`; safe to be shown on a terminal. Of a
// file that cannot be read none.
std::vector<std::string> last_lines(const std::string& file, std::uint64_t begin,
                                    std::size_t count);

}  // namespace triad::rtimesh
