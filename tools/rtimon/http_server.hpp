// The HTTP server of rtimon (Boost.Beast): answers requests by HttpApi, and sends each snapshot to
// the WebSockets at /api/live. All its functions are called in the thread of its io_context. Bounds
// for slow or hostile clients: connections, bytes of a request, times to send a request and to read
// an answer, and one queued snapshot for each WebSocket.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>

#include "tools/rtimon/http_api.hpp"
#include "wire/error.hpp"

namespace triad::rtimon {

struct HttpLimits {
  std::size_t connections = 64;
  std::uint32_t header_bytes = 8192;
  std::uint64_t body_bytes = 1024;
  // Time for a request, and for a client to read an answer.
  std::chrono::milliseconds request_time = std::chrono::seconds(15);
  // Time after which a WebSocket that reads nothing is closed.
  std::chrono::milliseconds live_time = std::chrono::seconds(30);
};

class LiveClient;

// WebSockets, the snapshot that was published last or null, and the number of connections. Shared
// by the server and its sessions.
struct HttpClients {
  std::set<LiveClient*> live;
  std::shared_ptr<const std::string> newest;
  std::size_t connections = 0;
};

class HttpServer {
 public:
  // Listens at HOST:PORT. Fails with the reason and a remedy. The references must outlive it.
  static wire::Result<std::unique_ptr<HttpServer>> listen(boost::asio::io_context& io,
                                                          const std::string& address, HttpApi& api,
                                                          HttpLimits limits = {});
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Returns the address at which it listens, with the actual port.
  boost::asio::ip::tcp::endpoint endpoint() const { return acceptor_.local_endpoint(); }
  // Answers later requests with these texts, and sends the snapshot to the WebSockets.
  void publish(const Published& published);
  std::size_t connections() const { return clients_->connections; }

 private:
  HttpServer(boost::asio::io_context& io, HttpApi& api, HttpLimits limits);
  void accept();

  boost::asio::io_context& io_;
  boost::asio::ip::tcp::acceptor acceptor_;
  HttpApi& api_;
  const HttpLimits limits_;
  std::shared_ptr<HttpClients> clients_ = std::make_shared<HttpClients>();
};

// Splits "127.0.0.1:8040" or "[::1]:8040". Fails if the host is no numeric address.
wire::Result<boost::asio::ip::tcp::endpoint> parse_address(const std::string& address);

}  // namespace triad::rtimon
