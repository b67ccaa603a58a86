// The name of a federate for people: logs, tables and the texts of exceptions. The MOM and JSON
// have the name as the federate gave it.
#pragma once

#include <string_view>

namespace triad::core {

// Bytes of a name. A lookup finds the federate by its handle.
inline constexpr std::size_t kShownNameBytesMax = 256;

// Returns "(unnamed)" for a federate that joined with an empty name, and the beginning of a long
// name.
inline std::string_view shown_name(std::string_view federate_type) {
  return federate_type.empty() ? "(unnamed)" : federate_type.substr(0, kShownNameBytesMax);
}

}  // namespace triad::core
