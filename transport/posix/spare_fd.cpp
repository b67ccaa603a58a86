// See spare_fd.hpp.
#include "transport/posix/spare_fd.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

namespace triad::transport {

namespace {

// Returns whether accept() reports a peer that has given up, or a problem of its network.
bool is_peer_error(int error_number) {
  switch (error_number) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENOPROTOOPT:
    case EPERM:
      return true;
    default:
      return false;
  }
}

}  // namespace

SpareFd::SpareFd() {
  acquire();
}

void SpareFd::acquire() {
  if (!descriptor_.valid()) descriptor_.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
}

bool SpareFd::refuse_peer(int listening_socket, SendRefusal farewell) {
  descriptor_.reset();
  UniqueFd peer(::accept4(listening_socket, nullptr, nullptr, SOCK_CLOEXEC));
  const bool had_peer = peer.valid();
  if (had_peer && farewell != nullptr) farewell(peer.get());
  peer.reset();
  acquire();
  return had_peer;
}

Result<UniqueFd> accept_or_refuse(int listening_socket, SpareFd& spare, sockaddr* address,
                                  socklen_t* length, SpareFd::SendRefusal farewell) {
  while (true) {
    const int socket = ::accept4(listening_socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) return UniqueFd(socket);
    if (errno == EAGAIN || errno == EWOULDBLOCK) return UniqueFd();
    if (is_peer_error(errno)) continue;
    const Error problem = system_error("a peer was turned away", errno);
    // Without a free descriptor, accept() fails before it checks whether a peer is waiting.
    if (!spare.refuse_peer(listening_socket, farewell)) return UniqueFd();
    return error(
        problem.code,
        problem.text + "; raise the limit of open descriptors (ulimit -n) if none is left");
  }
}

}  // namespace triad::transport
