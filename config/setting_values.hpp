// The text of a setting's value as what its kind says, and whether it is one. Used by config.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "config/config.hpp"

namespace triad::config {

std::optional<std::uint64_t> parse_count(std::string_view text);
std::optional<double> parse_seconds(std::string_view text);
std::optional<std::uint64_t> parse_bytes(std::string_view text);
std::optional<bool> parse_flag(std::string_view text);

// Whether `text` is a value of the setting.
bool is_value(const Setting& setting, std::string_view text);
// What a value of the setting may be: "embedded or process", "a number of seconds such as 0.5 ...".
std::string allowed_values(const Setting& setting);

}  // namespace triad::config
