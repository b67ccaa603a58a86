#include "config/rid_file.hpp"

#include <utility>

#include "files/byte_order_mark.hpp"

namespace triad::config {
namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// Returns the line without its comment. A '#' within a word belongs to the word.
std::string_view without_comment(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    if (at == 0 || kBlanks.find(line[at - 1]) != std::string_view::npos) return line.substr(0, at);
  }
  return line;
}

bool is_foreign(std::string_view first_line) {
  return first_line.starts_with('(') || first_line.starts_with(';') ||
         first_line.starts_with('<') || first_line.starts_with('!') ||
         first_line.starts_with("portico.");
}

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

}  // namespace

wire::Result<RidFile> parse_rid(std::string_view text, std::string_view path) {
  if (is_utf16(text)) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       std::string(path) + " is text in UTF-16: save it as UTF-8");
  }
  text = files::without_byte_order_mark(text);
  RidFile file;
  bool first = true;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = text.find('\n');
    const auto line = trim(without_comment(text.substr(0, end)));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (line.empty()) continue;
    if (std::exchange(first, false) && is_foreign(line))
      return RidFile{.foreign = true, .lines = {}};

    const auto equals = line.find('=');
    const auto key = trim(line.substr(0, equals));
    if (equals == std::string_view::npos || key.empty()) {
      return wire::error(wire::ErrorCode::RTIinternalError,
                         std::string(path) + " line " + std::to_string(number) +
                             ": expected `key = value`, found \"" + std::string(line) + "\"");
    }
    file.lines.push_back({std::string(key), std::string(trim(line.substr(equals + 1))), number});
  }
  return file;
}

std::optional<std::string> symbolic_link_text(std::string_view text) {
  text = files::without_byte_order_mark(text);
  text = trim(text.substr(0, text.find_last_not_of("\r\n") + 1));
  if (text.empty() || text.find_first_of(std::string_view("\n=\0", 3)) != std::string_view::npos) {
    return std::nullopt;
  }
  return std::string(text);
}

}  // namespace triad::config
