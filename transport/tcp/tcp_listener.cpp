// The listener of tcp. For any address it listens on IPv6 and IPv4 with one socket, if the kernel
// has both.
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>

#include "transport/posix/spare_fd.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tcp/address.hpp"
#include "transport/tcp/port_holder.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_link.hpp"

namespace triad::transport {

namespace {

class TcpListener final : public Listener {
 public:
  TcpListener(UniqueFd socket, std::string url, const LinkOptions& options)
      : socket_(std::move(socket)), url_(std::move(url)), options_(options) {}

  Result<std::unique_ptr<Link>> accept() override {
    SocketAddress peer;
    Result<UniqueFd> socket = accept_or_refuse(socket_.get(), spare_, peer.get(), &peer.length);
    if (!socket) return error(socket.error().code, url_ + ": " + socket.error().text);
    if (!socket->valid()) return std::unique_ptr<Link>();
    return std::unique_ptr<Link>(std::make_unique<TcpLink>(
        std::move(*socket), "tcp " + to_string(peer.get(), peer.length), options_));
  }
  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  [[nodiscard]] const std::string& url() const override { return url_; }
  [[nodiscard]] std::string address() const override {
    SocketAddress address = local_address(socket_.get());
    return to_string(address.get(), address.length);
  }

 private:
  const UniqueFd socket_;
  const std::string url_;
  const LinkOptions options_;
  SpareFd spare_;
};

Error cannot_listen(const SocketAddress& address, const std::string& where, int error_number) {
  Error problem = system_error(where, error_number);
  if (error_number == EADDRINUSE) {
    problem.text += "; " + describe_port_holder(address);
  } else if (error_number == EACCES) {
    problem.text += "; ports below 1024 need a privilege; choose a higher port";
  } else if (error_number == EADDRNOTAVAIL) {
    problem.text += "; this host does not have that address";
  }
  return problem;
}

Result<UniqueFd> listen_at(SocketAddress address, bool any_family) {
  const std::string where = to_string(address.get(), address.length);
  const auto family = address.storage.ss_family;
  UniqueFd socket(::socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!socket.valid()) return system_error("no socket for " + where, errno);
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (family == AF_INET6) {
    const int v6_only = any_family ? 0 : 1;
    ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &v6_only, sizeof v6_only);
  }
  if (::bind(socket.get(), address.get(), address.length) != 0 ||
      ::listen(socket.get(), SOMAXCONN) != 0) {
    return cannot_listen(address, where, errno);
  }
  return socket;
}

// Any address: prefers IPv6, because that socket takes both families. A name with both families:
// prefers IPv4, as peers expect.
int preferred_family(const Url& url) {
  return url.host.empty() ? AF_INET6 : AF_INET;
}

}  // namespace

Result<std::unique_ptr<Listener>> tcp_listen(const Url& url, const LinkOptions& options) {
  Result<TcpListening> listening = listen_on_tcp(url);
  if (!listening) return listening.error();
  return std::unique_ptr<Listener>(std::make_unique<TcpListener>(
      std::move(listening->socket), std::move(listening->url), options));
}

Result<TcpListening> listen_on_tcp(const Url& url) {
  const Result<std::vector<SocketAddress>> addresses = resolve(url.host, url.port, Purpose::listen);
  if (!addresses) return addresses.error();

  Error problem = error(Error::Code::system, "the host has no address");
  for (const bool preferred : {true, false}) {
    for (const SocketAddress& address : *addresses) {
      if ((address.storage.ss_family == preferred_family(url)) != preferred) continue;
      Result<UniqueFd> socket = listen_at(address, url.host.empty());
      if (!socket) {
        problem = socket.error();
        // An address in use is an error: listening on the other family alone would not meet the
        // request.
        if (problem.code == Error::Code::in_use) return problem;
        continue;
      }
      Url actual = url;
      actual.port = local_address(socket->get()).port();
      return TcpListening{std::move(*socket), to_string(actual)};
    }
  }
  return problem;
}

}  // namespace triad::transport
