#include "tools/rtirun/log_lines.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>

namespace triad::rtirun {

namespace {

constexpr std::size_t kTimeBytes = 24;  // Of time_text().
constexpr std::size_t kSecondsBytes = 19;

// Reads the whole text as a number.
std::optional<int> number_in(std::string_view text) {
  int value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

}  // namespace

WallClock wall_clock() {
  return std::chrono::duration_cast<WallClock>(std::chrono::system_clock::now().time_since_epoch());
}

std::string time_text(WallClock time) {
  const std::chrono::sys_time<WallClock> point(time);
  const auto day = std::chrono::floor<std::chrono::days>(point);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(point - day);
  char text[64];
  std::snprintf(
      text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return text;
}

std::optional<WallClock> parse_time(std::string_view text) {
  if (!text.ends_with('Z')) return std::nullopt;
  text.remove_suffix(1);
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd.ddd";
  if (text.size() != kSecondsBytes && text.size() != kShape.size()) return std::nullopt;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (kShape[i] == 'd' ? !is_digit : text[i] != kShape[i]) return std::nullopt;
  }
  const auto part = [&](std::size_t begin, std::size_t size) {
    return *number_in(text.substr(begin, size));
  };
  const std::chrono::year_month_day date{std::chrono::year(part(0, 4)),
                                         std::chrono::month(static_cast<unsigned>(part(5, 2))),
                                         std::chrono::day(static_cast<unsigned>(part(8, 2)))};
  if (!date.ok() || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 60) return std::nullopt;
  WallClock time = std::chrono::sys_days(date).time_since_epoch();
  time += std::chrono::hours(part(11, 2)) + std::chrono::minutes(part(14, 2)) +
          std::chrono::seconds(part(17, 2));
  if (text.size() == kShape.size()) time += WallClock(part(20, 3));
  return time;
}

std::optional<WallClock> parse_since(std::string_view text, WallClock now) {
  if (const auto time = parse_time(text)) return time;
  constexpr std::string_view kUnits = "smhd";
  constexpr std::int64_t kSeconds[] = {1, 60, 3600, 86400};
  if (text.size() < 2) return std::nullopt;
  const std::size_t unit = kUnits.find(text.back());
  const auto number = number_in(text.substr(0, text.size() - 1));
  if (unit == kUnits.npos || !number) return std::nullopt;
  return now - std::chrono::seconds(*number * kSeconds[unit]);
}

LogLine split_line(std::string_view line) {
  if (line.size() < kTimeBytes) return {WallClock(0), line};
  const auto time = parse_time(line.substr(0, kTimeBytes));
  if (!time) return {WallClock(0), line};
  line.remove_prefix(kTimeBytes);
  if (line.starts_with(' ')) line.remove_prefix(1);
  return {*time, line};
}

std::string LogStamper::stamp(std::string_view bytes, WallClock now) {
  std::string lines;
  while (!bytes.empty()) {
    const std::size_t room = kLineBytes - begun_.size();
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::size_t size = std::min(end, room);
    begun_ += bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (bytes.empty() && size < room) break;
    if (bytes.starts_with('\n')) bytes.remove_prefix(1);
    lines += stamped(now);
  }
  return lines;
}

std::string LogStamper::finish(WallClock now) {
  return begun_.empty() ? "" : stamped(now);
}

std::string LogStamper::stamped(WallClock now) {
  std::string line = time_text(now) + " " + begun_ + "\n";
  begun_.clear();
  return line;
}

}  // namespace triad::rtirun
