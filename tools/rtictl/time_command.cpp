// `rtictl time`: shows the logical times in a federation and the federates that block others.
#include "command_line/seconds.hpp"
#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/time_view.hpp"
#include "tools/rtictl/watch.hpp"

namespace triad::rtictl {

namespace {

struct Arguments {
  std::string federation;
  std::chrono::milliseconds patience{1000};
  std::chrono::milliseconds interval{0};  // Between two polls; zero: only one.
  bool json = false;
};

Outcome<Arguments> parse_arguments(const command_line::Given& given) {
  Arguments parsed{given.arguments().front()};
  parsed.json = given.has("json");
  if (const auto text = given.value("wait")) {
    const auto wanted = command_line::read_seconds(*text);
    if (!wanted) {
      return Failure{ExitCode::usage, "--wait needs " + std::string(command_line::kSecondsAllowed)};
    }
    parsed.patience = *wanted;
  }
  const auto interval = watch_interval(given);
  if (!interval) return interval.error();
  parsed.interval = *interval;
  return parsed;
}

Outcome<std::string> look(Client& client, const Arguments& arguments) {
  const auto reply = client.ask_time_status(arguments.federation, arguments.patience);
  if (!reply) return reply.error();
  const auto status = reply->message<wire::FederationTimeStatus>();
  if (!status) return client.misunderstood(*reply);
  return arguments.json ? as_json(*status) : as_text(*status);
}

ExitCode run_time(const Context& context, const command_line::Given& given) {
  const auto arguments = parse_arguments(given);
  if (!arguments) return fail(arguments.error());
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  return show(arguments->interval, [&] { return look(*client, *arguments); });
}

}  // namespace

const Command kTime{
    .manual =
        {.name = "rtictl time",
         .summary = "show logical times, and which federates block others",
         .arguments = "FEDERATION",
         .arguments_min = 1,
         .arguments_max = 1,
         .missing = "time needs the name of a federation; `rtictl list` shows them",
         .offer = command_line::Offer::federations,
         .text =
             "Shows each federate: logical time, requested time (TAR to 5) or grant, the time "
             "spent in that state, lookahead if regulating, LBTS if constrained. Federates that "
             "block others come first. Sentences then state how many federates each of them "
             "blocks, and which federates wait for it and for how long; federates that wait for "
             "the same federate share a sentence. Then each unfinished synchronization point, save "
             "and restore, with the federates whose answers are missing, and for how long.\n\n"
             "A federate answers when it ticks; while it computes, the background thread of its "
             "library or its rtia answers. NOT TICKING FOR is the time since the federate itself "
             "last called tick, OUTSIDE THE RTI FOR the time since its last service call. A "
             "federate that does not answer is shown in its last known state, with the time since "
             "its last message; it often blocks all others.",
         .options = {{.name = "wait",
                      .argument = "SECONDS",
                      .text = "Time to wait for the answers, 1 unless given."},
                     {.name = "watch",
                      .argument = "SECONDS",
                      .text = "Repeats the output at this interval."},
                     {.name = "json",
                      .text = "Prints the same as one JSON object on one line, for programs."}}},
    .run = run_time,
};

}  // namespace triad::rtictl
