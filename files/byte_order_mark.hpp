// The mark with which some editors begin a text in UTF-8. Used by the readers of text files.
#pragma once

#include <string_view>

namespace triad::files {

// Returns the text without a mark at its beginning.
inline std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xef\xbb\xbf";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace triad::files
