#include "tools/rtimon/live_client.hpp"

#include <boost/asio/buffer.hpp>
#include <utility>

namespace triad::rtimon {

namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

namespace {

constexpr std::size_t kMessageBytesMax = 1024;

}  // namespace

// The WebSocket has a timer of its own.
LiveClient::LiveClient(beast::tcp_stream stream, std::shared_ptr<HttpClients> clients,
                       const HttpLimits& limits)
    : socket_(std::move(stream)), clients_(std::move(clients)) {
  beast::get_lowest_layer(socket_).expires_never();
  websocket::stream_base::timeout timeout{};
  timeout.handshake_timeout = limits.request_time;
  timeout.idle_timeout = limits.live_time;
  timeout.keep_alive_pings = true;
  socket_.set_option(timeout);
  socket_.read_message_max(kMessageBytesMax);
  ++clients_->connections;
}

LiveClient::~LiveClient() {
  clients_->live.erase(this);
  --clients_->connections;
}

void LiveClient::start(const HttpRequest& request) {
  const auto kept = std::make_shared<const HttpRequest>(request);
  socket_.async_accept(*kept, [self = shared_from_this(), kept](beast::error_code fault) {
    if (fault) return;
    self->clients_->live.insert(self.get());
    self->read();
    if (self->clients_->newest) self->send_snapshot(self->clients_->newest);
  });
}

void LiveClient::read() {
  socket_.async_read(input_, [self = shared_from_this()](beast::error_code fault, std::size_t) {
    if (fault) {
      self->clients_->live.erase(self.get());
      beast::get_lowest_layer(self->socket_).close();
      return;
    }
    self->input_.consume(self->input_.size());
    self->read();
  });
}

void LiveClient::send_snapshot(std::shared_ptr<const std::string> snapshot) {
  if (writing_) {
    next_ = std::move(snapshot);
  } else {
    write(std::move(snapshot));
  }
}

void LiveClient::write(std::shared_ptr<const std::string> snapshot) {
  writing_ = std::move(snapshot);
  socket_.text(true);
  socket_.async_write(boost::asio::buffer(*writing_),
                      [self = shared_from_this()](beast::error_code fault, std::size_t) {
                        self->writing_.reset();
                        if (fault) return;
                        if (auto next = std::exchange(self->next_, nullptr)) {
                          self->write(std::move(next));
                        }
                      });
}

}  // namespace triad::rtimon
