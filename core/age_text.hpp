// Formats an age for log lines and tables, e.g. "12.3 s".
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

namespace triad::core {

inline std::string age_text(std::uint64_t milliseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(milliseconds) / 1000);
  return text;
}

}  // namespace triad::core
