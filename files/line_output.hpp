// Lines that a program writes to its log or to standard error. Nobody may be reading: a full pipe
// or a terminal that was stopped must not stop a federation, nor may what a peer is called fill a
// disk or forge a line. Used by rtig's log, the rtia program and libRTI, from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace triad::files {

// With its newline; what a pipe takes whole or not at all.
inline constexpr std::size_t kLineBytesMax = 4096;

// `text` as one line of at most `bytes_max` bytes: harmful characters are escaped
// (wire/harmless_text.hpp), and the middle of a longer text is left out.
[[nodiscard]] std::string as_line(std::string_view text, std::size_t bytes_max = kLineBytesMax - 1);

// Writes as_line(text) and a newline, with another line before it unless that is empty. False:
// there is no room for it now, and nothing was written. Never waits, and changes no flag of the
// open file, which other programs may share.
[[nodiscard]] bool write_line(int descriptor, std::string_view text, std::string_view before = {});

// A line on standard error. Those that find no room are counted, and the next that finds some is
// preceded by one that says how many they were.
void say(std::string_view text);

// Of what happens again and again, what is told: the first time, the tenth, the hundredth...
[[nodiscard]] bool is_told(std::uint64_t times);
// Behind the text: nothing the first time, then " (10 times by now)".
[[nodiscard]] std::string by_now(std::uint64_t times);

}  // namespace triad::files
