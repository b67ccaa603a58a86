#include "config/setting_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace triad::config {
namespace {

constexpr double kSecondsMax = 1e9;

bool strip_suffix(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

}  // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (text.empty() || fault != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> parse_seconds(std::string_view text) {
  double unit = 1;
  if (strip_suffix(text, "ms")) {
    unit = 1e-3;
  } else {
    strip_suffix(text, "s");
  }
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
  if (text.empty() || fault != std::errc{} || stop != end) return std::nullopt;
  if (!std::isfinite(value) || std::signbit(value) || value > kSecondsMax) return std::nullopt;
  return value * unit;
}

std::optional<std::uint64_t> parse_bytes(std::string_view text) {
  std::uint64_t unit = 1;
  for (const auto& [suffix, bytes] :
       {std::pair{"K", 1ull << 10}, std::pair{"M", 1ull << 20}, std::pair{"G", 1ull << 30}}) {
    if (strip_suffix(text, suffix)) {
      unit = bytes;
      break;
    }
  }
  const auto value = parse_count(text);
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return *value * unit;
}

std::optional<bool> parse_flag(std::string_view text) {
  if (text == "yes" || text == "on" || text == "true" || text == "1") return true;
  if (text == "no" || text == "off" || text == "false" || text == "0") return false;
  return std::nullopt;
}

namespace {

std::string limits_of(const Setting& setting, std::string words) {
  if (setting.bytes_min > 0) words += ", at least " + std::to_string(setting.bytes_min);
  if (setting.bytes_max != std::numeric_limits<std::uint64_t>::max()) {
    words += ", at most " + std::to_string(setting.bytes_max);
  }
  return words;
}

}  // namespace

bool is_value(const Setting& setting, std::string_view text) {
  switch (setting.kind) {
    case Kind::text:
      return true;
    case Kind::choice:
      return std::ranges::find(setting.allowed, text, [](const char* word) {
               return std::string_view(word);
             }) != setting.allowed.end();
    case Kind::count: {
      const auto value = parse_count(text);
      return value && *value <= setting.count_max;
    }
    case Kind::seconds:
      return parse_seconds(text).has_value();
    case Kind::bytes: {
      const auto value = parse_bytes(text);
      return value && *value >= setting.bytes_min && *value <= setting.bytes_max;
    }
    case Kind::flag:
      return parse_flag(text).has_value();
  }
  return false;
}

std::string allowed_values(const Setting& setting) {
  switch (setting.kind) {
    case Kind::text:
      return "any text";
    case Kind::choice: {
      std::string words;
      for (std::size_t i = 0; i < setting.allowed.size(); ++i) {
        if (i > 0) words += i + 1 == setting.allowed.size() ? " or " : ", ";
        words += setting.allowed[i];
      }
      return words;
    }
    case Kind::count: {
      std::string words = "a whole number";
      if (*setting.unit != '\0') words += std::string(" of ") + setting.unit;
      if (setting.count_max != std::numeric_limits<std::uint64_t>::max()) {
        words += ", at most " + std::to_string(setting.count_max);
      }
      return words;
    }
    case Kind::seconds:
      return "a number of seconds such as 2, 0.5 or 500ms";
    case Kind::bytes:
      return limits_of(setting, "a number of bytes such as 65536, 64K, 64M or 2G");
    case Kind::flag:
      return "yes or no";
  }
  return {};
}

}  // namespace triad::config
