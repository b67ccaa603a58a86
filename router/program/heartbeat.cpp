#include "router/program/heartbeat.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace triad::router {

// TCP_USER_TIMEOUT would not do: it also ends a connection whose peer is stopped with its buffers
// full. The time since the last acknowledgement alone would not do either, for such a peer is asked
// ever more rarely. So what counts is that it was asked twice or more since and did not answer.
std::optional<std::chrono::milliseconds> silence_of(int descriptor) {
  constexpr int kUnansweredMin = 2;
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  if (info.tcpi_probes + info.tcpi_retransmits < kUnansweredMin) return std::nullopt;
  return std::chrono::milliseconds(info.tcpi_last_ack_recv);
}

}  // namespace triad::router
