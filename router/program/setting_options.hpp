// Settings (config/) that rtig and rtirouter also take as options: their description for the
// manuals, and their values.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "command_line/parsed_arguments.hpp"
#include "config/config.hpp"
#include "router/program/link_server.hpp"

namespace triad::router {

// A setting as an option. "fom.path" becomes --fom-path.
struct SettingOption {
  const char* key;
  const char* argument;
  command_line::Offer offer = command_line::Offer::nothing;
};

std::string option_name(std::string_view key);
command_line::Option make_option(const SettingOption& option);
// Returns the values that the command line gives to settings.
std::map<std::string, std::string> settings_given(std::span<const SettingOption> options,
                                                  const command_line::ParsedArguments& given);
// Returns the number of an open descriptor. The last argument is the option's name for an error
// text.
wire::Result<int> parse_descriptor(const std::string& text, const char* option);

// Copies settings into the options of a LinkServer.
void copy_settings(const config::Configuration& configuration, LinkServerOptions& options);
// Returns the multicast address; none if it is not set. Errors have a text for users.
wire::Result<std::optional<transport::MulticastAddress>> multicast_of(
    const config::Configuration& configuration);
// Reads the files of tls:// links into the options, if they are set. The error names the file, the
// fault and the remedy.
wire::Result<void> read_tls(const config::Configuration& configuration,
                            transport::LinkOptions& options);
std::chrono::milliseconds milliseconds_of(double seconds);
// Returns the log level. The default is info, more than other programs log, because joins,
// resignations and losses are the purpose of these logs.
LogLevel log_level_of(const config::Configuration& configuration);

}  // namespace triad::router
