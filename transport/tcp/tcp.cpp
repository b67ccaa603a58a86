#include "transport/tcp/tcp.hpp"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>

namespace triad::transport {

namespace {

using Clock = std::chrono::steady_clock;

// How long to let a starting gateway be before it is asked again.
constexpr auto kRetryPause = std::chrono::milliseconds(20);

struct AddressInfo {
  addrinfo* list = nullptr;
  ~AddressInfo() {
    if (list != nullptr) ::freeaddrinfo(list);
  }
};

std::string resolve(const Url& url, bool passive, AddressInfo& out) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | (passive ? AI_PASSIVE : 0);
  const char* host = url.host.empty() ? (passive ? nullptr : "127.0.0.1") : url.host.c_str();
  const int fault = ::getaddrinfo(host, std::to_string(url.port).c_str(), &hints, &out.list);
  return fault == 0 ? std::string() : std::string(::gai_strerror(fault));
}

std::string address_text(const sockaddr_storage& address) {
  char text[INET6_ADDRSTRLEN] = "?";
  if (address.ss_family == AF_INET6) {
    const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address);
    ::inet_ntop(AF_INET6, &v6.sin6_addr, text, sizeof text);
    return "[" + std::string(text) + "]:" + std::to_string(ntohs(v6.sin6_port));
  }
  const auto& v4 = reinterpret_cast<const sockaddr_in&>(address);
  ::inet_ntop(AF_INET, &v4.sin_addr, text, sizeof text);
  return std::string(text) + ":" + std::to_string(ntohs(v4.sin_port));
}

std::string peer_text(int socket) {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&address), &size) != 0) return "tcp ?";
  return "tcp " + address_text(address);
}

std::unique_ptr<Link> make_link(Descriptor socket) {
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  std::string peer = peer_text(socket.get());
  return std::make_unique<StreamLink>(std::move(socket), std::move(peer));
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return left < 0 ? 0 : static_cast<int>(std::min<std::int64_t>(left, 1'000'000));
}

// One attempt at one address. The error number; 0: connected.
int try_address(const addrinfo& address, Clock::time_point deadline, Descriptor& out) {
  Descriptor socket(
      ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
  if (!socket) return errno;
  if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) != 0) {
    if (errno != EINPROGRESS) return errno;
    pollfd waiting{socket.get(), POLLOUT, 0};
    int ready;
    do {
      ready = ::poll(&waiting, 1, milliseconds_until(deadline));
    } while (ready < 0 && errno == EINTR && Clock::now() < deadline);
    if (ready <= 0) return ETIMEDOUT;
    int fault = 0;
    socklen_t size = sizeof fault;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &fault, &size);
    if (fault != 0) return fault;
  }
  out = std::move(socket);
  return 0;
}

class TcpListener final : public Listener {
 public:
  TcpListener(Descriptor socket, std::string url) : socket_(std::move(socket)), url_(std::move(url)) {}

  Result<std::unique_ptr<Link>> accept() override {
    Descriptor peer(::accept4(socket_.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (peer) return make_link(std::move(peer));
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      return Error{Error::Code::exhausted,
                   std::string("cannot accept a connection: ") + std::strerror(errno)};
    }
    return std::unique_ptr<Link>();
  }
  int descriptor() const override { return socket_.get(); }
  std::string url() const override { return url_; }

 private:
  Descriptor socket_;
  const std::string url_;
};

Result<std::unique_ptr<Listener>> listen_at(const addrinfo& address, const Url& url) {
  const auto failed = [&](const char* what) {
    const auto code = errno == EADDRINUSE ? Error::Code::in_use : Error::Code::system;
    return Error{code, "cannot listen on " + url.text() + ": " + what + ": " +
                           std::strerror(errno) +
                           (errno == EADDRINUSE ? "; another program listens there" : "")};
  };
  Descriptor socket(
      ::socket(address.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, address.ai_protocol));
  if (!socket) return failed("socket");
  const int on = 1;
  const int off = 0;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (address.ai_family == AF_INET6) {
    const int v6_only = url.host.empty() ? off : on;
    ::setsockopt(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY, &v6_only, sizeof v6_only);
  }
  if (::bind(socket.get(), address.ai_addr, address.ai_addrlen) != 0) return failed("bind");
  if (::listen(socket.get(), SOMAXCONN) != 0) return failed("listen");
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  ::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size);
  Url actual = url;
  if (actual.host.empty()) actual.host = "127.0.0.1";
  actual.port = ntohs(bound.ss_family == AF_INET6
                          ? reinterpret_cast<const sockaddr_in6&>(bound).sin6_port
                          : reinterpret_cast<const sockaddr_in&>(bound).sin_port);
  return std::unique_ptr<Listener>(std::make_unique<TcpListener>(std::move(socket), actual.text()));
}

}  // namespace

Result<std::unique_ptr<Link>> connect_tcp(const Url& url, Duration timeout) {
  const auto start = Clock::now();
  const auto deadline = start + timeout;
  AddressInfo addresses;
  if (const std::string fault = resolve(url, false, addresses); !fault.empty()) {
    return Error{Error::Code::unreachable,
                 "cannot resolve the host of " + url.text() + ": " + fault};
  }
  int fault = ETIMEDOUT;
  for (;;) {
    for (const addrinfo* at = addresses.list; at != nullptr; at = at->ai_next) {
      Descriptor socket;
      fault = try_address(*at, deadline, socket);
      if (fault == 0) return make_link(std::move(socket));
    }
    if (Clock::now() + kRetryPause >= deadline) break;
    ::poll(nullptr, 0, static_cast<int>(kRetryPause.count()));
  }
  char tried[32];
  std::snprintf(tried, sizeof tried, "%.1f s",
                std::chrono::duration<double>(Clock::now() - start).count());
  return Error{Error::Code::unreachable, "nobody answered at " + url.text() + " (tried for " +
                                             tried + "): " + std::strerror(fault)};
}

Result<std::unique_ptr<Listener>> listen_tcp(const Url& url) {
  AddressInfo addresses;
  if (const std::string fault = resolve(url, true, addresses); !fault.empty()) {
    return Error{Error::Code::bad_url, "cannot resolve the host of " + url.text() + ": " + fault};
  }
  // For "any address" the IPv6 socket serves both families; where there is no IPv6, IPv4 alone.
  Error last;
  for (const int family : {url.host.empty() ? AF_INET6 : AF_INET, AF_INET, AF_INET6}) {
    for (const addrinfo* at = addresses.list; at != nullptr; at = at->ai_next) {
      if (at->ai_family != family) continue;
      auto listener = listen_at(*at, url);
      if (listener || listener.error().code == Error::Code::in_use) return listener;
      last = listener.error();
    }
  }
  return last;
}

}  // namespace triad::transport
