// Parsers and checks of the values of settings, by their kind. Used by config.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "config/config.hpp"

namespace triad::config {

// Returns the value of a text, or nothing if the text is invalid.
std::optional<std::uint64_t> parse_count(std::string_view text);
std::optional<double> parse_seconds(std::string_view text);
std::optional<std::uint64_t> parse_bytes(std::string_view text);
std::optional<bool> parse_flag(std::string_view text);

// Returns true if `text` is a valid value of the setting.
bool is_value(const Setting& setting, std::string_view text);
// Describes the valid values of the setting, e.g. "embedded or process" or "a number of seconds
// such as 2, 0.5 or 500ms".
std::string allowed_values(const Setting& setting);

}  // namespace triad::config
