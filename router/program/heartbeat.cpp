#include "router/program/heartbeat.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace triad::router {

// TCP_USER_TIMEOUT does not suffice: it also ends a connection to a stopped peer whose buffers are
// full. The time since the last acknowledgement does not suffice either, because TCP probes such a
// peer at ever longer intervals. So this counts as silence only if two or more probes or
// retransmissions are unanswered.
std::optional<std::chrono::milliseconds> unanswered_time(int descriptor) {
  constexpr int kUnansweredMin = 2;
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  if (info.tcpi_probes + info.tcpi_retransmits < kUnansweredMin) return std::nullopt;
  return std::chrono::milliseconds(info.tcpi_last_ack_recv);
}

}  // namespace triad::router
