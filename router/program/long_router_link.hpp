// A link between routers that may go a long way (transport/link_capabilities.hpp).
#pragma once

#include <string>
#include <vector>

#include "transport/link.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

// Makes it long where its backend can. Returns, for people, what the system does not give of it.
inline std::vector<std::string> begin_long_way(transport::Link& link,
                                               const transport::LongLinkOptions& way) {
  transport::LongWay* const long_way = link.capabilities().long_way;
  return long_way == nullptr ? std::vector<std::string>() : long_way->become_long(way);
}

// What it has counted since, as routers tell it.
inline wire::LongLinkInfo long_link_info(const transport::Link& link) {
  const transport::LongWay* const way = link.capabilities().long_way;
  const transport::LongLinkCounts counts =
      way == nullptr ? transport::LongLinkCounts() : way->counts();
  return {counts.bytes_sent,          counts.compressed_sent, counts.bytes_received,
          counts.compressed_received, counts.bundles,         counts.frames_bundled};
}

}  // namespace triad::router
