// Limits on how often members are moved. A pause for moving members stops their whole federation,
// so a router that asked for pauses without end would stop it forever. Rtig has one MoveLimits for
// the routers linked to the RTIG's router; MoveAuthority uses rest_after() for its federation.
// Pure: the caller passes the time.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace triad::rtig {

using Milliseconds = std::chrono::milliseconds;

// Ratio of the time without moves after a pause to the length of the pause.
inline constexpr int kRestFactor = 4;

// Returns the time without moves after a pause. The pause counts as at most twice `move_timeout`.
inline Milliseconds rest_after(Milliseconds pause, Milliseconds move_timeout) {
  return kRestFactor * std::min(pause, 2 * move_timeout);
}

// Routers from which moves of members have failed. Each failure doubles the time without moves, up
// to 32 times the first. Failures are forgotten an hour after that time.
class MoveLimits {
 public:
  // Records that a member behind the router failed to move. `rest` is the time without moves after
  // a first failure. Several calls with the same `now` count once.
  void record_failure(std::string_view router, Milliseconds rest, Milliseconds now);

  struct Refusal {
    Milliseconds left{0};
    bool is_first = false;  // the first refusal since the failure
  };
  // Returns the reason not to move members behind the router now; none: they may be moved.
  std::optional<Refusal> refusal(std::string_view router, Milliseconds now);

 private:
  struct Failures {
    std::uint32_t times = 0;
    Milliseconds last{0};
    Milliseconds until{0};
    bool is_reported = false;
  };
  std::map<std::string, Failures, std::less<>> by_router_;
};

}  // namespace triad::rtig
