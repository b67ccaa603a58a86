#include "router/newcomers.hpp"

#include <algorithm>

namespace triad::router {

namespace {

using std::chrono::milliseconds;

// When who is told first is to come again; the next one so much later; and nobody later than that.
constexpr milliseconds kSoonest{50};
constexpr milliseconds kApart{2};
constexpr milliseconds kLatest{2'000};

}  // namespace

std::optional<Newcomers::Time> Newcomers::come(LinkId client, Time now) {
  if (at_once_ == 0) return std::nullopt;
  while (!since_.empty() &&
         (since_.front().first + patience_ <= now || !served_.contains(since_.front().second))) {
    served_.erase(since_.front().second);
    since_.pop_front();
  }
  if (served_.size() < at_once_) {
    served_.insert(client);
    since_.emplace_back(now, client);
    return std::nullopt;
  }
  ++told_;
  next_ = std::clamp(next_ + kApart, now + kSoonest, now + kLatest);
  const Time after = next_ - now;
  // By a quarter earlier or later.
  const auto quarter = static_cast<std::uint64_t>(after.count()) / 4;
  return after - Time(quarter) + Time(random_.below(2 * quarter + 1));
}

}  // namespace triad::router
