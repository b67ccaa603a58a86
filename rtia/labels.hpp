// Labels of saves and synchronization points. Private to rtia/.
#pragma once

#include <string_view>

namespace triad::rtia {

inline bool is_blank(std::string_view label) {
  return label.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace triad::rtia
