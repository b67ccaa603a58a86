// Durations in seconds on a command line. Used by the tools.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace triad::command_line {

// Describes the values that read_seconds() accepts, for error messages.
inline constexpr const char* kSecondsAllowed = "a number of seconds, at most 3600";

// Returns the duration, or nothing if the text is not a number from 0 to 3600, e.g. "0.5". Rounds
// up to milliseconds.
std::optional<std::chrono::milliseconds> read_seconds(std::string_view text);

}  // namespace triad::command_line
