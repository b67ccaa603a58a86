// Lines that a program writes to its log or to standard error. A full pipe or stopped terminal must
// not block a federation, and a peer's name must not fill a disk or forge a line. Used by rtig's
// log, the rtia program and libRTI, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace triad::files {

// Largest size of a line with its newline. A pipe accepts a write of this size as a whole or not at
// all.
inline constexpr std::size_t kLineBytesMax = 4096;

// Returns `text` as one line of at most `bytes_max` bytes. Harmful characters are escaped
// (wire/harmless_text.hpp), and the middle of a longer text is left out.
[[nodiscard]] std::string as_line(std::string_view text, std::size_t bytes_max = kLineBytesMax - 1);

// Writes as_line(text) and a newline, after the line `before` unless that is empty. Returns false
// if there is no room now. Never blocks, and changes no flag of the open file, which other programs
// may share.
[[nodiscard]] bool write_line(int descriptor, std::string_view text, std::string_view before = {});

// Writes a line to standard error. Lines without room are counted, and the next line with room is
// preceded by a line with the count.
void print_line(std::string_view text);

// Returns true for the occurrences of a repeated event that are logged: the first, the tenth, the
// hundredth, and so on.
[[nodiscard]] bool is_logged_occurrence(std::uint64_t times);
// Returns a suffix for the log line: "" for the first occurrence, later e.g. " (10 times by now)".
[[nodiscard]] std::string occurrences_suffix(std::uint64_t times);

}  // namespace triad::files
