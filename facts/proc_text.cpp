#include "facts/proc_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace triad::facts {

namespace {

// Largest accepted count: sums of several counts stay below the largest value of their type.
constexpr std::uint64_t kCountMax = std::uint64_t{1} << 56;

// Reads words, separated by blanks, from one text.
class Words {
 public:
  explicit Words(std::string_view text) : left_(text) {}

  // Returns an empty text at the end.
  std::string_view next() {
    const std::size_t begin = std::min(left_.find_first_not_of(" \t"), left_.size());
    left_.remove_prefix(begin);
    const std::string_view word = left_.substr(0, left_.find_first_of(" \t"));
    left_.remove_prefix(word.size());
    return word;
  }
  // Returns nothing if the next word is not a count.
  std::optional<std::uint64_t> next_count() {
    const std::string_view word = next();
    std::uint64_t value = 0;
    const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (fault != std::errc() || end != word.data() + word.size() || value > kCountMax) return {};
    return value;
  }
  bool skip(std::size_t words) {
    for (std::size_t i = 0; i < words; ++i) {
      if (next().empty()) return false;
    }
    return true;
  }

 private:
  std::string_view left_;
};

// Removes the first line from the text and returns it.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

std::uint64_t ms_of(std::uint64_t ticks, ProcUnits units) {
  return ticks / units.ticks_per_second * 1000 +
         ticks % units.ticks_per_second * 1000 / units.ticks_per_second;
}

std::uint32_t narrow(std::uint64_t value) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(value, std::numeric_limits<std::uint32_t>::max()));
}

// Returns the value in bytes of a line `NAME:   N kB` of /proc/meminfo.
std::optional<std::uint64_t> memory_value(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    Words words(take_line(text));
    if (words.next() != name) continue;
    const auto kilobytes = words.next_count();
    if (!kilobytes || *kilobytes > kCountMax / 1024) return std::nullopt;
    return *kilobytes * 1024;
  }
  return std::nullopt;
}

// Returns hundredths of a text like "0.42".
std::optional<std::uint32_t> parse_hundredths(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto whole = Words(text.substr(0, point)).next_count();
  const auto part = Words(text.substr(point + 1)).next_count();
  if (!whole || !part || text.size() != point + 3) return std::nullopt;
  return narrow(*whole * 100 + *part);
}

// Parses the lines "cpu ..." and "cpuN ..." of /proc/stat.
bool parse_processors(std::string_view text, ProcUnits units, wire::HostFigures& figures) {
  Words sum(take_line(text));
  if (sum.next() != "cpu") return false;
  std::array<std::uint64_t, 8> ticks{};  // user nice system idle iowait irq softirq steal
  for (std::uint64_t& value : ticks) {
    const auto count = sum.next_count();
    if (!count) return false;
    value = *count;
  }
  figures.cpu_user_ms = ms_of(ticks[0] + ticks[1], units);
  figures.cpu_system_ms = ms_of(ticks[2] + ticks[5] + ticks[6] + ticks[7], units);
  figures.cpu_idle_ms = ms_of(ticks[3] + ticks[4], units);
  while (take_line(text).starts_with("cpu")) ++figures.processors;
  return true;
}

std::optional<wire::InterfaceFigures> parse_network(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  wire::InterfaceFigures figures;
  figures.name = Words(line.substr(0, colon)).next();
  Words words(line.substr(colon + 1));
  const auto bytes_received = words.next_count();
  const auto packets_received = words.next_count();
  // Errors, drops, and so on, of received packets.
  if (!words.skip(6)) return std::nullopt;
  const auto bytes_sent = words.next_count();
  const auto packets_sent = words.next_count();
  const bool is_name = !figures.name.empty() && figures.name.size() <= wire::kInterfaceNameMax;
  if (!is_name || !bytes_received || !packets_received || !bytes_sent || !packets_sent) return {};
  figures.bytes_received = *bytes_received;
  figures.packets_received = *packets_received;
  figures.bytes_sent = *bytes_sent;
  figures.packets_sent = *packets_sent;
  return figures;
}

}  // namespace

// The name of the program is in brackets and may contain any characters, also brackets.
std::optional<wire::ProcessFigures> parse_process(std::string_view stat, ProcUnits units) {
  if (units.ticks_per_second == 0) return std::nullopt;
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string_view::npos) return std::nullopt;
  const auto process = Words(stat).next_count();
  Words words(stat.substr(name_end + 1));
  if (!words.skip(11)) return std::nullopt;  // state to cmajflt
  const auto user = words.next_count();
  const auto system = words.next_count();
  if (!words.skip(4)) return std::nullopt;  // cutime to nice
  const auto threads = words.next_count();
  if (!words.skip(3)) return std::nullopt;  // itrealvalue, starttime, vsize
  const auto pages = words.next_count();
  if (!process || !user || !system || !threads || !pages) return std::nullopt;
  if (units.page_bytes != 0 && *pages > kCountMax / units.page_bytes) return std::nullopt;
  wire::ProcessFigures figures;
  figures.process = narrow(*process);
  figures.cpu_user_ms = ms_of(*user, units);
  figures.cpu_system_ms = ms_of(*system, units);
  figures.threads = narrow(*threads);
  figures.memory_bytes = *pages * units.page_bytes;
  return figures;
}

std::optional<wire::HostFigures> parse_host(const HostTexts& texts, ProcUnits units) {
  wire::HostFigures figures;
  if (units.ticks_per_second == 0) return std::nullopt;
  if (!parse_processors(texts.stat, units, figures)) return std::nullopt;
  const auto load = parse_hundredths(Words(texts.load).next());
  const auto memory = memory_value(texts.memory, "MemTotal:");
  const auto available = memory_value(texts.memory, "MemAvailable:");
  const auto cached = memory_value(texts.memory, "Cached:");
  if (!load || !memory || !available || !cached) return std::nullopt;
  figures.load_percent = *load;
  figures.memory_bytes = *memory;
  figures.memory_available_bytes = *available;
  figures.memory_cached_bytes = *cached;
  figures.interfaces = parse_networks(texts.networks);
  return figures;
}

std::vector<wire::InterfaceFigures> parse_networks(std::string_view text) {
  std::vector<wire::InterfaceFigures> interfaces;
  while (!text.empty() && interfaces.size() < wire::kInterfacesMax) {
    if (const auto figures = parse_network(take_line(text))) interfaces.push_back(*figures);
  }
  return interfaces;
}

}  // namespace triad::facts
