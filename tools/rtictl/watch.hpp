// Functions for subcommands with --watch: the interval, and the display of repeated output.
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "tools/rtictl/client.hpp"

namespace triad::rtictl {

// Returns the value of `--watch SECONDS`, or zero if it is not given.
Outcome<std::chrono::milliseconds> watch_interval(const command_line::ParsedArguments& given);

// Shows the output of `make_text` once, or repeatedly if `interval` is not zero. On a terminal each
// output replaces the previous one. Returns when `make_text` fails or the reader of the output has
// gone.
ExitCode show_repeatedly(std::chrono::milliseconds interval,
                         const std::function<Outcome<std::string>()>& make_text);

}  // namespace triad::rtictl
