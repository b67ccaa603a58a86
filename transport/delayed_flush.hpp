// Which links of an event loop are to be flushed some time after they were sent to: at once if none
// has been for a while, and then seldom enough that the flushes cost a bounded part of the time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "transport/event_loop.hpp"

namespace triad::transport {

class DelayedFlush {
 public:
  // How long the next wait, for each link that is flushed, and at most.
  DelayedFlush(Duration per_link, Duration max) : per_link_(per_link), max_(max) {}

  void add(LinkKey link) { links_.push_back(link); }
  bool empty() const { return links_.empty(); }
  // How long they still wait. Zero: no longer.
  Duration wait(Clock::time_point now) const { return std::max(due_ - now, Duration::zero()); }
  std::vector<LinkKey> take(Clock::time_point now) {
    due_ = now + std::min(max_, per_link_ * static_cast<std::int64_t>(links_.size()));
    return std::exchange(links_, {});
  }

 private:
  const Duration per_link_;
  const Duration max_;
  std::vector<LinkKey> links_;
  Clock::time_point due_{};
};

}  // namespace triad::transport
