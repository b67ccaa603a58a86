// rtictl: what an operator asks of a running rtig. Reads the options before the subcommand, finds
// the subcommand, and ends with its exit code; what each does is in its own file.
#include <sys/types.h>

#include <cstdio>
#include <optional>

#include "config/config.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

std::string help_text() {
  std::string text =
      "rtictl: shows, follows and ends the federations of a running rtig, says who holds up whom,\n"
      "and lists saves.\n\n"
      "Usage: rtictl [--url URL] [--timeout SECONDS] COMMAND [ARGUMENT...]\n\n"
      "Commands (`rtictl COMMAND --help` says more):\n";
  for (const Command* command : commands()) {
    std::string line = "  " + std::string(command->name) + " " + std::string(command->arguments);
    line.resize(std::max<std::size_t>(line.size() + 2, 34), ' ');
    text += line + std::string(command->summary) + "\n";
  }
  text +=
      "\nOptions:\n"
      "  --url URL           where the rtig listens: tcp://HOST:PORT or shm://NAME\n"
      "                      (environment RTI_URL, or CERTI_HOST and CERTI_TCP_PORT;\n"
      "                      RID file url; default tcp://127.0.0.1:60400)\n"
      "  --timeout SECONDS   how long to wait for the rtig (environment RTI_CONNECT_TIMEOUT;\n"
      "                      RID file connect.timeout; default 2)\n"
      "  -h, --help          this text\n"
      "  --version           the version\n\n"
      "Exit codes: 0 done; 1 refused by the rtig; 2 wrong command line or configuration;\n"
      "3 no rtig answers.\n";
  return text;
}

void print_help_of(const Command& command) {
  std::printf("Usage: rtictl [--url URL] [--timeout SECONDS] %s %s\n\n%s\n%s",
              std::string(command.name).c_str(), std::string(command.arguments).c_str(),
              std::string(command.summary).c_str(), std::string(command.help).c_str());
}

const Command* find_command(std::string_view name) {
  for (const Command* command : commands()) {
    if (command->name == name) return command;
  }
  return nullptr;
}

// The options before the subcommand, and what comes after them.
struct CommandLine {
  std::map<std::string, std::string> settings;
  std::span<const std::string_view> rest;
};

ExitCode usage(const std::string& text) {
  return fail({ExitCode::usage, text + "; `rtictl --help` says what there is"});
}

// Takes `--name VALUE` or `--name=VALUE` off the front of `rest`. Empty when it is another option;
// `complete` says whether the value is there.
std::optional<std::string> take_option(std::span<const std::string_view>& rest,
                                       std::string_view name, bool& complete) {
  const std::string_view first = rest.front();
  complete = true;
  if (first.starts_with(name) && first.substr(name.size()).starts_with('=')) {
    rest = rest.subspan(1);
    return std::string(first.substr(name.size() + 1));
  }
  if (first != name) return std::nullopt;
  complete = rest.size() > 1;
  const std::string value(complete ? rest[1] : "");
  rest = rest.subspan(complete ? 2 : 1);
  return value;
}

// Empty when the work is done or the command line wrong: `code` says which.
std::optional<CommandLine> parse(std::span<const std::string_view> arguments, ExitCode& code) {
  CommandLine line{{}, arguments};
  code = ExitCode::done;
  while (!line.rest.empty() && line.rest.front().starts_with('-')) {
    const std::string_view option = line.rest.front();
    bool complete = true;
    if (option == "--help" || option == "-h") {
      std::fputs(help_text().c_str(), stdout);
      return std::nullopt;
    }
    if (option == "--version") {
      std::puts("rtictl (Triad RTI) " TRIAD_VERSION);
      return std::nullopt;
    }
    if (auto url = take_option(line.rest, "--url", complete)) {
      line.settings["url"] = *url;
    } else if (auto timeout = take_option(line.rest, "--timeout", complete)) {
      line.settings["connect.timeout"] = *timeout;
    } else {
      code = usage("unknown option '" + std::string(option) + "'");
      return std::nullopt;
    }
    if (!complete) {
      code = usage("the option " + std::string(option) + " needs a value");
      return std::nullopt;
    }
  }
  return line;
}

ExitCode run(std::span<const std::string_view> arguments) {
  ExitCode code{};
  const auto line = parse(arguments, code);
  if (!line) return code;
  if (line->rest.empty()) return usage("no command given");
  const std::string_view name = line->rest.front();
  const auto rest = line->rest.subspan(1);
  const Command* command = find_command(name);
  if (command == nullptr) return usage("there is no command '" + std::string(name) + "'");
  for (const std::string_view argument : rest) {
    if (argument == "--help" || argument == "-h") {
      print_help_of(*command);
      return ExitCode::done;
    }
  }
  const auto configuration = config::read({.command_line = line->settings});
  if (!configuration) return fail({ExitCode::usage, configuration.error().text});
  for (const std::string& warning : configuration->warnings()) {
    std::fprintf(stderr, "rtictl: %s\n", warning.c_str());
  }
  const auto timeout = std::chrono::duration<double>(configuration->seconds("connect.timeout"));
  const Context context{configuration->text("url"),
                        std::chrono::duration_cast<std::chrono::milliseconds>(timeout)};
  return command->run(context, rest);
}

}  // namespace

}  // namespace triad::rtictl

int main(int argc, char** argv) {
  const std::vector<std::string_view> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::rtictl::run(arguments));
}
