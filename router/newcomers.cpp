#include "router/newcomers.hpp"

#include <algorithm>
#include <utility>

namespace triad::router {

namespace {

using std::chrono::milliseconds;

// Time after which the first postponed client returns, time between two postponed clients, and the
// longest such time.
constexpr milliseconds kSoonest{50};
constexpr milliseconds kApart{2};
constexpr milliseconds kLatest{2'000};

}  // namespace

std::optional<Newcomers::Time> Newcomers::serve_or_postpone(LinkId client, const Origin& origin,
                                                            Time now) {
  if (served_max_ == 0) return std::nullopt;
  while (!served_since_.empty() && (served_since_.front().first + patience_ <= now ||
                                    !served_.contains(served_since_.front().second))) {
    release_place(served_since_.front().second);
    served_since_.pop_front();
  }
  if (served_.size() < served_max_ || make_room(origin)) {
    serve(client, origin, now);
    return std::nullopt;
  }
  ++postponed_count_;
  last_return_at_ = std::clamp(last_return_at_ + kApart, now + kSoonest, now + kLatest);
  const Time after = last_return_at_ - now;
  // Varied at random by up to a quarter.
  const auto quarter = static_cast<std::uint64_t>(after.count()) / 4;
  return after - Time(quarter) + Time(random_.below(2 * quarter + 1));
}

void Newcomers::serve(LinkId client, const Origin& origin, Time now) {
  served_[client] = origin;
  served_since_.emplace_back(now, client);
  Share* share = &all_;
  share->clients.insert(client);
  for (const std::uint64_t part : levels(origin)) {
    share = &share->parts[part];
    share->clients.insert(client);
  }
}

void Newcomers::release_place(LinkId client) {
  const auto at = served_.find(client);
  if (at == served_.end()) return;
  Share* share = &all_;
  share->clients.erase(client);
  for (const std::uint64_t level : levels(at->second)) {
    const auto part = share->parts.find(level);
    part->second.clients.erase(client);
    if (part->second.clients.empty()) {
      share->parts.erase(part);
      break;
    }
    share = &part->second;
  }
  served_.erase(at);
}

// The client that loses its place still joins. It only ceases to count, as after `patience`.
bool Newcomers::make_room(const Origin& origin) {
  const Share* share = &all_;
  for (const std::uint64_t level : levels(origin)) {
    const auto own = share->parts.find(level);
    const std::size_t places = own == share->parts.end() ? 0 : own->second.clients.size();
    const Share* largest = &largest_part(*share);
    if (largest->clients.size() > places + 1) {
      while (!largest->parts.empty()) largest = &largest_part(*largest);
      release_place(*largest->clients.begin());
      return true;
    }
    if (places == 0) return false;
    share = &own->second;
  }
  return false;
}

const Newcomers::Share& Newcomers::largest_part(const Share& of) {
  return std::ranges::max_element(of.parts, {},
                                  [](const auto& part) { return part.second.clients.size(); })
      ->second;
}

}  // namespace triad::router
