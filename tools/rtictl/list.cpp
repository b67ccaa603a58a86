// `rtictl list`: the federations of an rtig and their federates.
#include <cstdio>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/federation_view.hpp"

namespace triad::rtictl {

namespace {

ExitCode run_list(const Context& context, std::span<const std::string_view> arguments) {
  bool json = false;
  for (const std::string_view argument : arguments) {
    if (argument != "--json") return wrong_argument(kList, argument);
    json = true;
  }
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const auto reply = client->ask(wire::ListFederations{});
  if (!reply) return fail(reply.error());
  const auto list = reply->message<wire::FederationList>();
  if (!list) return fail(client->misunderstood(*reply));
  std::fputs((json ? as_json(*list) : as_tables(*list)).c_str(), stdout);
  return ExitCode::done;
}

}  // namespace

const Command kList{
    .name = "list",
    .arguments = "[--json]",
    .summary = "Show the federations and their federates.",
    .help =
        "Shows each federation with its FED file, its objects and its federates: handle, name,\n"
        "host, process id, transport, state, and how many bytes wait at the rtig for it.\n"
        "  --json   The same as one JSON object, for programs.\n",
    .run = run_list,
};

}  // namespace triad::rtictl
