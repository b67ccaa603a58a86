// The program rtictl: an operator's requests to a running rtig. Parses the command line, runs the
// subcommand, and returns its exit code. Each subcommand has a file of its own.
#include <algorithm>
#include <cstdio>

#include "config/config.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

const Command& command_of(const command_line::ParsedArguments& given) {
  return **std::ranges::find(commands(), given.manual().name,
                             [](const Command* command) { return command->manual.name; });
}

ExitCode run(const std::vector<std::string>& arguments) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return fail({ExitCode::usage, given.error().text});
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    return command_line::print(manual(), *answer) ? ExitCode::done : ExitCode::refused;
  }
  std::map<std::string, std::string> settings;
  if (const auto url = given->value("url")) settings["url"] = *url;
  if (const auto timeout = given->value("timeout")) settings["connect.timeout"] = *timeout;
  const auto configuration = config::read({.command_line = settings});
  if (!configuration) return fail({ExitCode::usage, configuration.error().text});
  for (const std::string& warning : configuration->warnings()) {
    std::fprintf(stderr, "rtictl: %s\n", warning.c_str());
  }
  const auto timeout = std::chrono::duration<double>(configuration->seconds("connect.timeout"));
  const Context context{.url = configuration->text("url"),
                        .timeout = std::chrono::duration_cast<std::chrono::milliseconds>(timeout),
                        .tls = {.certificate = configuration->text("tls.certificate"),
                                .key = configuration->text("tls.key"),
                                .authorities = configuration->text("tls.authorities"),
                                .psk = configuration->text("tls.psk")},
                        .is_tls_required = configuration->flag("tls.required")};
  return command_of(*given).run(context, *given);
}

}  // namespace

}  // namespace triad::rtictl

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  return static_cast<int>(triad::rtictl::run(arguments));
}
