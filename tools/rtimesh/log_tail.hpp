// Reads the end of a log file, for messages. Called by router_process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace triad::rtimesh {

// Returns at most `count` lines that start at or after the byte `begin`, safe to print on a
// terminal. Returns none if the file cannot be read.
std::vector<std::string> last_lines(const std::string& file, std::uint64_t begin,
                                    std::size_t count);

}  // namespace triad::rtimesh
