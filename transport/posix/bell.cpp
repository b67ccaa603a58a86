// See bell.hpp.
#include "transport/posix/bell.hpp"

#include <sys/socket.h>

#include <array>
#include <cerrno>

#include "transport/posix/cancellation.hpp"

namespace triad::transport {

namespace {

int option_of(int descriptor, int option) {
  int value = -1;
  socklen_t size = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &size) == 0 ? value : -1;
}

}  // namespace

Result<BellPair> make_bell() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return system_error("no descriptors for a doorbell", errno);
  }
  BellPair bell{UniqueFd(ends[0]), UniqueFd(ends[1])};
  // An urgent byte from the peer arrives in order like any other ring; otherwise it would block the
  // bytes after it.
  const int on = 1;
  for (const int end : ends) ::setsockopt(end, SOL_SOCKET, SO_OOBINLINE, &on, sizeof on);
  return bell;
}

bool is_bell(int descriptor) {
  return option_of(descriptor, SO_DOMAIN) == AF_UNIX &&
         option_of(descriptor, SO_TYPE) == SOCK_STREAM && option_of(descriptor, SO_ACCEPTCONN) == 0;
}

void ring_bell(int descriptor, std::span<const std::byte> ring) {
  const CancellationGuard held;  // the receiver of the ring waits for it
  static_cast<void>(::send(descriptor, ring.data(), ring.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

void ring_bell(int descriptor) {
  constexpr std::byte kRing{};
  ring_bell(descriptor, std::span(&kRing, 1));
}

bool drain_bell(int descriptor) {
  std::array<std::byte, 2048> rings;
  return drain_bell(descriptor, rings).has_value();
}

std::optional<std::size_t> drain_bell(int descriptor, std::span<std::byte> rings) {
  const CancellationGuard held;
  const ssize_t count = ::recv(descriptor, rings.data(), rings.size(), MSG_DONTWAIT);
  if (count > 0) return static_cast<std::size_t>(count);
  const bool is_open = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  return is_open ? std::optional<std::size_t>(0) : std::nullopt;
}

}  // namespace triad::transport
