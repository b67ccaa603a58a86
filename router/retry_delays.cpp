#include "router/retry_delays.hpp"

#include "records/assert.hpp"

namespace triad::router {

using std::chrono::milliseconds;

RetryDelays::RetryDelays(milliseconds smallest, milliseconds largest, std::uint64_t seed)
    : smallest_(smallest), largest_(largest), limit_(smallest), random_(seed) {
  RTI_ASSERT(smallest > milliseconds(0) && smallest <= largest);
}

milliseconds RetryDelays::next() {
  const auto half = static_cast<std::uint64_t>(limit_.count()) / 2;
  const milliseconds less(random_.below(half + 1));
  const milliseconds delay = limit_ - less;
  limit_ = limit_ > largest_ / 2 ? largest_ : limit_ * 2;
  return delay;
}

}  // namespace triad::router
