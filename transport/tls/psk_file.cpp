// See psk_file.hpp.
#include "transport/tls/psk_file.hpp"

#include <algorithm>
#include <optional>

namespace triad::transport {

namespace {

using Psk = std::pair<std::string, std::vector<unsigned char>>;

std::optional<unsigned char> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned char>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned char>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<unsigned char>(c - 'A' + 10);
  return std::nullopt;
}

std::optional<std::vector<unsigned char>> parse_hex(std::string_view text) {
  if (text.size() % 2 != 0) return std::nullopt;
  std::vector<unsigned char> bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto high = hex_digit(text[i]);
    const auto low = hex_digit(text[i + 1]);
    if (!high || !low) return std::nullopt;
    bytes.push_back(static_cast<unsigned char>(*high << 4 | *low));
  }
  return bytes;
}

bool is_psk_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !name.empty() && name.size() <= kPskNameBytesMax &&
         name.find_first_not_of(kAllowed) == std::string_view::npos;
}

Error line_error(std::size_t line, const std::string& fault) {
  return error(Error::Code::bad_url, "line " + std::to_string(line) + ": " + fault);
}

Result<Psk> parse_line(std::string_view text, std::size_t line) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) {
    return line_error(line,
                      "there is no colon; write NAME:HEX, or make the file: rtictl keys psk "
                      "NAME");
  }
  const std::string_view name = text.substr(0, colon);
  if (!is_psk_name(name)) {
    return line_error(line,
                      "the name before the colon must be 1 to 64 of the characters A-Z a-z "
                      "0-9 . _ -");
  }
  auto key = parse_hex(text.substr(colon + 1));
  if (!key || key->size() < kPskBytesMin || key->size() > kPskBytesMax) {
    return line_error(line,
                      "the key after the colon must be 32 to 128 hexadecimal digits, an even "
                      "number of them");
  }
  return Psk(name, std::move(*key));
}

}  // namespace

Result<std::vector<Psk>> parse_psk_file(std::string_view text) {
  std::vector<Psk> keys;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.ends_with('\r')) one.remove_suffix(1);
    if (one.empty() || one.starts_with('#')) continue;
    auto key = parse_line(one, line);
    if (!key) return key.error();
    const auto has_name = [&](const Psk& other) { return other.first == key->first; };
    if (std::ranges::any_of(keys, has_name)) {
      return line_error(line, "the name " + key->first + " is there twice; remove one of the two");
    }
    keys.push_back(std::move(*key));
  }
  if (keys.empty()) return error(Error::Code::bad_url, "it contains no key");
  return keys;
}

}  // namespace triad::transport
