// The clock of the programs, and a text for a duration.
#pragma once

#include <chrono>
#include <string>

namespace triad::router {

inline std::chrono::milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

inline std::string seconds_text(std::chrono::milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (const auto rest = time.count() % 1000; rest != 0) {
    text += "." + std::to_string(1000 + rest).substr(1);
  }
  return text + " s";
}

}  // namespace triad::router
