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
         .summary = "show the federates' times, and who waits for whom",
         .arguments = "FEDERATION",
         .arguments_min = 1,
         .arguments_max = 1,
         .missing = "time needs the name of a federation; `rtictl list` shows them",
         .offer = command_line::Offer::federations,
         .text = "Shows each federate with its logical time, what it has asked for (TAR to 5) or "
                 "that it is granted, for how long, its lookahead if it regulates, its LBTS if it "
                 "is constrained: those first who hold up others. Then, in sentences, who holds up "
                 "how many, and who waits for whom and for how long: those who wait for the same "
                 "federate in one. Then each synchronization point, save and restore that is not "
                 "finished: the federates whose answers are missing, and for how long. A federate "
                 "answers when it ticks; while it computes, the background thread of its library "
                 "does, or its rtia. NOT TICKING FOR and OUTSIDE THE RTI FOR say for how long the "
                 "federate itself has not called tick, and no service at all. A federate that does "
                 "not answer is shown as it was when it last answered, with how long nothing has "
                 "come from it: often it is the one that holds up all others.",
         .options = {{.name = "wait",
                      .argument = "SECONDS",
                      .text = "How long to wait for the answers (default 1)."},
                     {.name = "watch",
                      .argument = "SECONDS",
                      .text = "Look again and again, after so long each time."},
                     {.name = "json",
                      .text = "The same as one JSON object on one line, for programs."}}},
    .run = run_time,
};

}  // namespace triad::rtictl
