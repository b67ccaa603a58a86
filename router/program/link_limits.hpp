// Pure rules for how long a frame may take and how much memory links may hold. LinkServer supplies
// times and bytes, and ends the links that these rules name.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/link_id.hpp"
#include "transport/link.hpp"

namespace triad::router {

// Progress of the frame that is arriving on one link. The server polls it.
class FrameWatch {
 public:
  // Returns true if, within `timeout`, the frame neither completed nor grew by kFrameProgressBytes.
  // A long frame may take any time as long as it makes progress.
  bool is_overdue(const transport::Link::IncompleteFrame& begun, std::chrono::milliseconds now,
                  std::chrono::milliseconds timeout);
  // Records that the link is not read at present: the frame cannot make progress.
  void record_unread(std::chrono::milliseconds now) { since_ = now; }

 private:
  transport::Link::IncompleteFrame seen_;
  std::chrono::milliseconds since_{0};
};

// Bytes by which a frame must grow to make progress.
inline constexpr std::size_t kFrameProgressBytes = std::size_t{1} << 20;

// Bytes that links may hold in their buffers, for input and for output that has not left.
struct MemoryLimits {
  std::size_t unjoined = std::size_t{256} << 20;  // all links of programs that have not joined
  std::size_t federation = std::size_t{4} << 30;  // all members of one federation together
  std::size_t routers = std::size_t{4} << 30;  // all links of routers, with the clients behind them
  std::size_t total = std::size_t{8} << 30;

  // Returns the smallest limit. While the sum of all bytes is at most this, no limit is exceeded.
  [[nodiscard]] std::size_t least() const;
};

struct Holder {
  LinkId link;
  std::string_view federation = {};  // empty: not a member's link
  std::size_t bytes = 0;
  bool is_router = false;         // false without a federation: a program that has not joined
  std::string_view address = {};  // address_of() the peer
  std::uint64_t last_input = 0;   // greater for links that sent something later
};

// Threshold in bytes for links of programs that have not joined. Links that hold more end first,
// those with the most bytes before the others. Of links that hold less, the one silent for longest
// ends.
inline constexpr std::size_t kSmallHolderBytes = std::size_t{256} << 10;

// Returns the links to end so that all limits hold again, with the reason for each.
// - Each federation, the routers, and the programs that have not joined have separate limits.
//   Within each account the link that holds the most ends first. Of programs that have not joined,
//   it is a link at the address that holds the most.
// - If the total is exceeded, programs that have not joined end first. Next is the link that holds
//   the most in the federation or router that holds the most.
// - If no federation or router holds more than an eighth of the total, the link that holds the most
//   at the address that holds the most ends.
std::vector<std::pair<LinkId, std::string>> links_over_limits(const MemoryLimits& limits,
                                                              const std::vector<Holder>& holders);

}  // namespace triad::router
