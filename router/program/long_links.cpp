#include "router/program/long_links.hpp"

#include "transport/link.hpp"
#include "transport/stream/compression.hpp"
#include "transport/zstd/zstd_compression.hpp"
#include "wire/record.hpp"

namespace triad::router {

namespace {

constexpr std::uint64_t kBytesPerMegabitMillisecond = 125;
// Window in round trips: one for data in transit, one for new data while lost data is
// retransmitted.
constexpr std::uint64_t kRoundTripsOnTheWay = 2;

// Returns true for frames that may wait in a bundle: updates and interactions. No federate waits
// for one of them alone, because a promise flushes the frames before it. Requests and answers do
// not wait. A frame is a prefix and a record.
bool may_wait(std::span<const transport::Bytes> frame) {
  const wire::Kind kind = wire::kind_said(frame.back());
  return kind == wire::Kind::UpdateAttributeValues || kind == wire::Kind::SendInteraction ||
         kind == wire::Kind::PeerData;
}

}  // namespace

transport::LongLinkOptions long_link_of(const topology::LongWay& way) {
  transport::LongLinkOptions link;
  link.congestion = way.congestion;
  link.window_bytes = kRoundTripsOnTheWay * way.bandwidth_mbit *
                      static_cast<std::uint64_t>(way.rtt.count()) * kBytesPerMegabitMillisecond;
  link.compress_above = way.compress_above;
  if (link.compress_above) link.make_compression = transport::zstd_compression();
  link.bundle_time = way.bundle;
  link.bundle_bytes = way.bundle_bytes;
  if (way.bundle.count() > 0) link.may_wait = &may_wait;
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
