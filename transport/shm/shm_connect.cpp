// The joining side of shm: connects to the socket, receives the descriptors and maps the rings.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>

#include "transport/posix/poll.hpp"
#include "transport/shm/ring_pair.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_handshake.hpp"
#include "transport/shm/socket_path.hpp"

namespace triad::transport {

namespace {

Error cannot_connect(const SocketPath& path, int error_number) {
  Error problem = system_error(path.socket, error_number);
  if (error_number == EAGAIN) {  // the kernel's error when SO_SNDTIMEO has passed
    return error(Error::Code::timed_out,
                 path.socket + ": too many connections wait to be accepted");
  }
  if (error_number == ECONNREFUSED) problem.text += ", left behind by a program that died";
  return problem;
}

// Connects in blocking mode with a time limit. A Unix connect waits only while the listener's queue
// is full.
Result<UniqueFd> connect_socket(const SocketPath& path, Clock::time_point deadline) {
  UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket.valid()) return system_error("no Unix socket", errno);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.socket.copy(address.sun_path, sizeof address.sun_path - 1);
  while (true) {
    const timespec left = time_left(deadline);
    // 0 would mean no limit
    timeval limit{left.tv_sec, std::max<suseconds_t>(1, left.tv_nsec / 1000)};
    ::setsockopt(socket.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    if (::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) break;
    if (errno != EINTR) return cannot_connect(path, errno);
  }
  ::fcntl(socket.get(), F_SETFL, O_NONBLOCK);
  return socket;
}

}  // namespace

Result<std::unique_ptr<Link>> shm_connect(const Url& url, Clock::time_point deadline,
                                          const LinkOptions& options) {
  const Result<SocketPath> path = socket_path(url, options);
  if (!path) return path.error();
  if (const auto owned = check_owners(*path); !owned) return owned.error();
  Result<UniqueFd> socket = connect_socket(*path, deadline);
  if (!socket) return socket.error();
  if (const auto same = check_peer_is_same_user(socket->get()); !same) {
    return error(same.error().code, path->socket + ": " + same.error().text);
  }
  std::string peer = peer_name(socket->get());
  auto link = accept_ring_link(std::move(*socket), std::move(peer), deadline, options);
  if (!link) return error(link.error().code, path->socket + ": " + link.error().text);
  return link;
}

}  // namespace triad::transport
