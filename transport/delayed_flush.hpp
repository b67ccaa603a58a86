// DelayedFlush: collects links of an event loop that may be flushed later. After a pause the next
// flush is immediate; after that, flushes are rare enough to cost a bounded share of the time. Used
// by EventLoop.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "transport/event_loop.hpp"

namespace triad::transport {

class DelayedFlush {
 public:
  // Makes links wait after each flush: `per_link` times the number of links flushed, at most `max`.
  DelayedFlush(Duration per_link, Duration max) : per_link_(per_link), max_(max) {}

  void add(LinkKey link) { links_.push_back(link); }
  bool empty() const { return links_.empty(); }
  // Returns the time until the links are due; zero if they are due now.
  Duration time_until_due(Clock::time_point now) const {
    return std::max(due_ - now, Duration::zero());
  }
  // Returns the collected links, which the caller flushes now, and starts the next wait.
  std::vector<LinkKey> take_links(Clock::time_point now) {
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
