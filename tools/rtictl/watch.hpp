// What the subcommands that look again and again share: how long between two looks, and where each
// is shown.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tools/rtictl/client.hpp"

namespace triad::rtictl {

// How long `--watch SECONDS` says; zero: it is not given.
Outcome<std::chrono::milliseconds> watch_interval(const command_line::Given& given);

// Shows what `look` gives: once, or again and again. On a terminal each takes the place of the one
// before. Ends with what fails, or when nobody reads it any more.
ExitCode show(std::chrono::milliseconds interval,
              const std::function<Outcome<std::string>()>& look);

}  // namespace triad::rtictl
