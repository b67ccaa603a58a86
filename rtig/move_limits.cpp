#include "rtig/move_limits.hpp"

#include <utility>

namespace triad::rtig {

namespace {

constexpr std::uint32_t kDoublingsMax = 5;
// Time after the end of a router's last delay at which its failures are forgotten.
constexpr std::chrono::hours kForgotten{1};

}  // namespace

void MoveLimits::record_failure(std::string_view router, Milliseconds rest, Milliseconds now) {
  Failures& of = by_router_[std::string(router)];
  if (of.times > 0 && of.last == now) return;
  if (now >= of.until + kForgotten) of.times = 0;
  of.last = now;
  of.until = now + rest * (1 << std::min(of.times, kDoublingsMax));
  ++of.times;
  of.is_reported = false;
}

std::optional<MoveLimits::Refusal> MoveLimits::refusal(std::string_view router, Milliseconds now) {
  const auto at = by_router_.find(router);
  if (at == by_router_.end() || now >= at->second.until) return std::nullopt;
  return Refusal{at->second.until - now, !std::exchange(at->second.is_reported, true)};
}

}  // namespace triad::rtig
