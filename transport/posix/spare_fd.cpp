// See spare_fd.hpp.
#include "transport/posix/spare_fd.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>

namespace triad::transport {

namespace {

// Returns whether accept() reports a peer that has given up, or a problem of its network.
bool is_of_the_peer(int error_number) {
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

bool SpareFd::turn_away_one(int listening_socket, Farewell farewell) {
  descriptor_.reset();
  UniqueFd peer(::accept4(listening_socket, nullptr, nullptr, SOCK_CLOEXEC));
  const bool was_one = peer.valid();
  if (was_one && farewell != nullptr) farewell(peer.get());
  peer.reset();
  acquire();
  return was_one;
}

Result<UniqueFd> accept_or_turn_away(int listening_socket, SpareFd& spare, sockaddr* address,
                                     socklen_t* length, SpareFd::Farewell farewell) {
  while (true) {
    const int socket = ::accept4(listening_socket, address, length, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (socket >= 0) return UniqueFd(socket);
    if (errno == EAGAIN || errno == EWOULDBLOCK) return UniqueFd();
    if (is_of_the_peer(errno)) continue;
    const Error problem = system_error("a peer was turned away", errno);
    // Without a free descriptor, accept() fails before it checks whether a peer is waiting.
    if (!spare.turn_away_one(listening_socket, farewell)) return UniqueFd();
    return error(
        problem.code,
        problem.text + "; raise the limit of open descriptors (ulimit -n) if none is left");
  }
}

}  // namespace triad::transport
