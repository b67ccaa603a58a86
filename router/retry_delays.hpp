// How long to wait before the next attempt to connect to another router: longer each time, with
// some chance in it, so that routers that have lost the same one do not all come at once.
#pragma once

#include <chrono>
#include <cstdint>

#include "wire/random.hpp"

namespace triad::router {

class RetryDelays {
 public:
  // 0 < smallest <= largest. Routers have different seeds.
  RetryDelays(std::chrono::milliseconds smallest, std::chrono::milliseconds largest,
              std::uint64_t seed);

  // The limit doubles from the smallest to the largest; the delay is at least half of it.
  std::chrono::milliseconds next();
  // The link has come up.
  void reset() { limit_ = smallest_; }

 private:
  const std::chrono::milliseconds smallest_;
  const std::chrono::milliseconds largest_;
  std::chrono::milliseconds limit_;
  wire::Random random_;
};

}  // namespace triad::router
