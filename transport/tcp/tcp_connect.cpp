// The connecting side of tcp: tries all addresses of the host within one time limit.
#include "transport/tcp/connect_any.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_link.hpp"

namespace triad::transport {

Result<std::unique_ptr<Link>> tcp_connect(const Url& url, Clock::time_point deadline,
                                          const LinkOptions& options) {
  Result<ConnectedSocket> connected = connect_to_host(url, deadline);
  if (!connected) return connected.error();
  return std::unique_ptr<Link>(
      std::make_unique<TcpLink>(std::move(connected->socket), "tcp " + connected->peer, options));
}

}  // namespace triad::transport
