// The client's side of tcp: every address of the host is tried, within one time limit.
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "transport/posix/poll.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/tcp/address.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_link.hpp"

namespace triad::transport {

namespace {

// A connect to a free port of this host may choose that very port as its own and then reach itself:
// the ports that the kernel chooses from include the default port.
bool is_connected_to_itself(int socket) {
  const SocketAddress local = local_address(socket);
  const SocketAddress peer = peer_address(socket);
  return local.length == peer.length && local.length > 0 &&
         std::memcmp(&local.storage, &peer.storage, local.length) == 0;
}

Result<UniqueFd> connect_to(const addrinfo& address, Clock::time_point deadline) {
  const std::string where = to_string(address.ai_addr, address.ai_addrlen);
  UniqueFd socket(
      ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, IPPROTO_TCP));
  if (!socket.valid()) return system_error("no socket for " + where, errno);

  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS && errno != EINTR) return system_error(where, errno);
    if (!poll_one(socket.get(), POLLOUT, deadline)) {
      return error(Error::Code::timed_out, where + ": no answer");
    }
    int problem = 0;
    socklen_t size = sizeof problem;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &problem, &size);
    if (problem != 0) return system_error(where, problem);
  }
  if (is_connected_to_itself(socket.get())) return system_error(where, ECONNREFUSED);
  return socket;
}

}  // namespace

Result<std::unique_ptr<Link>> tcp_connect(const Url& url, Clock::time_point deadline,
                                          const LinkOptions& options) {
  if (url.host.empty() || url.port == 0) {
    return error(Error::Code::bad_url, "a host and a port are needed to connect");
  }
  const Result<AddressList> addresses = resolve(url.host, url.port, Purpose::connect);
  if (!addresses) return addresses.error();

  Error problem = error(Error::Code::timed_out, "no address was tried");
  std::string texts;
  for (const addrinfo* a = addresses->get(); a != nullptr; a = a->ai_next) {
    Result<UniqueFd> socket = connect_to(*a, deadline);
    if (socket) {
      std::string peer = "tcp " + to_string(a->ai_addr, a->ai_addrlen);
      return std::unique_ptr<Link>(
          std::make_unique<TcpLink>(std::move(*socket), std::move(peer), options));
    }
    problem = socket.error();
    texts += (texts.empty() ? "" : "; ") + problem.text;
    if (Clock::now() >= deadline) break;
  }
  return error(problem.code, texts);
}

}  // namespace triad::transport
