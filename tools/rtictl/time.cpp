// `rtictl time`: how logical time stands in a federation, and who holds back whom.
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

#include "tools/rtictl/client.hpp"
#include "tools/rtictl/command.hpp"
#include "tools/rtictl/time_view.hpp"

namespace triad::rtictl {

namespace {

constexpr double kPatienceMax = 3600;

struct Arguments {
  std::string federation;
  std::chrono::milliseconds patience{1000};
};

std::optional<std::chrono::milliseconds> patience(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kPatienceMax) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

Outcome<Arguments> parse_arguments(const command_line::Given& given) {
  Arguments parsed{given.arguments().front()};
  if (const auto text = given.value("wait")) {
    const auto wanted = patience(*text);
    if (!wanted) return Failure{ExitCode::usage, "--wait needs a number of seconds, at most 3600"};
    parsed.patience = *wanted;
  }
  return parsed;
}

// Whoever ticks answers at once; for whoever does not, what was known of it has to do.
Outcome<Reply> ask(Client& client, const Arguments& arguments) {
  auto all = client.ask(wire::QueryTimeStatus{arguments.federation, false}, arguments.patience);
  if (!all) return all.error();
  if (*all) return std::move(**all);
  return client.ask(wire::QueryTimeStatus{arguments.federation, true});
}

ExitCode run_time(const Context& context, const command_line::Given& given) {
  const auto arguments = parse_arguments(given);
  if (!arguments) return fail(arguments.error());
  auto client = Client::connect(context);
  if (!client) return fail(client.error());
  const auto reply = ask(*client, *arguments);
  if (!reply) return fail(reply.error());
  const auto status = reply->message<wire::FederationTimeStatus>();
  if (!status) return fail(client->misunderstood(*reply));
  std::fputs(as_text(*status).c_str(), stdout);
  return ExitCode::done;
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
         .text = "Shows each federate with its logical time, what it has asked for (TAR to 5) or "
                 "that it is granted, for how long, its lookahead if it regulates, its LBTS if it "
                 "is constrained; then, for each that waits, for whom and for how long. A federate "
                 "answers when it ticks; while it computes, the background thread of its library "
                 "does, or its rtia. One that does not answer is shown as it was when it last "
                 "answered, with how long nothing has come from it: often it is the one that holds "
                 "up all others.",
         .options = {{.name = "wait",
                      .argument = "SECONDS",
                      .text = "How long to wait for the answers (default 1)."}}},
    .run = run_time,
};

}  // namespace triad::rtictl
