// Text that a peer or a file supplied, made harmless before a person reads it. Control characters
// act on a terminal; invisible characters, separators and marks of direction make a line look like
// another one. Every program of the project prints such text through these functions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace triad::wire {

struct Character {
  std::size_t bytes = 1;
  char32_t code = 0;
  bool is_valid = false;     // false: one byte that begins no character of UTF-8
  bool is_harmless = false;  // printed as it is
};

// The first character of `text`, which must not be empty.
Character first_character(std::string_view text);

// Appends one character. A harmful one becomes one escape for each byte: "\xe2\x80\xae".
void append_harmless(std::string& out, std::string_view character, bool is_harmless);

// `text` on one line, with all harmful characters escaped.
std::string harmless(std::string_view text);

// `text` between apostrophes, as log lines show names. Apostrophes and backslashes within have a
// backslash before them, so that a name cannot end the quotation. Of a long text the beginning, and
// how many bytes it has.
inline constexpr std::size_t kQuotedBytesMax = 1024;
std::string quoted(std::string_view text);

// A host's name as it is, or quoted where it is not of letters, digits, '.', '-', '_' and ':'
// alone.
std::string host_text(std::string_view host);

// `json` with every harmful character as "\u009b". For serialized JSON, which has such characters
// only within strings.
std::string harmless_json(std::string_view json);

}  // namespace triad::wire
