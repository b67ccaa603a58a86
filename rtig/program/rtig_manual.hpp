// What rtig takes on its command line, as one description for parser, --help, man page and bash
// completion. Used by options.cpp and by what writes the pages.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "command_line/manual.hpp"

namespace triad::rtig {

const command_line::Manual& manual();

// The settings that rtig reads; the option of "fom.path" is --fom-path.
struct SettingOption {
  const char* key;
  const char* argument;
  command_line::Offer offer = command_line::Offer::nothing;
};
std::span<const SettingOption> setting_options();
std::string option_name(std::string_view key);

}  // namespace triad::rtig
