// The connecting side of tls.
#include <poll.h>
#include <sys/socket.h>

#include <cerrno>

#include "transport/posix/poll.hpp"
#include "transport/tcp/connect_any.hpp"
#include "transport/tcp/tcp_link.hpp"
#include "transport/tls/tls.hpp"
#include "transport/tls/tls_identity.hpp"
#include "transport/tls/tls_session.hpp"

namespace triad::transport {

namespace {

Error closed_error() {
  return error(Error::Code::peer_closed,
               "the peer closed the connection during the TLS handshake; is it a tcp:// port, or a "
               "listener with too many handshakes?");
}

Error timeout_error() {
  return error(Error::Code::timed_out,
               "the peer accepted the connection and did not finish the TLS handshake; is it a "
               "tcp:// port?");
}

class ClientHandshake {
 public:
  ClientHandshake(int socket, TlsSession& session, Clock::time_point deadline)
      : socket_(socket), session_(session), deadline_(deadline) {}

  Result<void> run() {
    for (;;) {
      const TlsSession::Handshake progress = session_.proceed();
      if (const auto sent = send_output(); !sent && progress != TlsSession::Handshake::failed) {
        return sent.error();
      }
      if (progress == TlsSession::Handshake::done) return {};
      if (progress == TlsSession::Handshake::failed) return session_.fault();
      if (const auto received = receive_input(); !received) return received.error();
    }
  }

 private:
  Result<void> send_output() {
    while (!session_.unsent().empty()) {
      const ssize_t sent = ::send(socket_, session_.unsent().data(), session_.unsent().size(),
                                  MSG_NOSIGNAL | MSG_DONTWAIT);
      if (sent > 0) {
        session_.consume(static_cast<std::size_t>(sent));
      } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
        if (!wait_for(POLLOUT)) return timeout_error();
      } else if (errno != EINTR) {
        return system_error("the TLS handshake failed", errno);
      }
    }
    return {};
  }

  Result<void> receive_input() {
    for (;;) {
      const std::span<std::byte> space = session_.space();
      const ssize_t received = ::recv(socket_, space.data(), space.size(), MSG_DONTWAIT);
      if (received > 0) {
        session_.commit(static_cast<std::size_t>(received));
        return {};
      }
      if (received == 0 || errno == ECONNRESET) return closed_error();
      if (errno == EAGAIN || errno == EWOULDBLOCK) {
        if (!wait_for(POLLIN)) return timeout_error();
      } else if (errno != EINTR) {
        return system_error("the TLS handshake failed", errno);
      }
    }
  }

  // Returns false when the deadline has passed.
  bool wait_for(short events) {
    pollfd entry{socket_, events, 0};
    for (;;) {
      const timespec left = time_left(deadline_);
      const int ready = ::ppoll(&entry, 1, &left, nullptr);
      if (ready > 0) return true;
      if (ready == 0) return false;
      if (errno != EINTR) return false;
    }
  }

  const int socket_;
  TlsSession& session_;
  const Clock::time_point deadline_;
};

}  // namespace

Result<std::unique_ptr<Link>> tls_connect(const Url& url, Clock::time_point deadline,
                                          const LinkOptions& options) {
  if (!options.tls) return load_tls_identity({}).error();
  Result<ConnectedSocket> connected = connect_to_host(url, deadline);
  if (!connected) return connected.error();
  auto session = TlsSession::make_client(options.tls->contexts(), url.host);
  if (!session) return session.error();
  const auto shaken = ClientHandshake(connected->socket.get(), **session, deadline).run();
  if (!shaken) return error(shaken.error().code, connected->peer + ": " + shaken.error().text);
  (*session)->start_stream();
  std::string peer = "tls " + connected->peer;
  return std::unique_ptr<Link>(std::make_unique<TcpLink>(
      std::move(connected->socket), std::move(peer), options, std::move(*session)));
}

}  // namespace triad::transport
