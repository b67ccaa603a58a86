// `rtictl list`: lists the federations of an rtig and their federates.
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/federation_view.hpp"
#include "tools/rtictl/rates_view.hpp"
#include "tools/rtictl/watch.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtictl {

namespace {

// Federates that tick answer at once; for the others the last status is enough.
constexpr std::chrono::milliseconds kPatience(200);

std::string names_of(const wire::FederationList& list) {
  std::string names;
  for (const wire::FederationInfo& federation : list.federations) {
    names += wire::harmless(federation.federation) + "\n";
  }
  return names;
}

enum class Form { tables, json, names };

Outcome<std::string> look(Client& client, Form form) {
  const auto reply = client.ask(wire::ListFederations{});
  if (!reply) return reply.error();
  const auto list = reply->message<wire::FederationList>();
  if (!list) return client.misunderstood(*reply);
  if (form == Form::names) return names_of(*list);
  return form == Form::json ? as_json(*list) : as_tables(*list);
}

Outcome<std::string> look_at_rates(Client& client, RatesView& view, bool json) {
  const auto reply = client.ask(wire::ListFederations{});
  if (!reply) return reply.error();
  const auto list = reply->message<wire::FederationList>();
  if (!list) return client.misunderstood(*reply);
  std::vector<Reply> replies;  // Own the memory to which the statuses refer.
  std::vector<wire::FederationTimeStatus> statuses;
  for (const wire::FederationInfo& federation : list->federations) {
    auto answer = client.ask_time_status(federation.federation, kPatience);
    // The federation may have ended since.
    if (!answer && answer.error().code != ExitCode::refused) return answer.error();
    const auto status =
        answer ? replies.emplace_back(std::move(*answer)).message<wire::FederationTimeStatus>()
               : std::nullopt;
    statuses.push_back(status.value_or(wire::FederationTimeStatus{}));
  }
  const auto now = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
  const RatesView::Look look{now, *list, statuses};
  return json ? view.as_json(look) : view.as_text(look);
}

ExitCode run_list(const Context& context, const command_line::Given& given) {
  const auto interval = watch_interval(given);
  if (!interval) return fail(interval.error());
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const bool json = given.has("json");
  if (given.has("names")) {
    return show(std::chrono::seconds(0), [&] { return look(*client, Form::names); });
  }
  if (interval->count() == 0) {
    return show(*interval, [&] { return look(*client, json ? Form::json : Form::tables); });
  }
  RatesView view;
  return show(*interval, [&] { return look_at_rates(*client, view, json); });
}

}  // namespace

const Command kList{
    .manual = {.name = "rtictl list",
               .summary = "show the federations and their federates",
               .text = "Shows each federation with its FED file, the number of its objects, and "
                       "its federates: handle, name, host, process id, transport, state, and the "
                       "bytes queued for it at the rtig or in shared memory. States: \"lagging\": "
                       "the federate does not read, and senders wait for it; \"waiting to send\": "
                       "it waits for a lagging federate; \"saving\", \"restoring\": its answer is "
                       "missing; \"waiting for the save\": it has answered, and other federates "
                       "have not. Below the table: each unfinished synchronization point, save and "
                       "restore, with the federates whose answers are missing.\n\n"
                       "With --watch the table shows, in place of host and process, for each "
                       "federate: its logical time; updates, reflections, and interactions sent "
                       "and received per second; bytes and callbacks per second; queued messages "
                       "in receive order (RO) and in time-stamp order (TSO); and dropped "
                       "best-effort messages, with the losses on links by priority.",
               .options = {{.name = "json",
                            .text = "Prints the same as one JSON object, for programs."},
                           {.name = "names",
                            .text = "Prints only the names of the federations, one per line."},
                           {.name = "watch",
                            .argument = "SECONDS",
                            .text = "Shows rates repeatedly, at this interval."}}},
    .run = run_list,
};

}  // namespace triad::rtictl
