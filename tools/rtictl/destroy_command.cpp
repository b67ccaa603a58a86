// `rtictl destroy`: ends a federation execution; with --force also while federates are joined.
#include <cstdio>

#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"

namespace triad::rtictl {

namespace {

Outcome<Reply> request_as_operator(const Context& context,
                                   const wire::TerminateFederation& request) {
  auto client = Client::connect_as_operator(context);
  if (!client) return client.error();
  return client->request(request);
}

// At a tls:// URL this program has an identity to which a policy may give the right. Otherwise
// rtig's user may have it.
Outcome<Reply> request_end(const Context& context, const wire::TerminateFederation& request) {
  if (!context.url.starts_with("tls://")) return request_as_operator(context, request);
  auto client = Client::connect(context);
  if (!client) return client.error();
  auto reply = client->request(request);
  if (reply || reply.error().code != ExitCode::refused) return reply;
  auto by_user = request_as_operator(context, request);
  return by_user ? std::move(by_user) : std::move(reply);
}

ExitCode run_destroy(const Context& context, const command_line::ParsedArguments& given) {
  const std::string& federation = given.arguments().front();
  const auto reply = request_end(context, {federation, given.has("force")});
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
                       "with --operators anybody. With a policy its rules decide "
                       "(docs/policy.md).",
               .options = {{.name = "force",
                            .text = "Resigns the federates first. Each is notified that its "
                                    "federation is lost."}}},
    .run = run_destroy,
};

}  // namespace triad::rtictl
