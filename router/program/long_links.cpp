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
bool may_bundle_frame(std::span<const transport::Bytes> frame) {
  const wire::Kind kind = wire::peek_kind(frame.back());
  return kind == wire::Kind::UpdateAttributeValues || kind == wire::Kind::SendInteraction ||
         kind == wire::Kind::PeerData;
}

}  // namespace

transport::LongLinkOptions long_link_of(const topology::LongLinkOptions& options) {
  transport::LongLinkOptions link;
  link.congestion = options.congestion;
  link.window_bytes = kRoundTripsOnTheWay * options.bandwidth_mbit *
                      static_cast<std::uint64_t>(options.rtt.count()) * kBytesPerMegabitMillisecond;
  link.compress_above = options.compress_above;
  if (link.compress_above) link.make_compression = transport::zstd_compression();
  link.bundle_time = options.bundle_delay;
  link.bundle_bytes = options.bundle_bytes;
  if (options.bundle_delay.count() > 0) link.may_bundle = &may_bundle_frame;
  return link;
}

std::optional<std::string> unsupported_links_reason(const topology::Topology& topology) {
  if (transport::zstd_compression() != nullptr) return std::nullopt;
  for (const topology::Link& link : links_of(topology)) {
    if (link.kind != topology::LinkKind::tcp || !link.options.long_link.compress_above) continue;
    return "the link between " + topology.routers[link.connecting_router].name + " and " +
           topology.routers[link.accepting_router].name +
           " is compressed (compress-above), and this program was built without zstd: install it "
           "(Debian: libzstd-dev) and build it again";
  }
  return std::nullopt;
}

}  // namespace triad::router
