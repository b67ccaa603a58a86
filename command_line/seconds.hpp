// Times that people give on a command line, in seconds. Used by the tools.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace triad::command_line {

// For messages about what read_seconds() refuses.
inline constexpr const char* kSecondsAllowed = "a number of seconds, at most 3600";

// "0.5"; empty: it is no time that anybody would wait.
std::optional<std::chrono::milliseconds> read_seconds(std::string_view text);

}  // namespace triad::command_line
