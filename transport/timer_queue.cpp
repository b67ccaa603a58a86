#include "transport/timer_queue.hpp"

#include <algorithm>

namespace triad::transport {

TimerKey TimerQueue::add(Duration after, Timer timer) {
  const TimerKey key{++last_};
  const Clock::time_point due = Clock::now() + after;
  timers_.emplace(std::pair(due, key), std::move(timer));
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
    auto timer = timers_.extract(first);
    const TimerKey key = timer.key().second;
    const Duration period = timer.mapped().period;
    if (period == Duration::zero()) due_.erase(key);
    timer.mapped().on_due();
    ++fired;
    const auto due = due_.find(key);
    if (period == Duration::zero() || due == due_.end()) continue;  // or it was cancelled
    due->second = timer.key().first = Clock::now() + period;
    timers_.insert(std::move(timer));
  }
  return fired;
}

}  // namespace triad::transport
