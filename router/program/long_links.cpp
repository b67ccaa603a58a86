#include "router/program/long_links.hpp"

#include "transport/stream/compression.hpp"
#include "transport/zstd/zstd_compression.hpp"

namespace triad::router {

namespace {

constexpr std::uint64_t kBytesPerMegabitMillisecond = 125;
// What is on the way in a round trip, and as much that is sent while what was lost is sent again.
constexpr std::uint64_t kRoundTripsOnTheWay = 2;

}  // namespace

transport::LongLinkOptions long_link_of(const topology::LongWay& way) {
  transport::LongLinkOptions link;
  link.congestion = way.congestion;
  link.window_bytes = kRoundTripsOnTheWay * way.bandwidth_mbit *
                      static_cast<std::uint64_t>(way.rtt.count()) * kBytesPerMegabitMillisecond;
  link.compress_above = way.compress_above;
  if (link.compress_above) link.make_compression = transport::zstd_compression();
  return link;
}

std::optional<std::string> why_no_links(const topology::Topology& topology) {
  if (transport::zstd_compression() != nullptr) return std::nullopt;
  for (const topology::Link& link : links_of(topology)) {
    if (link.kind != topology::LinkKind::tcp || !link.options.long_way.compress_above) continue;
    return "the link between " + topology.routers[link.connects].name + " and " +
           topology.routers[link.accepts].name +
           " is compressed (compress-above), and this program was built without zstd: install it "
           "(Debian: libzstd-dev) and build it again";
  }
  return std::nullopt;
}

}  // namespace triad::router
