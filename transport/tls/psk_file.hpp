// Reads files of pre-shared keys. Each line is NAME:HEX; empty lines and lines that begin with '#'
// are ignored.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "transport/transport_error.hpp"

namespace triad::transport {

inline constexpr std::size_t kPskBytesMin = 16;
inline constexpr std::size_t kPskBytesMax = 64;
inline constexpr std::size_t kPskNameBytesMax = 64;

// Returns names and keys in the order of the file. The error has the number of the faulty line.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::vector<unsigned char>>>>
parse_psk_file(std::string_view text);

}  // namespace triad::transport
