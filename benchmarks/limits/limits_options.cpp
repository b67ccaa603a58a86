// Implements limits_options.hpp.
#include "benchmarks/limits/limits_options.hpp"

#include <charconv>
#include <string_view>

namespace triad::limits {

namespace {

using command_line::UsageError;

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

bool read_sizes(std::string_view text, std::vector<std::size_t>& sizes) {
  sizes.clear();
  while (true) {
    const std::size_t comma = text.find(',');
    const auto size = number(text.substr(0, comma));
    if (!size) return false;
    sizes.push_back(*size);
    if (comma == std::string_view::npos) return true;
    text.remove_prefix(comma + 1);
  }
}

bool read_count(std::string_view text, std::size_t& count) {
  const auto value = number(text);
  if (value) count = *value;
  return value.has_value();
}

// Converts a valid choice.
Cores cores_named(std::string_view text) {
  if (text == "own") return Cores::own;
  return text == "same" ? Cores::same : Cores::any;
}

UsageError wrong(std::string_view option, std::string_view text, std::string_view wanted) {
  return {"--" + std::string(option) + ": \"" + std::string(text) + "\" is not " +
          std::string(wanted) + "; see limits --help"};
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual{
      .name = "limits",
      .summary = "measure communication between two processes on this machine",
      .text =
          "Measures bare rings, bare sockets, chains through relays, and Triad links; then "
          "barriers of several processes, pairs that share the cores, and the cost of a "
          "system call and of a wake.\n\n"
          "Latency is half the round trip of --count single messages; the stream sends ten "
          "times as many (at most 512 MiB). Each figure is the median of --repeat interleaved "
          "runs.",
      .options = {{.name = "size",
                   .argument = "BYTES[,BYTES...]",
                   .text = "Message sizes in bytes. Default: 16,128,1024,65536."},
                  {.name = "count",
                   .argument = "MESSAGES",
                   .text = "Messages per latency run. Default: 20000."},
                  {.name = "repeat",
                   .argument = "TIMES",
                   .text = "Runs of each measurement. Default: 3."},
                  {.name = "cores",
                   .argument = "WHICH",
                   .text = "Cores of the two processes: any, a separate core each, or the same "
                           "core. Default: any.",
                   .choices = {"any", "own", "same"}},
                  {.name = "routes",
                   .argument = "PART-OF-NAME",
                   .text = "Measures only routes with this text in the name."},
                  {.name = "csv", .text = "Prints comma-separated values instead of a table."}},
      .sections = {{"Exit status",
                    "  0   measured\n"
                    "  1   the machine refuses something that the measurement needs\n"
                    "  2   wrong command line"}}};
  return kManual;
}

command_line::Outcome<Options> options_of(const command_line::ParsedArguments& given) {
  Options options;
  if (const auto sizes = given.value("size"); sizes && !read_sizes(*sizes, options.sizes)) {
    return wrong("size", *sizes, "a list of sizes");
  }
  for (const auto& [name, count] :
       {std::pair{"count", &options.count}, {"repeat", &options.repeat}}) {
    const auto text = given.value(name);
    if (text && !read_count(*text, *count)) return wrong(name, *text, "a number from 1 on");
  }
  if (const auto cores = given.value("cores")) options.cores = cores_named(*cores);
  options.routes = given.value("routes").value_or("");
  options.csv = given.has("csv");
  return options;
}

}  // namespace triad::limits
