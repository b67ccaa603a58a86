// `rtictl destroy`: ends a federation execution that its federates left behind.
#include <cstdio>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

ExitCode run_destroy(const Context& context, std::span<const std::string_view> arguments) {
  std::string federation;
  bool force = false;
  bool named = false;
  for (const std::string_view argument : arguments) {
    if (argument == "--force") {
      force = true;
    } else if (!named && !argument.starts_with("--")) {
      federation = argument;
      named = true;
    } else {
      return wrong_argument(kDestroy, argument);
    }
  }
  if (!named) {
    return fail(
        {ExitCode::usage, "destroy needs the name of a federation; `rtictl list` shows them"});
  }
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const auto reply = client->ask(wire::TerminateFederation{federation, force});
  if (!reply) return fail(reply.error());
  std::printf("Federation %s is destroyed.\n", federation.c_str());
  return ExitCode::done;
}

}  // namespace

const Command kDestroy{
    .name = "destroy",
    .arguments = "FEDERATION [--force]",
    .summary = "End a federation that nobody uses any more.",
    .help =
        "Refused while federates are joined.\n"
        "  --force   Resign them first: each is told that it has lost its federation.\n",
    .run = run_destroy,
};

}  // namespace triad::rtictl
