#include "tools/rtictl/trace/trace_options.hpp"

#include <charconv>
#include <cmath>

namespace triad::rtictl {

namespace {

constexpr double kSecondsMax = 31'536'000;  // One year.
constexpr std::size_t kLastMax = 10'000;    // A larger diagram would be unreadable.

Failure usage_error(std::string text) {
  return {ExitCode::usage, std::move(text)};
}

std::optional<std::chrono::milliseconds> read_seconds(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  if (!std::isfinite(seconds) || seconds <= 0 || seconds > kSecondsMax) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

std::optional<std::uint64_t> read_count(std::string_view text) {
  std::uint64_t count = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, count);
  if (fault != std::errc{} || stop != end || count == 0) return std::nullopt;
  return count;
}

std::optional<Failure> read_filter(const command_line::ParsedArguments& given, Filter& filter) {
  for (const std::string& federate : given.values("federate")) {
    if (!filter.add_only("federate=" + federate)) {
      return usage_error("--federate needs a federate's name or handle");
    }
  }
  constexpr const char* kPatternRule =
      " needs service=PATTERN, class=PATTERN or federate=PATTERN, or the pattern of a service "
      "alone";
  for (const std::string& pattern : given.values("only")) {
    if (!filter.add_only(pattern)) return usage_error(std::string("--only") + kPatternRule);
  }
  for (const std::string& pattern : given.values("except")) {
    if (!filter.add_except(pattern)) return usage_error(std::string("--except") + kPatternRule);
  }
  return std::nullopt;
}

}  // namespace

const command_line::Manual& trace_manual() {
  static const command_line::Manual kManual{
      .name = "rtictl trace",
      .summary = "follow service calls and callbacks, draw them",
      .arguments = "FEDERATION",
      .arguments_min = 1,
      .arguments_max = 1,
      .missing = "trace needs the name of a federation; `rtictl list` shows them",
      .offer = command_line::Offer::federations,
      .text =
          "Joins the federation and shows each service call (->) and callback (<-) of its "
          "federates when it happens: clock, federate, logical time, the call with names in place "
          "of handles, and its result or exception. Ends with Ctrl-C or when all other federates "
          "have left. Then it prints how long each federate has been silent, and its last call or "
          "callback.\n\n"
          "Joins as the federate \"rtictl trace\", which takes no part in time management, sends "
          "only commands to the RTI, and delays no federate. While it is joined the federation "
          "cannot be destroyed.",
      .options = {
          {.name = "federate",
           .argument = "NAME",
           .text = "Shows only this joined federate (name or handle). May be given several times. "
                   "For a federate that joins later: --only federate=NAME.",
           .repeatable = true},
          {.name = "only",
           .argument = "WHAT",
           .text =
               "Shows only calls and callbacks that match service=PATTERN, class=PATTERN (with "
               "subclasses) or federate=PATTERN; PATTERN alone means a service. * matches any "
               "characters, ? matches one. May be given several times: one pattern of each kind "
               "must match.",
           .repeatable = true},
          {.name = "except",
           .argument = "WHAT",
           .text = "Hides calls and callbacks that match. May be given several times.",
           .repeatable = true},
          {.name = "limit",
           .argument = "N",
           .text = "Shows at most N calls and callbacks per second, and counts the rest."},
          {.name = "look-ups",
           .text = "Shows every look-up (get...Name, get...Handle). By default consecutive "
                   "look-ups are one line with a count."},
          {.name = "for", .argument = "SECONDS", .text = "Ends the trace after this time."},
          {.name = "count", .argument = "N", .text = "Ends the trace after N calls and callbacks."},
          {.name = "json",
           .text = "Prints one JSON object per line, with every look-up. The summary goes to "
                   "standard error."},
          {.name = "diagram",
           .argument = "FILE",
           .text = "Writes a sequence diagram of the last events when the trace ends: FILE.mmd "
                   "(Mermaid), FILE.puml (PlantUML) or FILE.svg. May be given several times.",
           .repeatable = true,
           .offer = command_line::Offer::files},
          {.name = "last",
           .argument = "N",
           .text = "Number of events in a diagram, 200 unless given."}}};
  return kManual;
}

Outcome<TraceOptions> trace_options(const command_line::ParsedArguments& given) {
  TraceOptions options;
  options.federation = given.arguments().front();
  options.json = given.has("json");
  if (const auto text = given.value("for")) {
    options.duration = read_seconds(*text);
    if (!options.duration) return usage_error("--for needs a number of seconds, more than 0");
  }
  if (const auto text = given.value("count")) {
    const auto count = read_count(*text);
    if (!count) return usage_error("--count needs a number of events, at least 1");
    options.count = *count;
  }
  if (const auto text = given.value("last")) {
    const auto last = read_count(*text);
    if (!last || *last > kLastMax) {
      return usage_error("--last needs a number of events, 1 to 10000");
    }
    options.diagram_events = static_cast<std::size_t>(*last);
  }
  if (const auto text = given.value("limit")) {
    const auto limit = read_count(*text);
    if (!limit) return usage_error("--limit needs a number of events a second, at least 1");
    options.limit = *limit;
  }
  options.folds_look_ups = !options.json && !given.has("look-ups");
  options.federates = given.values("federate");
  if (auto failure = read_filter(given, options.filter)) return *std::move(failure);
  for (const std::string& file : given.values("diagram")) {
    const auto format = format_of(file);
    if (!format) {
      return usage_error(
          "--diagram needs a file whose name ends with .mmd (Mermaid), .puml (PlantUML) or .svg");
    }
    options.diagrams.push_back({file, *format});
  }
  return options;
}

}  // namespace triad::rtictl
