#include "transport/timer_queue.hpp"

#include <algorithm>

namespace triad::transport {

TimerKey TimerQueue::add(Duration after, std::function<void()> on_due) {
  const TimerKey key{++last_};
  const Clock::time_point due = Clock::now() + after;
  timers_.emplace(std::pair(due, key), std::move(on_due));
  due_.emplace(key, due);
  return key;
}

void TimerQueue::cancel(TimerKey timer) {
  const auto due = due_.find(timer);
  if (due == due_.end()) return;
  timers_.erase({due->second, timer});
  due_.erase(due);
}

Duration TimerQueue::limit(std::optional<Duration> timeout) const {
  Duration limit = timeout.value_or(Duration::max());
  if (!timers_.empty()) {
    limit = std::min(limit, Duration(timers_.begin()->first.first - Clock::now()));
  }
  return std::max(limit, Duration::zero());
}

std::size_t TimerQueue::fire() {
  if (timers_.empty()) return 0;
  const Clock::time_point now = Clock::now();
  const std::uint64_t last = last_;
  std::size_t fired = 0;
  for (auto first = timers_.begin(); first != timers_.end() && first->first.first <= now;
       first = timers_.begin()) {
    if (static_cast<std::uint64_t>(first->first.second) > last) break;
    const std::function<void()> on_due = std::move(first->second);
    due_.erase(first->first.second);
    timers_.erase(first);
    on_due();
    ++fired;
  }
  return fired;
}

}  // namespace triad::transport
