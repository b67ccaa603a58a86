#include "tools/rtictl/trace/options.hpp"

#include <charconv>
#include <cmath>

namespace triad::rtictl {

namespace {

constexpr double kSecondsMax = 31'536'000;  // a year
constexpr std::size_t kLastMax = 10'000;    // a diagram with more nobody can look at

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

// Takes the option with its value; the failure says what the value must be.
std::optional<Failure> take(TraceOptions& options, std::string_view option,
                            std::string_view value) {
  if (option == "--for") {
    options.duration = read_seconds(value);
    if (!options.duration) return usage_error("--for needs a number of seconds, more than 0");
  } else if (option == "--count") {
    const auto count = read_count(value);
    if (!count) return usage_error("--count needs a number of events, at least 1");
    options.count = *count;
  } else if (option == "--last") {
    const auto last = read_count(value);
    if (!last || *last > kLastMax) {
      return usage_error("--last needs a number of events, 1 to 10000");
    }
    options.last = static_cast<std::size_t>(*last);
  } else if (option == "--federate") {
    if (value.empty()) return usage_error("--federate needs a federate's name or handle");
    options.federates.emplace_back(value);
  } else {
    const auto format = format_of(value);
    if (!format) {
      return usage_error(
          "--diagram needs a file whose name ends with .mmd (Mermaid), .puml "
          "(PlantUML) or .svg");
    }
    options.diagrams.push_back({std::string(value), *format});
  }
  return std::nullopt;
}

bool has_value(std::string_view option) {
  return option == "--for" || option == "--count" || option == "--last" || option == "--federate" ||
         option == "--diagram";
}

}  // namespace

Outcome<TraceOptions> parse_trace_options(std::span<const std::string_view> arguments) {
  TraceOptions options;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (has_value(argument)) {
      const std::string_view value = i + 1 < arguments.size() ? arguments[++i] : "";
      if (auto failure = take(options, argument, value)) return *std::move(failure);
    } else if (argument == "--json") {
      options.json = true;
    } else if (options.federation.empty() && !argument.empty() && !argument.starts_with("--")) {
      options.federation = argument;
    } else {
      return usage_error("unexpected argument '" + std::string(argument) +
                         "'; `rtictl trace --help` says what there is");
    }
  }
  if (options.federation.empty()) {
    return usage_error("trace needs the name of a federation; `rtictl list` shows them");
  }
  return options;
}

}  // namespace triad::rtictl
