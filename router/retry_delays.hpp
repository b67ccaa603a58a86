// Delays between attempts to connect to another router. They grow and are partly random, so that
// routers that have lost the same router do not all reconnect at once.
#pragma once

#include <chrono>
#include <cstdint>

#include "wire/random.hpp"

namespace triad::router {

class RetryDelays {
 public:
  // Requires 0 < smallest <= largest. Each router needs another seed.
  RetryDelays(std::chrono::milliseconds smallest, std::chrono::milliseconds largest,
              std::uint64_t seed);

  // Returns a random delay between half of the limit and the limit. The limit doubles from
  // `smallest` to `largest` with each call.
  std::chrono::milliseconds next();
  // Returns to the smallest limit, because the link has come up.
  void reset() { limit_ = smallest_; }

 private:
  const std::chrono::milliseconds smallest_;
  const std::chrono::milliseconds largest_;
  std::chrono::milliseconds limit_;
  wire::Random random_;
};

}  // namespace triad::router
