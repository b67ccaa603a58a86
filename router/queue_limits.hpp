// Limits on the bytes queued for one member.
#pragma once

#include <cstddef>

namespace triad::router {

// Senders of data to the member are held above `hold` and released at `resume`. Above `expel` the
// member must be expelled so that others can continue.
struct QueueLimits {
  std::size_t hold = 64u << 20;
  std::size_t resume = 16u << 20;
  std::size_t expel = std::size_t{2} << 30;
};

}  // namespace triad::router
