#include "rtig/program/options.hpp"

#include <algorithm>
#include <array>
#include <boost/describe.hpp>
#include <boost/mp11.hpp>
#include <boost/program_options.hpp>
#include <charconv>
#include <sstream>

#include "config/values.hpp"

namespace triad::rtig {

namespace {

namespace po = boost::program_options;

// The settings that rtig reads; the option of "fom.path" is --fom-path.
struct Option {
  const char* key;
  const char* argument;
};
constexpr std::array kOptions{
    Option{"listen", "URL"},
    Option{"fom.path", "DIRECTORIES"},
    Option{"fom.anywhere", "YES|NO"},
    Option{"lost.action", "ACTION"},
    Option{"flow.hold", "BYTES"},
    Option{"flow.resume", "BYTES"},
    Option{"flow.resign", "BYTES"},
    Option{"datagrams", "YES|NO"},
    Option{"heartbeat", "SECONDS"},
    Option{"report.waits", "SECONDS"},
    Option{"saves", "DIRECTORY"},
    Option{"fabric.log", "BYTES"},
    Option{"wait.spin", "MICROSECONDS"},
    Option{"log.level", "LEVEL"},
    Option{"log.file", "FILE"},
};

std::string option_name(std::string_view key) {
  std::string name(key);
  std::ranges::replace(name, '.', '-');
  return name;
}

po::options_description description() {
  po::options_description all;
  auto add = all.add_options();
  for (const Option& option : kOptions) {
    const std::string name = option_name(option.key);
    add((name == "listen" ? name + ",l" : name).c_str(), po::value<std::vector<std::string>>());
  }
  add("ready-fd", po::value<std::string>());
  add("verbose,v", po::value<std::string>());
  add("help,h", po::bool_switch());
  add("version", po::bool_switch());
  return all;
}

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

// CERTI's rtig takes a bare address: `rtig -l 0.0.0.0`.
std::string as_url(const std::string& listen, const config::Environment& environment) {
  if (listen.find("://") != std::string::npos || listen.starts_with("memory:")) return listen;
  const bool has_port = listen.find(':') != std::string::npos;
  const std::string port = environment("CERTI_TCP_PORT").value_or("60400");
  return "tcp://" + listen + (has_port ? "" : ":" + port);
}

// CERTI's -v: 0 only what went wrong, 1 what happens, 2 everything.
wire::Result<std::string> level_of_verbosity(const std::string& verbosity) {
  if (verbosity == "0") return std::string("warning");
  if (verbosity == "1") return std::string("info");
  if (verbosity == "2") return std::string("debug");
  return refusal("command line, --verbose: \"" + verbosity + "\" is not a value; give 0, 1 or 2");
}

wire::Result<int> descriptor(const std::string& text) {
  int fd = -1;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, fd);
  if (fault != std::errc{} || stop != end || fd < 0) {
    return refusal("command line, --ready-fd: \"" + text +
                   "\" is not a value; give the number of an open file descriptor");
  }
  return fd;
}

wire::ResignAction resign_action(std::string_view name) {
  wire::ResignAction found{};
  boost::mp11::mp_for_each<boost::describe::describe_enumerators<wire::ResignAction>>(
      [&](auto action) {
        if (name == action.name) found = action.value;
      });
  return found;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

// What the command line gives for the settings.
wire::Result<std::map<std::string, std::string>> settings_given(const po::variables_map& given) {
  std::map<std::string, std::string> values;
  for (const Option& option : kOptions) {
    const auto at = given.find(option_name(option.key));
    if (at == given.end()) continue;
    const auto& texts = at->second.as<std::vector<std::string>>();
    const bool repeatable = std::string_view(option.key) == "listen";
    if (texts.size() > 1 && !repeatable) {
      return refusal("command line: --" + at->first + " is given twice");
    }
    std::string& value = values[option.key];
    for (const std::string& text : texts) value += (value.empty() ? "" : " ") + text;
  }
  if (given.contains("verbose") && !values.contains("log.level")) {
    auto level = level_of_verbosity(given["verbose"].as<std::string>());
    if (!level) return level.error();
    values["log.level"] = *level;
  }
  return values;
}

wire::Result<ProgramOptions> interpret(const config::Configuration& configuration,
                                       const config::Environment& environment) {
  ProgramOptions options;
  for (const std::string& url : words(configuration.text("listen"))) {
    options.listen.push_back(as_url(url, environment));
  }
  if (options.listen.empty()) {
    return refusal(configuration.origin("listen") + ": rtig must listen somewhere; give a URL");
  }
  options.fom_path = configuration.directories("fom.path");
  options.fom_anywhere = configuration.flag("fom.anywhere");
  options.lost_action = resign_action(configuration.text("lost.action"));
  options.hold_bytes = configuration.bytes("flow.hold");
  options.resume_bytes = configuration.bytes("flow.resume");
  options.resign_bytes = configuration.bytes("flow.resign");
  if (options.resume_bytes > options.hold_bytes || options.hold_bytes > options.resign_bytes) {
    return refusal("flow.resume (" + configuration.text("flow.resume") + ", " +
                   configuration.origin("flow.resume") + ") may not be above flow.hold (" +
                   configuration.text("flow.hold") + ", " + configuration.origin("flow.hold") +
                   "), nor that above flow.resign (" + configuration.text("flow.resign") + ", " +
                   configuration.origin("flow.resign") + ")");
  }
  options.datagrams = configuration.flag("datagrams");
  options.fabric_log = configuration.bytes("fabric.log");
  options.spin = std::chrono::microseconds(configuration.count("wait.spin"));
  options.heartbeat = std::chrono::seconds(configuration.count("heartbeat"));
  options.report_waits = std::chrono::ceil<std::chrono::milliseconds>(
      std::chrono::duration<double>(configuration.seconds("report.waits")));
  options.saves = configuration.text("saves");
  options.saves_told = configuration.origin("saves") != "default";
  // Joins, resigns and losses are what an rtig's log is for, so its own default is a level lower.
  options.log_level = configuration.origin("log.level") == "default"
                          ? LogLevel::info
                          : log_level(configuration.text("log.level")).value_or(LogLevel::info);
  options.log_file = configuration.text("log.file");
  options.warnings = configuration.warnings();
  return options;
}

}  // namespace

wire::Result<ProgramOptions> read_options(const std::vector<std::string>& arguments,
                                          const config::Sources& surroundings) {
  po::variables_map given;
  try {
    const po::options_description known = description();
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(known).positional({}).style(style).run(),
              given);
  } catch (const po::error& fault) {
    return refusal(std::string("command line: ") + fault.what() + "; `rtig --help` lists them all");
  }
  if (given["help"].as<bool>() || given["version"].as<bool>()) {
    ProgramOptions options;
    options.help = given["help"].as<bool>();
    options.version = !options.help;
    return options;
  }
  auto values = settings_given(given);
  if (!values) return values.error();
  config::Sources sources = surroundings;
  sources.command_line = std::move(*values);
  const auto configuration = config::read(sources);
  if (!configuration) return configuration.error();
  auto options = interpret(*configuration, sources.environment);
  if (options && given.contains("ready-fd")) {
    const auto fd = descriptor(given["ready-fd"].as<std::string>());
    if (!fd) return fd.error();
    options->ready_fd = *fd;
  }
  return options;
}

