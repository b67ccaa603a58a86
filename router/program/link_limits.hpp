// How long a frame may be under way and how much the links may hold, as pure rules: LinkServer
// gives the time and the bytes of each link, and ends the links that are named here.
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

// The frame that has begun to come on one link. Looked at now and then.
class FrameWatch {
 public:
  // True: within `timeout` it has neither come to its end nor come by kFrameProgress. One that is
  // long may take as long as it comes on.
  bool is_overdue(const transport::Link::BegunFrame& begun, std::chrono::milliseconds now,
                  std::chrono::milliseconds timeout);

 private:
  transport::Link::BegunFrame seen_;
  std::chrono::milliseconds since_{0};
};

inline constexpr std::size_t kFrameProgress = std::size_t{1} << 20;

// Bytes that links may hold in their buffers, for input and for output that has not left.
struct MemoryLimits {
  std::size_t unjoined = std::size_t{256} << 20;  // all links of programs that have not joined
  std::size_t federation = std::size_t{4} << 30;  // all members' of one federation together
  std::size_t routers = std::size_t{4} << 30;  // all links of routers, with the clients behind them
  std::size_t total = std::size_t{8} << 30;

  // Nothing is beyond a limit as long as no more is held in total.
  [[nodiscard]] std::size_t least() const;
};

struct Holder {
  LinkId link;
  std::string_view federation = {};  // empty: it is no member's
  std::size_t bytes = 0;
  bool is_router = false;         // else, without a federation: a program that has not joined
  std::string_view address = {};  // address_of() its peer
  std::uint64_t heard = 0;        // higher for links that were heard later
};

// Links of programs that have not joined end for each other where they hold more than this; where
// they hold less, the one that was heard longest ago ends.
inline constexpr std::size_t kLittle = std::size_t{256} << 10;

// The links to end so that all are within their limits again, and why. Each federation, the
// routers and the programs that have not joined have a limit of their own, and within each the link
// that holds most ends first; of programs that have not joined, one at the address that holds most.
// Beyond the total, programs that have not joined end first; then the link that holds most of the
// federation or router that holds most; where none of these holds an eighth of the total, the one
// that holds most at the address that does.
std::vector<std::pair<LinkId, std::string>> beyond(const MemoryLimits& limits,
                                                   const std::vector<Holder>& holders);

}  // namespace triad::router
