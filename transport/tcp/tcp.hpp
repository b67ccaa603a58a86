// The tcp backend: its functions for connect.cpp.
#pragma once

#include <memory>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/listener.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"
#include "transport/url.hpp"

namespace triad::transport {

[[nodiscard]] Result<std::unique_ptr<Link>> tcp_connect(const Url& url, Clock::time_point deadline,
                                                        const LinkOptions& options);
[[nodiscard]] Result<std::unique_ptr<Listener>> tcp_listen(const Url& url,
                                                           const LinkOptions& options);

// A listening socket, for the listeners of tcp and tls.
struct TcpListening {
  UniqueFd socket;  // non-blocking
  std::string url;  // with the actual port
};
[[nodiscard]] Result<TcpListening> listen_on_tcp(const Url& url);

}  // namespace triad::transport
