// The settings (config/) that rtig and rtirouter take on their command lines as well: described for
// their manuals, and read.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "command_line/given.hpp"
#include "config/config.hpp"
#include "router/program/link_server.hpp"

namespace triad::router {

// The option of "fom.path" is --fom-path.
struct SettingOption {
  const char* key;
  const char* argument;
  command_line::Offer offer = command_line::Offer::nothing;
};

std::string option_name(std::string_view key);
command_line::Option option_of(const SettingOption& option);
// What the command line gives for them.
std::map<std::string, std::string> settings_given(std::span<const SettingOption> options,
                                                  const command_line::Given& given);
// The number of an open descriptor. `what` is the option, for people.
wire::Result<int> descriptor_of(const std::string& text, const char* what);

// What a LinkServer takes from the settings.
void take_settings(const config::Configuration& configuration, LinkServerOptions& options);
// Where to send what is for several clients; none: it is not set. Fails with a text for people.
wire::Result<std::optional<transport::MulticastAddress>> multicast_of(
    const config::Configuration& configuration);
std::chrono::milliseconds milliseconds_of(double seconds);
// Joins, resigns and losses are what these programs' logs are for, so their own default is a level
// lower.
LogLevel log_level_of(const config::Configuration& configuration);

}  // namespace triad::router
