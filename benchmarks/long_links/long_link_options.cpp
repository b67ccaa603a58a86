// Implements long_link_options.hpp.
#include "benchmarks/long_links/long_link_options.hpp"

#include <charconv>
#include <limits>
#include <string_view>

namespace triad::long_links {

namespace {

using command_line::ParsedArguments;
using command_line::UsageError;

// Limits of --rtt, --rate, --queue and --loss: a day, 100 Gbit/s, a gigabyte, 100 percent.
constexpr double kMillisecondsMax = 86'400'000;
constexpr double kMegabitsMax = 100'000;
constexpr double kKilobytesMax = 1'000'000;
constexpr double kPercentMax = 100;
constexpr int kMtuMin = 576;
constexpr int kMtuMax = 65'535;

template <class Number>
std::optional<Number> number_in(std::string_view text, Number least, Number most) {
  Number value{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= least && value <= most)) return std::nullopt;  // Also false for NaN.
  return value;
}

std::string number_text(double number) {
  return std::to_string(static_cast<long long>(number));
}
std::string number_text(std::uint64_t number) {
  return std::to_string(number);
}
std::string number_text(int number) {
  return std::to_string(number);
}

// Converts options to numbers, and keeps the first fault.
class Reading {
 public:
  explicit Reading(const ParsedArguments& given) : given_(given) {}

  template <class Number>
  Number number(std::string_view option, Number otherwise, Number least, Number most) {
    const auto text = given_.value(option);
    if (!text) return otherwise;
    const auto value = number_in(*text, least, most);
    if (!value && !wrong_) {
      wrong_ =
          UsageError{"--" + std::string(option) + ": \"" + *text + "\" is not a number from " +
                     number_text(least) + " to " + number_text(most) + "; see long_link --help"};
    }
    return value.value_or(otherwise);
  }
  const std::optional<UsageError>& wrong() const { return wrong_; }

 private:
  const ParsedArguments& given_;
  std::optional<UsageError> wrong_;
};

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "long_link",
      .summary = "join two network namespaces by a long link",
      .arguments = "NEAR FAR",
      .arguments_min = 2,
      .arguments_max = 2,
      .missing = "name two network namespaces (ip netns add NAME)",
      .text =
          "Makes a TUN device \"longlink\" in each of the two network namespaces and carries IP "
          "packets between them, with delay and loss, until SIGTERM or SIGINT; then prints the "
          "packets carried and dropped in each direction. Needs root.\n\n"
          "NEAR and FAR are names as ip netns has them, or paths like /proc/PID/ns/net. NEAR gets "
          "the address 10.66.0.1, FAR 10.66.0.2.",
      .options =
          {{.name = "rtt",
            .argument = "MS",
            .text = "Round-trip time in milliseconds, half in each direction. Default: 0."},
           {.name = "rate",
            .argument = "MBIT",
            .text = "Megabits per second in each direction; 0: no limit. Default: 0."},
           {.name = "queue",
            .argument = "KB",
            .text = "Queue limit in each direction, in thousands of bytes; packets beyond it "
                    "are dropped. 0: no limit. Default: 1000."},
           {.name = "loss",
            .argument = "PERCENT",
            .text = "Percentage of packets dropped at random in each direction. Default: 0."},
           {.name = "seed",
            .argument = "N",
            .text = "Seed of the random numbers. The same seed drops the same packets. "
                    "Default: 1."},
           {.name = "mtu",
            .argument = "BYTES",
            .text = "Largest packet in bytes, at least 576. Default: 1500."},
           {.name = "ready-fd",
            .argument = "N",
            .text = "Write the two addresses to this descriptor, one per line, and close it, when "
                    "the link is ready."}},
      .sections = {{"Exit status",
                    "  0   ended by a signal\n"
                    "  1   could not start or continue\n"
                    "  2   wrong command line"}}};
  return kManual;
}

command_line::Outcome<Options> options_of(const ParsedArguments& given) {
  Reading reading(given);
  Options options;
  const double rtt_ms = reading.number("rtt", 0.0, 0.0, kMillisecondsMax);
  options.each_way.delay = std::chrono::round<std::chrono::nanoseconds>(
      std::chrono::duration<double, std::milli>(rtt_ms / 2));
  options.each_way.bits_per_second =
      static_cast<std::uint64_t>(reading.number("rate", 0.0, 0.0, kMegabitsMax) * 1e6);
  options.each_way.queue_bytes =
      static_cast<std::uint64_t>(reading.number("queue", 1000.0, 0.0, kKilobytesMax) * 1e3);
  options.each_way.loss = reading.number("loss", 0.0, 0.0, kPercentMax) / 100;
  options.each_way.seed =
      reading.number<std::uint64_t>("seed", 1, 0, std::numeric_limits<std::uint64_t>::max() - 1);
  options.mtu = reading.number("mtu", options.mtu, kMtuMin, kMtuMax);
  options.ready_fd = reading.number("ready-fd", -1, 0, std::numeric_limits<int>::max());
  if (reading.wrong()) return *reading.wrong();
  options.near = given.arguments().at(0);
  options.far = given.arguments().at(1);
  if (options.near == options.far) {
    return UsageError{"\"" + options.near +
                      "\" is named twice; a link joins two network namespaces"};
  }
  return options;
}

}  // namespace triad::long_links
