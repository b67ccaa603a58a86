// A number of things in a text for people: "1 federate", "2 federates".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace triad::core {

// `many` only where it is not `one` with an s. Both may bring their verb: "federate is".
inline std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {}) {
  std::string text =
      std::to_string(count) + " " + std::string(count == 1 || many.empty() ? one : many);
  if (count != 1 && many.empty()) text += 's';
  return text;
}

}  // namespace triad::core
