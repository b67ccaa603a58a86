// Formats a number of things for messages, e.g. "1 federate", "2 federates".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace triad::core {

// Returns the count and the noun. Pass `plural` only if the plural is not `singular` with an "s".
// Both may include a verb, e.g. "federate is".
inline std::string count_text(std::uint64_t count, std::string_view singular,
                              std::string_view plural = {}) {
  std::string text =
      std::to_string(count) + " " + std::string(count == 1 || plural.empty() ? singular : plural);
  if (count != 1 && plural.empty()) text += 's';
  return text;
}

}  // namespace triad::core
