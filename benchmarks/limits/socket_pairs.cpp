// Implements socket_pairs.hpp.
#include "benchmarks/limits/socket_pairs.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "benchmarks/limits/route.hpp"

namespace triad::limits {

std::array<int, 2> unix_pair() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    exit_with_error("no Unix sockets");
  }
  return ends;
}

std::array<int, 2> tcp_pair() {
  const int listening = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  const int client = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::bind(listening, generic, size) != 0 || ::listen(listening, 1) != 0 ||
      ::getsockname(listening, generic, &size) != 0 || ::connect(client, generic, size) != 0) {
    exit_with_error("no TCP on the loopback interface");
  }
  const int server = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
  ::close(listening);
  const int on = 1;
  for (const int end : {client, server}) {
    ::setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  return {client, server};
}

}  // namespace triad::limits