std::string help_text() {
  std::string text =
      "rtig: the gateway of any number of HLA 1.3 federations.\n\n"
      "Usage: rtig [OPTION...]\n\n"
      "An option counts before its environment variable, that before the RID file (RTI.rid, or\n"
      "the file that RTI_RID_FILE names), that before the default.\n\n";
  for (const Option& option : kOptions) {
    const auto setting = std::ranges::find(config::settings(), std::string_view(option.key),
                                           [](const auto& s) { return std::string_view(s.key); });
    text += "  --" + option_name(option.key) + " " + option.argument + "\n";
    text += std::string("      ") + setting->help + "\n";
    for (std::size_t i = 0; i < setting->allowed.size(); ++i) {
      text += std::string(i == 0 ? "      one of " : ", ") + setting->allowed[i];
    }
    if (!setting->allowed.empty()) text += "\n";
    text += std::string("      environment ") + setting->environment;
    for (const char* alias : setting->aliases) text += std::string(", ") + alias;
    if (std::string_view(option.key) == "listen") text += ", CERTI_TCP_PORT (on loopback)";
    const bool is_level = std::string_view(option.key) == "log.level";
    const std::string_view fallback = is_level ? "info" : setting->default_value;
    text += std::string("; RID file ") + setting->key;
    if (!fallback.empty()) text += "; default " + std::string(fallback);
    text += "\n";
  }
  text +=
      "  --ready-fd N\n"
      "      write the URLs that are listened on to this descriptor, one a line, and close it\n"
      "  -v, --verbose 0|1|2\n"
      "      as in CERTI: log level warning, info or debug\n"
      "  -h, --help       this text\n"
      "  --version        the version\n\n"
      "-l is short for --listen, which may be given several times. A FED file that a federate\n"
      "names and does not have itself is looked for in --fom-path, in\n"
      "CERTI_HOME/share/federations, and where Triad is installed. rtig ends on SIGTERM or\n"
      "SIGINT, at once on a second one.\n"
      "Exit codes: 0 ended by a signal, 1 could not start or go on, 2 wrong command line or\n"
      "configuration.\n";
  return text;
}

}  // namespace triad::rtig
