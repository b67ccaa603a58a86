// See address_race.hpp.
#include "transport/tcp/address_race.hpp"

#include <algorithm>

namespace triad::transport {

namespace {

// RFC 8305, section 8: Connection Attempt Delay.
constexpr Duration kStaggerMax = std::chrono::milliseconds(250);
constexpr Duration kRetryDelay = std::chrono::milliseconds(250);

Duration stagger_of(std::size_t addresses, Duration time) {
  const auto count = static_cast<Duration::rep>(std::max<std::size_t>(addresses, 1));
  return std::clamp(time / (2 * count), Duration::zero(), kStaggerMax);
}

}  // namespace

AddressRace::AddressRace(std::size_t addresses, Clock::time_point now, Clock::time_point deadline)
    : deadline_(deadline),
      stagger_(stagger_of(addresses, deadline - now)),
      states_(addresses),
      start_at_(now) {}

std::optional<std::size_t> AddressRace::next_address(Clock::time_point now) {
  if (untried_ < states_.size() && now >= start_at_) {
    start_at_ = now + stagger_;
    ++pending_;
    return untried_++;
  }
  if (pending_ == 0) return std::nullopt;
  const auto due = std::ranges::find_if(
      states_, [&](const State& state) { return state.is_refused && now >= state.retry_at; });
  if (due == states_.end()) return std::nullopt;
  due->is_refused = false;
  ++pending_;
  return static_cast<std::size_t>(due - states_.begin());
}

void AddressRace::record_failure(std::size_t address, bool refused, Clock::time_point now) {
  --pending_;
  states_[address] = {refused, now + kRetryDelay};
  start_at_ = now;
}

Clock::time_point AddressRace::next_start() const {
  Clock::time_point start = deadline_;
  if (untried_ < states_.size()) start = std::min(start, start_at_);
  for (const State& state : states_) {
    if (state.is_refused) start = std::min(start, state.retry_at);
  }
  return start;
}

}  // namespace triad::transport
