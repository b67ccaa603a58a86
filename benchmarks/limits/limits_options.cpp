// See options.hpp.
#include "benchmarks/limits/limits_options.hpp"

#include <charconv>
#include <cstdio>
#include <string_view>

namespace triad::limits {

namespace {

constexpr const char* kUsage =
    "usage: limits [--size BYTES[,BYTES...]] [--count MESSAGES] [--repeat TIMES]\n"
    "              [--cores any|own|same] [--routes PART-OF-NAME] [--csv]\n"
    "Measures the way between two processes on this machine: bare rings, bare sockets, chains of\n"
    "them through relays, our links; then barriers of several processes, pairs of them that\n"
    "share the cores, and what a system call and a wake cost.\n"
    "Latency is half the round trip of --count single messages; the stream sends ten times as\n"
    "many (at most 512 MiB). Each figure is the median of --repeat interleaved runs.\n";

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value == 0) return std::nullopt;
  return value;
}

bool parse_sizes(std::string_view text, std::vector<std::size_t>& sizes) {
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

bool parse_count(std::string_view text, std::size_t& count) {
  const auto value = number(text);
  if (value) count = *value;
  return value.has_value();
}

bool parse_cores(std::string_view text, Cores& cores) {
  if (text == "any") cores = Cores::any;
  if (text == "own") cores = Cores::own;
  if (text == "same") cores = Cores::same;
  return text == "any" || text == "own" || text == "same";
}

bool parse_one(std::string_view name, std::string_view value, Options& options) {
  if (name == "--size") return parse_sizes(value, options.sizes);
  if (name == "--count") return parse_count(value, options.count);
  if (name == "--repeat") return parse_count(value, options.repeat);
  if (name == "--cores") return parse_cores(value, options.cores);
  if (name == "--routes") options.routes = value;
  return name == "--routes";
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--csv") {
      options.csv = true;
    } else if (i + 1 < argc && parse_one(name, argv[i + 1], options)) {
      ++i;
    } else {
      if (name != "--help") std::fprintf(stderr, "limits: \"%s\" is not understood\n", argv[i]);
      std::fputs(kUsage, stderr);
      return std::nullopt;
    }
  }
  return options;
}

}  // namespace triad::limits
