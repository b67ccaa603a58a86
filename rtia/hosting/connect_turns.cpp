#include "rtia/hosting/connect_turns.hpp"

#include <algorithm>

namespace triad::rtia {

namespace {

using std::chrono::milliseconds;

// Limits of the delay, which is at least half the present limit. The limit doubles.
constexpr milliseconds kSmallest{20};
constexpr milliseconds kLargest{320};

}  // namespace

ConnectTurns::ConnectTurns(std::size_t urls, Time begin, std::uint64_t seed)
    : urls_(urls, Url{begin, kSmallest, false}), random_(seed) {}

std::optional<ConnectTurns::Turn> ConnectTurns::next() const {
  std::optional<Turn> first;
  for (std::size_t i = 0; i < urls_.size(); ++i) {
    const Url& url = urls_[i];
    if (url.is_excluded || (first && first->not_before <= url.not_before)) continue;
    first = Turn{i, url.not_before};
  }
  return first;
}

void ConnectTurns::record_failure(std::size_t url, Time now) {
  Url& of = urls_[url];
  const auto half = static_cast<std::uint64_t>(of.limit.count()) / 2;
  of.not_before = now + of.limit - milliseconds(random_.below(half + 1));
  of.limit = std::min(of.limit * 2, kLargest);
}

void ConnectTurns::postpone(std::size_t url, Time at) {
  urls_[url].not_before = at;
}

}  // namespace triad::rtia
