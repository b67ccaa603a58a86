#include "router/program/long_links.hpp"

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
  return link;
}

}  // namespace triad::router
