// The options of a long link between routers (transport/link_capabilities.hpp).
#pragma once

#include <string>
#include <vector>

#include "transport/link.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

// Applies the options if the link's backend supports them. Returns readable lines about options
// that the system does not support.
inline std::vector<std::string> enable_long_link(transport::Link& link,
                                                 const transport::LongLinkOptions& options) {
  transport::LongLinkControl* const long_way = link.capabilities().long_link;
  return long_way == nullptr ? std::vector<std::string>() : long_way->enable_long_link(options);
}

// Returns the link's counts for rtimesh; zeros if the link is not long.
inline wire::LongLinkInfo long_link_info(const transport::Link& link) {
  const transport::LongLinkControl* const way = link.capabilities().long_link;
  const transport::LongLinkCounts counts =
      way == nullptr ? transport::LongLinkCounts() : way->counts();
  return {counts.bytes_sent,          counts.compressed_sent, counts.bytes_received,
          counts.compressed_received, counts.bundles,         counts.frames_bundled};
}

}  // namespace triad::router
