#include "tools/rtimon/http_server.hpp"

#include <boost/asio/ip/address.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <utility>

#include "tools/rtimon/live_client.hpp"

namespace triad::rtimon {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

constexpr std::pair<const char*, const char*> kCommonHeaders[] = {
    {"Content-Security-Policy",
     "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors "
     "'none'; base-uri 'none'; form-action 'none'"},
    {"Cache-Control", "no-store"},
    {"Referrer-Policy", "no-referrer"},
    {"X-Content-Type-Options", "nosniff"},
    {"Server", "rtimon"}};

using Response = http::response<http::span_body<const char>>;

ApiRequest api_request(const HttpRequest& request) {
  const auto text = [](beast::string_view view) {
    return std::string_view(view.data(), view.size());
  };
  return {.method = text(request.method_string()),
          .target = text(request.target()),
          .authorization = text(request[http::field::authorization]),
          .cookie = text(request[http::field::cookie]),
          .host = text(request[http::field::host]),
          .origin = text(request[http::field::origin])};
}

// One connection: reads a request, writes its answer, and so on. It owns itself.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, std::shared_ptr<HttpClients> clients, const HttpApi& api,
          const HttpLimits& limits)
      : stream_(std::move(socket)), clients_(std::move(clients)), api_(api), limits_(limits) {
    ++clients_->connections;
  }
  ~Session() { --clients_->connections; }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(limits_.header_bytes);
    parser_->body_limit(limits_.body_bytes);
    stream_.expires_after(limits_.request_time);
    http::async_read(stream_, input_, *parser_,
                     [self = shared_from_this()](beast::error_code fault, std::size_t) {
                       self->receive(fault);
                     });
  }

 private:
  void receive(beast::error_code fault) {
    if (fault == http::error::end_of_stream) return close();
    if (fault == http::error::header_limit || fault == http::error::body_limit) {
      return refuse_long();
    }
    if (fault) return;
    const HttpRequest& request = parser_->get();
    if (!beast::websocket::is_upgrade(request)) {
      return write(api_.answer(api_request(request)), request.keep_alive());
    }
    if (auto refused = api_.refuse_live(api_request(request))) {
      return write(std::move(*refused), false);
    }
    std::make_shared<LiveClient>(std::move(stream_), clients_, limits_)->start(request);
  }

  void refuse_long() {
    static const auto kText = std::make_shared<const std::string>("the request is too long\n");
    write({.status = 431, .body = kText}, false);
  }

  void write(ApiResponse answer, bool keep_alive) {
    answer_ = std::move(answer);
    response_ = {};
    response_.version(parser_->get().version() == 10 ? 10 : 11);
    response_.result(answer_.status);
    response_.set(http::field::content_type, answer_.type);
    for (const auto& [name, value] : kCommonHeaders) response_.set(name, value);
    for (const auto& [name, value] : answer_.headers) response_.set(name, value);
    response_.keep_alive(keep_alive);
    response_.content_length(answer_.body->size());
    const bool has_body = parser_->get().method() != http::verb::head;
    if (has_body) response_.body() = {answer_.body->data(), answer_.body->size()};
    serializer_.emplace(response_);
    stream_.expires_after(limits_.request_time);
    const auto done = [self = shared_from_this(), keep_alive](beast::error_code fault,
                                                              std::size_t) {
      if (fault) return;
      keep_alive ? self->read() : self->close();
    };
    if (has_body) {
      http::async_write(stream_, *serializer_, done);
    } else {
      http::async_write_header(stream_, *serializer_, done);
    }
  }

  void close() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream stream_;
  std::shared_ptr<HttpClients> clients_;
  const HttpApi& api_;
  const HttpLimits& limits_;
  beast::flat_buffer input_;
  std::optional<http::request_parser<http::string_body>> parser_;
  ApiResponse answer_;
  Response response_;
  std::optional<http::response_serializer<http::span_body<const char>>> serializer_;
};

wire::Error failure(const std::string& text) {
  return wire::error(wire::ErrorCode::RTIinternalError, text);
}

}  // namespace

wire::Result<tcp::endpoint> parse_address(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  const std::string advice =
      "--listen " + address + " is not HOST:PORT with a numeric host, such as 127.0.0.1:8040";
  if (colon == std::string::npos) return failure(advice);
  std::string host = address.substr(0, colon);
  if (host.size() > 1 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  boost::system::error_code fault;
  const auto parsed = asio::ip::make_address(host, fault);
  const auto port = parse_number(address.substr(colon + 1), 65535);
  if (fault || !port) return failure(advice);
  return tcp::endpoint(parsed, static_cast<std::uint16_t>(*port));
}

HttpServer::HttpServer(asio::io_context& io, HttpApi& api, HttpLimits limits)
    : io_(io), acceptor_(io), api_(api), limits_(limits) {}

wire::Result<std::unique_ptr<HttpServer>> HttpServer::listen(asio::io_context& io,
                                                             const std::string& address,
                                                             HttpApi& api, HttpLimits limits) {
  const auto endpoint = parse_address(address);
  if (!endpoint) return endpoint.error();
  std::unique_ptr<HttpServer> server(new HttpServer(io, api, limits));
  boost::system::error_code fault;
  server->acceptor_.open(endpoint->protocol(), fault);
  if (!fault) server->acceptor_.set_option(asio::socket_base::reuse_address(true), fault);
  if (!fault) server->acceptor_.bind(*endpoint, fault);
  if (!fault) server->acceptor_.listen(asio::socket_base::max_listen_connections, fault);
  if (fault) {
    return failure("cannot listen at " + address + ": " + fault.message() +
                   "; name another address with --listen");
  }
  server->accept();
  return server;
}

// A connection above the limit is closed at once.
void HttpServer::accept() {
  acceptor_.async_accept(io_, [this](boost::system::error_code fault, tcp::socket socket) {
    if (fault == asio::error::operation_aborted) return;
    if (!fault && clients_->connections < limits_.connections) {
      std::make_shared<Session>(std::move(socket), clients_, api_, limits_)->read();
    }
    accept();
  });
}

void HttpServer::publish(const Published& published) {
  api_.publish(published);
  clients_->newest = published.snapshot;
  if (!published.snapshot) return;
  const std::vector<LiveClient*> live(clients_->live.begin(), clients_->live.end());
  for (LiveClient* const client : live) client->send_snapshot(published.snapshot);
}

}  // namespace triad::rtimon
