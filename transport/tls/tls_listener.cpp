// The listener of tls.
#include "transport/tcp/address.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tcp/tcp_link.hpp"
#include "transport/tls/handshake_thread.hpp"
#include "transport/tls/tls.hpp"
#include "transport/tls/tls_identity.hpp"

namespace triad::transport {

namespace {

class TlsListener final : public Listener {
 public:
  TlsListener(std::unique_ptr<HandshakeThread> thread, std::string url, const LinkOptions& options)
      : thread_(std::move(thread)), url_(std::move(url)), options_(options) {}

  Result<std::unique_ptr<Link>> accept() override {
    auto peer = thread_->take_peer();
    if (!peer) return error(peer.error().code, url_ + ": " + peer.error().text);
    if (!*peer) return std::unique_ptr<Link>();
    std::string name = "tls " + (*peer)->address;
    return std::unique_ptr<Link>(std::make_unique<TcpLink>(
        std::move((*peer)->socket), std::move(name), options_, std::move((*peer)->session)));
  }
  [[nodiscard]] int descriptor() const override { return thread_->descriptor(); }
  [[nodiscard]] const std::string& url() const override { return url_; }
  [[nodiscard]] std::string address() const override {
    SocketAddress address = local_address(thread_->listening_socket());
    return to_string(address.get(), address.length);
  }

 private:
  const std::unique_ptr<HandshakeThread> thread_;
  const std::string url_;
  const LinkOptions options_;
};

}  // namespace

Result<std::unique_ptr<Listener>> tls_listen(const Url& url, const LinkOptions& options) {
  if (!options.tls) return load_tls_identity({}).error();
  Result<TcpListening> listening = listen_on_tcp(url);
  if (!listening) return listening.error();
  auto thread = HandshakeThread::start(std::move(listening->socket), options.tls);
  if (!thread) return thread.error();
  return std::unique_ptr<Listener>(
      std::make_unique<TlsListener>(std::move(*thread), std::move(listening->url), options));
}

}  // namespace triad::transport
