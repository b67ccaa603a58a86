// Requests of one member that the RTIG has yet to handle, as its router sees them, in a federation
// that recovers. The RTIG handles them in the order in which they were sent
// (wire::ClientHandled). In an epoch members send requests again, so their positions do not ascend.
// Each request here has a number that does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>

#include "wire/handles.hpp"

namespace triad::router {

class RequestsUnderWay {
 public:
  // Adds a request that goes up. Returns its number.
  std::uint64_t add(wire::Position position) {
    under_way_.push_back({position, ++last_});
    return last_;
  }
  // Begins with the member's record that takes an epoch. The RTIG may still answer earlier records,
  // before this one; such answers are ignored.
  std::uint64_t begin_epoch(wire::Position position) {
    under_way_.clear();
    is_epoch_awaited_ = true;
    return add(position);
  }
  // Removes the request that the RTIG has handled, and all before it. Returns its number; none: no
  // such request is under way.
  std::optional<std::uint64_t> take_handled(wire::Position position) {
    const auto end = is_epoch_awaited_ ? under_way_.begin() + 1 : under_way_.end();
    const auto at = std::find_if(under_way_.begin(), end,
                                 [&](const Request& of) { return of.position == position; });
    if (at == end) return std::nullopt;
    const std::uint64_t number = at->number;
    under_way_.erase(under_way_.begin(), at + 1);
    is_epoch_awaited_ = false;
    return number;
  }

 private:
  struct Request {
    wire::Position position = 0;
    std::uint64_t number = 0;
  };
  std::deque<Request> under_way_;
  std::uint64_t last_ = 0;
  bool is_epoch_awaited_ = false;  // the first request takes an epoch
};

}  // namespace triad::router
