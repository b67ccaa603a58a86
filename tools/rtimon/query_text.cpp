#include "tools/rtimon/query_text.hpp"

#include <algorithm>
#include <charconv>

namespace triad::rtimon {

namespace {

std::optional<unsigned> hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return static_cast<unsigned>(digit - '0');
  if (digit >= 'a' && digit <= 'f') return static_cast<unsigned>(digit - 'a' + 10);
  if (digit >= 'A' && digit <= 'F') return static_cast<unsigned>(digit - 'A' + 10);
  return std::nullopt;
}

std::optional<std::string> decode(std::string_view text, bool plus_is_blank) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const auto high = hexadecimal(text[i + 1]);
      const auto low = hexadecimal(text[i + 2]);
      if (!high || !low) return std::nullopt;
      c = static_cast<char>(*high * 16 + *low);
      i += 2;
    } else if (c == '+' && plus_is_blank) {
      c = ' ';
    }
    if (c == '\0') return std::nullopt;
    out += c;
  }
  return out;
}

// Removes the part before the first separator from the text and returns it.
std::string_view take_part(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

}  // namespace

std::optional<Target> parse_target(std::string_view target) {
  std::string_view rest = target.substr(0, target.find('#'));
  auto path = decode(take_part(rest, '?'), false);
  if (!path || !path->starts_with('/')) return std::nullopt;
  Target parsed{std::move(*path), {}};
  for (std::size_t count = 0; !rest.empty(); ++count) {
    if (count == kParametersMax) return std::nullopt;
    std::string_view value = take_part(rest, '&');
    auto name = decode(take_part(value, '='), true);
    auto decoded = decode(value, true);
    if (!name || !decoded) return std::nullopt;
    parsed.parameters.emplace(std::move(*name), std::move(*decoded));
  }
  return parsed;
}

std::string_view cookie_value(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    std::string_view value = take_part(header, ';');
    value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
    if (take_part(value, '=') == name) return value;
  }
  return {};
}

std::string_view bearer_token(std::string_view header) {
  constexpr std::string_view kScheme = "Bearer ";
  return header.starts_with(kScheme) ? header.substr(kScheme.size()) : std::string_view();
}

bool is_same_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const char other = given.empty() ? '\0' : given[i % given.size()];
    difference |= static_cast<unsigned char>(secret[i] ^ other);
  }
  return difference == 0 && !secret.empty();
}

std::optional<std::uint64_t> parse_number(std::string_view text, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (fault != std::errc() || end != text.data() + text.size() || value > most) return {};
  return value;
}

std::vector<std::string_view> split_list(std::string_view text, std::size_t most) {
  std::vector<std::string_view> parts;
  while (!text.empty() && parts.size() < most) parts.push_back(take_part(text, ','));
  return parts;
}

}  // namespace triad::rtimon
