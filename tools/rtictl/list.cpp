// `rtictl list`: the federations of an rtig and their federates.
#include <cstdio>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/federation_view.hpp"

namespace triad::rtictl {

namespace {

ExitCode run_list(const Context& context, const command_line::Given& given) {
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const auto reply = client->ask(wire::ListFederations{});
  if (!reply) return fail(reply.error());
  const auto list = reply->message<wire::FederationList>();
  if (!list) return fail(client->misunderstood(*reply));
  std::fputs((given.has("json") ? as_json(*list) : as_tables(*list)).c_str(), stdout);
  return ExitCode::done;
}

}  // namespace

const Command kList{
    .manual =
        {.name = "rtictl list",
         .summary = "show the federations and their federates",
         .text = "Shows each federation with its FED file, its objects and its federates: handle, "
                 "name, host, process id, transport, state, and how many bytes wait at the rtig "
                 "for it.",
         .options = {{.name = "json", .text = "The same as one JSON object, for programs."}}},
    .run = run_list,
};

}  // namespace triad::rtictl
