// A WebSocket of a client that receives each snapshot. It owns itself while its connection lasts.
// If the client reads slowly, only the newest snapshot waits; older ones are left out.
#pragma once

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <memory>
#include <string>

#include "tools/rtimon/http_server.hpp"

namespace triad::rtimon {

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;

class LiveClient : public std::enable_shared_from_this<LiveClient> {
 public:
  LiveClient(boost::beast::tcp_stream stream, std::shared_ptr<HttpClients> clients,
             const HttpLimits& limits);
  ~LiveClient();
  LiveClient(const LiveClient&) = delete;
  LiveClient& operator=(const LiveClient&) = delete;

  // Accepts the handshake, then sends the snapshot that was published last.
  void start(const HttpRequest& request);
  void send_snapshot(std::shared_ptr<const std::string> snapshot);

 private:
  // Reads and ignores messages, so that pings are answered and the end is noticed.
  void read();
  void write(std::shared_ptr<const std::string> snapshot);

  boost::beast::websocket::stream<boost::beast::tcp_stream> socket_;
  std::shared_ptr<HttpClients> clients_;
  boost::beast::flat_buffer input_;
  std::shared_ptr<const std::string> writing_;
  std::shared_ptr<const std::string> next_;
};

}  // namespace triad::rtimon
