// Formats an age for log lines and tables, e.g. "12.3 s".
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>

namespace triad::core {

inline std::string age_text(std::uint64_t milliseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f s", static_cast<double>(milliseconds) / 1000);
  return text;
}

// Returns "30 s" or "1.500 s".
inline std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (const auto rest = time.count() % 1000; rest != 0) {
    text += "." + std::to_string(1000 + rest).substr(1);
  }
  return text + " s";
}

}  // namespace triad::core
