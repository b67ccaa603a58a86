// The command line of rtirouter, described once for the parser, --help, the man page and bash
// completion. Used by main and by the generator of the pages.
#pragma once

#include <span>

#include "command_line/manual.hpp"
#include "router/program/setting_options.hpp"

namespace triad::router {

const command_line::Manual& manual();

// Returns the settings that rtirouter reads.
std::span<const SettingOption> setting_options();

}  // namespace triad::router
