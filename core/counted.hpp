// Formats a number of things for messages, e.g. "1 federate", "2 federates".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace triad::core {

// Returns the count and the noun. Pass `many` only if the plural is not `one` with an "s". Both may
// include a verb, e.g. "federate is".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
  std::string text =
      std::to_string(count) + " " + std::string(count == 1 || many.empty() ? one : many);
  if (count != 1 && many.empty()) text += 's';
  return text;
}

}  // namespace triad::core
