// `rtictl destroy`: ends a federation execution; with --force also while federates are joined.
#include <cstdio>

#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

ExitCode run_destroy(const Context& context, const command_line::Given& given) {
  const std::string& federation = given.arguments().front();
  auto client = Client::connect_as_operator(context);
  if (!client) return fail(client.error());
  const auto reply = client->ask(wire::TerminateFederation{federation, given.has("force")});
  if (!reply) return fail(reply.error());
  std::printf("Federation %s is destroyed.\n", printable(federation).c_str());
  return ExitCode::done;
}

}  // namespace

const Command kDestroy{
    .manual = {.name = "rtictl destroy",
               .summary = "end a federation that is no longer used",
               .arguments = "FEDERATION",
               .arguments_min = 1,
               .arguments_max = 1,
               .missing = "destroy needs the name of a federation; `rtictl list` shows them",
               .offer = command_line::Offer::federations,
               .text = "Refused while federates are joined. An rtig accepts the request from its "
                       "own user and from root on its own host (for the service rtig: sudo rtictl "
                       "destroy FEDERATION). Over tcp:// it accepts requests of other users only "
                       "with --operators anybody.",
               .options = {{.name = "force",
                            .text = "Resigns the federates first. Each is notified that its "
                                    "federation is lost."}}},
    .run = run_destroy,
};

}  // namespace triad::rtictl
