// Description of rtig's command line, from which the option parser, --help, the man page and bash
// completion are made. Used by rtig_options.cpp and by the generators of these pages.
#pragma once

#include <span>

#include "command_line/manual.hpp"
#include "router/program/setting_options.hpp"

namespace triad::rtig {

const command_line::Manual& manual();

// Returns the options that set a setting of the RID file.
std::span<const router::SettingOption> setting_options();

}  // namespace triad::rtig
