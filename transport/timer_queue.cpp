// Timers ordered by due time; see timer_queue.hpp.
#include "transport/timer_queue.hpp"

#include <algorithm>

namespace triad::transport {

// Puts a periodic timer back after its call, unless the call has cancelled it.
class TimerQueue::Requeue {
 public:
  Requeue(TimerQueue& queue, Timers::node_type& timer) : queue_(queue), timer_(timer) {}
  Requeue(const Requeue&) = delete;
  Requeue& operator=(const Requeue&) = delete;
  ~Requeue() {
    const auto due = queue_.due_.find(timer_.key().second);
    if (timer_.mapped().period == Duration::zero() || due == queue_.due_.end()) return;
    due->second = timer_.key().first = Clock::now() + timer_.mapped().period;
    queue_.timers_.insert(std::move(timer_));
  }

 private:
  TimerQueue& queue_;
  Timers::node_type& timer_;
};

TimerKey TimerQueue::add(Duration after, Timer timer) {
  const TimerKey key{++last_key_};
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

Duration TimerQueue::limit_wait(std::optional<Duration> timeout) const {
  Duration limit = timeout.value_or(Duration::max());
  if (!timers_.empty()) {
    limit = std::min(limit, Duration(timers_.begin()->first.first - Clock::now()));
  }
  return std::max(limit, Duration::zero());
}

std::size_t TimerQueue::run_due() {
  if (timers_.empty()) return 0;
  const Clock::time_point now = Clock::now();
  const std::uint64_t last = last_key_;
  std::size_t fired = 0;
  for (auto first = timers_.begin(); first != timers_.end() && first->first.first <= now;
       first = timers_.begin()) {
    if (static_cast<std::uint64_t>(first->first.second) > last) break;
    auto timer = timers_.extract(first);
    if (timer.mapped().period == Duration::zero()) due_.erase(timer.key().second);
    const Requeue put_back(*this, timer);
    timer.mapped().on_due();
    ++fired;
  }
  return fired;
}

}  // namespace triad::transport
