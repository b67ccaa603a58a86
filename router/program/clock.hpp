// The clock of the programs, and a text for a duration.
#pragma once

#include <chrono>

#include "core/age_text.hpp"

namespace triad::router {

inline std::chrono::milliseconds now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

using core::seconds_text;

}  // namespace triad::router
