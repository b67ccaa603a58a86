// What a long link has counted, as routers tell it.
#pragma once

#include "transport/long_link.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

inline wire::LongLinkInfo long_link_info(const transport::LongLinkCounts& counts) {
  return {counts.bytes_sent,          counts.compressed_sent, counts.bytes_received,
          counts.compressed_received, counts.bundles,         counts.frames_bundled};
}

}  // namespace triad::router
