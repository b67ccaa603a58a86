#include "wire/harmless_text.hpp"

#include <algorithm>
#include <array>

namespace triad::wire {

namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

struct CodeRange {
  char32_t first;
  char32_t last;
};

// In ascending order.
constexpr std::array kHarmful{
    CodeRange{0x00, 0x1f},        // control characters
    CodeRange{0x7f, 0x9f},        // DEL, and the control characters of ISO 8859
    CodeRange{0xad, 0xad},        // soft hyphen
    CodeRange{0x34f, 0x34f},      // invisible joiner
    CodeRange{0x61c, 0x61c},      // mark of direction
    CodeRange{0x115f, 0x1160},    // invisible fillers
    CodeRange{0x17b4, 0x17b5},    // invisible vowels
    CodeRange{0x180b, 0x180f},    // invisible separators and selectors
    CodeRange{0x200b, 0x200f},    // zero width, marks of direction
    CodeRange{0x2028, 0x202e},    // separators of lines and paragraphs, embeddings, overrides
    CodeRange{0x2060, 0x206f},    // invisible operators, isolates
    CodeRange{0x2800, 0x2800},    // blank pattern
    CodeRange{0x3164, 0x3164},    // invisible filler
    CodeRange{0xfe00, 0xfe0f},    // selectors of variants
    CodeRange{0xfeff, 0xfeff},    // byte order mark
    CodeRange{0xffa0, 0xffa0},    // invisible filler
    CodeRange{0xfff0, 0xfffb},    // annotations
    CodeRange{0xfffe, 0xffff},    // not characters
    CodeRange{0x1d173, 0x1d17a},  // invisible marks of music
    CodeRange{0xe0000, 0xe0fff},  // invisible tags, further selectors
};

bool is_harmful(char32_t code) {
  if (code >= 0x20 && code < 0x7f) return false;  // as almost all characters are
  return std::ranges::any_of(
      kHarmful, [&](const CodeRange& range) { return code >= range.first && code <= range.last; });
}

unsigned byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Returns the number of bytes of a character with this first byte, or 0 if no character begins with
// it.
std::size_t bytes_of(unsigned lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if ((lead & 0xf0u) == 0xe0u) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

void append_unicode_escape(std::string& json, unsigned unit) {
  json += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4) json += kHexDigits[(unit >> shift) & 15u];
}

}  // namespace

Character first_character(std::string_view text) {
  const unsigned lead = byte_at(text, 0);
  const std::size_t bytes = bytes_of(lead);
  if (bytes == 0 || bytes > text.size()) return {};
  char32_t code = bytes == 1 ? lead : lead & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const unsigned next = byte_at(text, i);
    if ((next & 0xc0u) != 0x80u) return {};
    code = (code << 6) | (next & 0x3fu);
  }
  const bool is_overlong = (bytes == 3 && code < 0x800) || (bytes == 4 && code < 0x10000);
  const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
  if (is_overlong || is_surrogate || code > 0x10ffff) return {};
  return {bytes, code, true, !is_harmful(code)};
}

void append_harmless(std::string& out, std::string_view character, bool is_harmless) {
  if (is_harmless) {
    out += character;
    return;
  }
  for (const char c : character) {
    const auto byte = static_cast<unsigned char>(c);
    out += {'\\', 'x', kHexDigits[byte >> 4], kHexDigits[byte & 15]};
  }
}

std::string harmless(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character first = first_character(text);
    append_harmless(out, text.substr(0, first.bytes), first.is_harmless);
    text.remove_prefix(first.bytes);
  }
  return out;
}

std::string quoted(std::string_view text) {
  const std::size_t bytes = text.size();
  text = text.substr(0, kQuotedBytesMax);
  std::string out = "'";
  while (!text.empty()) {
    const Character first = first_character(text);
    if (first.code == '\'' || first.code == '\\') out += '\\';
    append_harmless(out, text.substr(0, first.bytes), first.is_harmless);
    text.remove_prefix(first.bytes);
  }
  out += '\'';
  return bytes <= kQuotedBytesMax ? out : out + " (" + std::to_string(bytes) + " bytes)";
}

std::string host_text(std::string_view host) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_:";
  const bool is_plain = !host.empty() && host.find_first_not_of(kPlain) == host.npos;
  return is_plain ? std::string(host) : quoted(host);
}

std::string harmless_json(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  while (!json.empty()) {
    const Character first = first_character(json);
    if (!first.is_valid) {
      out += "\\ufffd";
    } else if (first.is_harmless || first.code < 0x20) {  // line ends between values
      out += json.substr(0, first.bytes);
    } else if (first.code < 0x10000) {
      append_unicode_escape(out, first.code);
    } else {
      append_unicode_escape(out, 0xd800 + ((first.code - 0x10000) >> 10));
      append_unicode_escape(out, 0xdc00 + ((first.code - 0x10000) & 0x3ff));
    }
    json.remove_prefix(first.bytes);
  }
  return out;
}

}  // namespace triad::wire
