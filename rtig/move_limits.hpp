// How often members may be moved: a pause for members that move stops their whole federation, so a
// router that asks for pauses without end would stop it for good. Used by Rtig (one for each router
// below) and by MoveAuthority (one for its federation). Pure: the time is given.
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

// After a pause a federation goes on for this many times the length of the pause at least.
inline constexpr int kRestFactor = 4;

inline Milliseconds rest_after(Milliseconds pause, Milliseconds move_timeout) {
  return kRestFactor * std::min(pause, 2 * move_timeout);
}

// Routers whose members did not go on elsewhere when they were moved. Each failure doubles the time
// in which no member behind the router is moved.
class MoveLimits {
 public:
  // `rest` is the time after the first failure. Calls at the same time count once.
  void note_failure(std::string_view router, Milliseconds rest, Milliseconds now);

  struct Refusal {
    Milliseconds left{0};
    bool is_first = false;  // since the failure
  };
  // None: members behind the router may be moved now.
  std::optional<Refusal> refusal(std::string_view router, Milliseconds now);

 private:
  struct Failures {
    std::uint32_t times = 0;
    Milliseconds last{0};
    Milliseconds until{0};
    bool told = false;
  };
  std::map<std::string, Failures, std::less<>> by_router_;
};

}  // namespace triad::rtig
