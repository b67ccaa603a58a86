// What rtirouter takes on its command line, as one description for parser, --help, man page and
// bash completion. Used by main and by what writes the pages.
#pragma once

#include <span>

#include "command_line/manual.hpp"
#include "router/program/setting_options.hpp"

namespace triad::router {

const command_line::Manual& manual();

// The settings that rtirouter reads.
std::span<const SettingOption> setting_options();

}  // namespace triad::router
