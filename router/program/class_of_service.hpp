// The treatment of best effort on the links of a program: the limits of its queues, and the send
// call for links between routers.
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
              wire::kDefaultPriority == transport::kUsualPriority);

// Greatest number of bytes of best effort that wait on a link between two routers; the link drops
// the rest. Best effort between routers uses the link's stream and no datagrams.
inline constexpr std::size_t kBestEffortBetweenRouters = std::size_t{1} << 20;

// Returns the limits of best effort on a link between two routers. At `hold_bytes` queued bytes,
// where senders are held, the link queues no more best effort, so no sender is held for it.
inline transport::UnreliableLimits limits_between_routers(
    std::optional<std::chrono::milliseconds> age_max,
    std::size_t hold_bytes = std::numeric_limits<std::size_t>::max()) {
  return {.bytes_max = kBestEffortBetweenRouters,
          .queue_bytes_max = hold_bytes,
          .datagrams = false,
          .age_max = age_max};
}

// Sends a frame on a link between two routers. The record's header says whether the frame may be
// dropped.
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
