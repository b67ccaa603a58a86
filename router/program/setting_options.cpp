#include "router/program/setting_options.hpp"

#include <algorithm>
#include <charconv>

#include "transport/tls/tls.hpp"
#include "transport/wait.hpp"

namespace triad::router {

namespace {

// Returns the setting's help, its allowed values, and the other ways to set it.
std::string text_of(const config::Setting& setting) {
  std::string text = setting.help;
  text += "\n";
  for (std::size_t i = 0; i < setting.allowed.size(); ++i) {
    text += std::string(i == 0 ? "one of " : ", ") + setting.allowed[i];
  }
  if (!setting.allowed.empty()) text += "\n";
  text += std::string("environment ") + setting.environment;
  for (const char* alias : setting.aliases) text += std::string(", ") + alias;
  const std::string_view key = setting.key;
  if (key == "listen") text += ", CERTI_TCP_PORT (on loopback)";
  const std::string_view fallback = setting.default_value;
  text += std::string("; RID file ") + setting.key;
  return text + (fallback.empty() ? "" : "; default " + std::string(fallback));
}

}  // namespace

std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '.', '-');
  return name;
}

command_line::Option make_option(const SettingOption& option) {
  const std::string_view key = option.key;
  const auto setting = std::ranges::find(config::settings(), key, &config::Setting::key);
  command_line::Option described{.name = option_name(key),
                                 .argument = option.argument,
                                 .text = text_of(*setting),
                                 .repeatable = key == "listen" || key == "region.cells",
                                 .offer = option.offer};
  if (key == "listen") described.letter = 'l';
  if (described.repeatable) described.text += "\nMay be given several times.";
  described.choices.assign(setting->allowed.begin(), setting->allowed.end());
  if (setting->kind == config::Kind::flag) described.choices = {"yes", "no"};
  return described;
}

std::map<std::string, std::string> settings_given(std::span<const SettingOption> options,
                                                  const command_line::ParsedArguments& given) {
  std::map<std::string, std::string> values;
  for (const SettingOption& option : options) {
    const std::string name = option_name(option.key);
    if (!given.has(name)) continue;
    std::string& value = values[option.key];
    for (const std::string& text : given.values(name)) value += (value.empty() ? "" : " ") + text;
  }
  return values;
}

wire::Result<int> parse_descriptor(const std::string& text, const char* option) {
  int fd = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, fd);
  if (fault != std::errc{} || stop != end || fd < 0) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       "command line, " + std::string(option) + ": \"" + text +
                           "\" is not a value; give the number of an open file descriptor");
  }
  return fd;
}

std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

void copy_settings(const config::Configuration& configuration, LinkServerOptions& options) {
  options.message_bytes_max = configuration.bytes("message.max");
  options.hold_bytes = configuration.bytes("flow.hold");
  options.resign_bytes = configuration.bytes("flow.resign");
  options.frame_timeout = milliseconds_of(configuration.seconds("frame.timeout"));
  options.newcomers_max = configuration.count("newcomers.max");
  options.unjoined_max = configuration.count("unjoined.max");
  options.unjoined_timeout = milliseconds_of(configuration.seconds("unjoined.timeout"));
  options.memory.unjoined = configuration.bytes("memory.unjoined");
  options.memory.federation = configuration.bytes("memory.federation");
  options.memory.routers = configuration.bytes("memory.routers");
  options.memory.total = configuration.bytes("memory.total");
  options.link.datagrams = configuration.flag("datagrams");
  options.spin =
      transport::sensible_spin(std::chrono::microseconds(configuration.count("wait.spin")));
  options.heartbeat = std::chrono::seconds(configuration.count("heartbeat"));
  options.all_may_operate = configuration.text("operators") == "anybody";
}

wire::Result<std::optional<transport::MulticastAddress>> multicast_of(
    const config::Configuration& configuration) {
  const std::string& text = configuration.text("multicast");
  if (text.empty()) return std::optional<transport::MulticastAddress>();
  const auto address = transport::parse_multicast(text);
  if (address) return std::optional(*address);
  return wire::error(wire::ErrorCode::RTIinternalError,
                     configuration.origin("multicast") + ": " + address.error().text);
}

wire::Result<void> read_tls(const config::Configuration& configuration,
                            transport::LinkOptions& options) {
  options.is_tls_required = configuration.flag("tls.required");
  const transport::TlsFiles files{.certificate = configuration.text("tls.certificate"),
                                  .key = configuration.text("tls.key"),
                                  .authorities = configuration.text("tls.authorities"),
                                  .psk = configuration.text("tls.psk")};
  if (files == transport::TlsFiles{}) return {};
  auto identity = transport::load_tls_identity(files);
  if (!identity) {
    return wire::error(wire::ErrorCode::RTIinternalError, identity.error().text);
  }
  options.tls = std::move(*identity);
  return {};
}

LogLevel log_level_of(const config::Configuration& configuration) {
  return log_level(configuration.text("log.level")).value_or(LogLevel::info);
}

}  // namespace triad::router
