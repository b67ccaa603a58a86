// Selection of entries by the options of `rtirecord cat` and `rtirecord merge`.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "tools/rtirecord/recording_stream.hpp"

namespace triad::rtirecord {

// Patterns are those of a shell: * and ? and [...]. An empty list selects everything.
struct EntryFilter {
  std::vector<std::string> federates;
  std::vector<std::string> classes;
  std::vector<std::string> services;
  std::uint64_t from_ns = 0;  // UTC
  std::uint64_t to_ns = std::numeric_limits<std::uint64_t>::max();

  [[nodiscard]] bool selects(const Entry& entry) const;
};

// Returns nothing and sets `fault` if a time is malformed.
std::optional<EntryFilter> read_filter(const command_line::ParsedArguments& given,
                                       std::string& fault);

// Returns the nanoseconds since 1970 of a UTC time such as 2026-11-29T02:15:30.5Z. Date and time
// may be separated by a blank, and the fraction and the Z be left out.
std::optional<std::uint64_t> parse_utc(const std::string& text);

}  // namespace triad::rtirecord
