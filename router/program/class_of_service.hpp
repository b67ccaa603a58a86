// What the links of a program do with best effort: where one is behind, what is dropped.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <limits>
#include <optional>

#include "transport/event_loop.hpp"
#include "wire/record.hpp"

namespace triad::router {

static_assert(wire::kPriorities == transport::kPriorities &&
              wire::kUsualPriority == transport::kUsualPriority);

// A link between two routers carries what is for many: more than so much best effort does not wait
// there. All of it goes by the stream.
inline constexpr std::size_t kBestEffortBetweenRouters = std::size_t{1} << 20;

// Where so much waits that senders are held, `hold_bytes`, none does: nobody is held for it.
inline transport::UnreliableLimits limits_between_routers(
    std::optional<std::chrono::milliseconds> age_max,
    std::size_t hold_bytes = std::numeric_limits<std::size_t>::max()) {
  return {.bytes_max = kBestEffortBetweenRouters,
          .queue_bytes_max = hold_bytes,
          .datagrams = false,
          .age_max = age_max};
}

// A frame of a link between two routers, whose record says whether it may be dropped.
inline void send_in_class(transport::EventLoop& loop, transport::LinkKey link, wire::Bytes prefix,
                          wire::Bytes record) {
  const std::array<transport::Bytes, 2> parts{prefix, record};
  if (const auto priority = wire::priority_if_lost(record)) {
    loop.send_unreliable(link, parts, *priority);
  } else {
    loop.send(link, parts);
  }
}

}  // namespace triad::router
