// Reads the end of a log file, for messages. Called by router_process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace triad::rtimesh {

// Returns the last lines that start at or after the byte `begin`, at most `count`, safe to print on
// a terminal. Empty lines are left out. Returns none if the file cannot be read.
std::vector<std::string> last_lines(const std::string& file, std::uint64_t begin,
                                    std::size_t count);

}  // namespace triad::rtimesh
