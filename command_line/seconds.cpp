#include "command_line/seconds.hpp"

#include <charconv>
#include <cmath>

namespace triad::command_line {

namespace {

constexpr double kSecondsMax = 3600;

}  // namespace

std::optional<std::chrono::milliseconds> read_seconds(std::string_view text) {
  double seconds = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, seconds, std::chars_format::fixed);
  if (fault != std::errc{} || stop != end) return std::nullopt;
  if (!std::isfinite(seconds) || seconds < 0 || seconds > kSecondsMax) return std::nullopt;
  return std::chrono::ceil<std::chrono::milliseconds>(std::chrono::duration<double>(seconds));
}

}  // namespace triad::command_line
