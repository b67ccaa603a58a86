// Name of a federate as shown in logs, tables and exception texts. The MOM and JSON have the name
// as the federate gave it.
#pragma once

#include <string_view>

namespace triad::core {

// Largest number of bytes of a shown name. Users find a federate with a cut name by its handle.
inline constexpr std::size_t kShownNameBytesMax = 256;

// Returns "(unnamed)" for an empty name, and the beginning of a long name.
inline std::string_view shown_name(std::string_view federate_type) {
  return federate_type.empty() ? "(unnamed)" : federate_type.substr(0, kShownNameBytesMax);
}

}  // namespace triad::core
