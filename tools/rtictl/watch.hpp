// What the subcommands that look again and again share: how long between two looks, and where each
// is shown.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "tools/rtictl/client.hpp"

namespace triad::rtictl {

inline constexpr const char* kSecondsAllowed = "a number of seconds, at most 3600";

// "0.5"; empty: it is no time that anybody would wait.
std::optional<std::chrono::milliseconds> read_seconds(std::string_view text);

// How long `--watch SECONDS` says; zero: it is not given.
Outcome<std::chrono::milliseconds> watch_interval(const command_line::Given& given);

// Shows what `look` gives: once, or again and again. On a terminal each takes the place of the one
// before. Ends with what fails, or when nobody reads it any more.
ExitCode show(std::chrono::milliseconds interval,
              const std::function<Outcome<std::string>()>& look);

}  // namespace triad::rtictl
