// How long a frame may be under way and how much the links may hold, as pure rules: Server hands in
// the time and what each link has, and ends those that are named here.
#pragma once

#include <chrono>
#include <cstddef>
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

// Bytes that links may hold in their buffers, for what comes and for what has not left.
struct MemoryLimits {
  std::size_t unjoined = std::size_t{256} << 20;  // all links together that are no members'
  std::size_t federation = std::size_t{4} << 30;  // all members' of one federation together
  std::size_t total = std::size_t{8} << 30;

  // Nothing is beyond a limit as long as no more is held in total.
  [[nodiscard]] std::size_t least() const;
};

struct Holder {
  LinkId link;
  std::string_view federation;  // empty: it is no member's
  std::size_t bytes = 0;
};

// Who is to end so that all are within their limits again, and why: in each group that is beyond
// its limit those that hold most.
std::vector<std::pair<LinkId, std::string>> beyond(const MemoryLimits& limits,
                                                   std::vector<Holder> holders);

}  // namespace triad::router
