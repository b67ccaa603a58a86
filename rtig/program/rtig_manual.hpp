// What rtig takes on its command line, as one description for parser, --help, man page and bash
// completion. Used by options.cpp and by what writes the pages.
#pragma once

#include <span>

#include "command_line/manual.hpp"
#include "router/program/setting_options.hpp"

namespace triad::rtig {

const command_line::Manual& manual();

// The settings that rtig reads.
std::span<const router::SettingOption> setting_options();

}  // namespace triad::rtig
