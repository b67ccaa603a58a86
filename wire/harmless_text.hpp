// Functions that make a text from a peer or a file safe to show. Control characters act on a
// terminal; invisible characters, separators and direction marks can make one line look like
// another. Every program of the project prints such texts through these functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace triad::wire {

struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool is_valid = false;     // false: a single byte that does not begin a UTF-8 character
  bool is_harmless = false;  // printed unchanged
};

// Returns the first character of `text`, which must not be empty.
Character first_character(std::string_view text);

// Appends one character. A harmful character becomes one escape per byte, e.g. "\xe2\x80\xae".
void append_harmless(std::string& out, std::string_view character, bool is_harmless);

// Returns `text` on one line, with all harmful characters escaped.
std::string harmless(std::string_view text);

// Returns `text` between apostrophes, as log lines show names. Apostrophes and backslashes get a
// backslash, so that a name cannot end the quotation. A longer text is cut to kQuotedBytesMax bytes
// and its length is added.
inline constexpr std::size_t kQuotedBytesMax = 1024;
std::string quoted(std::string_view text);

// Returns a host's name, quoted if it is empty or contains anything but letters, digits, '.', '-',
// '_' and ':'.
std::string host_text(std::string_view host);

// Returns serialized JSON with harmful characters as escapes such as "\u009b". Keeps characters
// below 0x20, which JSON has only between values. Replaces each invalid byte by "\ufffd".
std::string harmless_json(std::string_view json);

}  // namespace triad::wire
