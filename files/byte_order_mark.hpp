// Byte order mark that some editors write at the beginning of a UTF-8 text. Used by the readers of
// text files.
#pragma once

#include <string_view>

namespace triad::files {

// Returns the text without a byte order mark.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace triad::files
