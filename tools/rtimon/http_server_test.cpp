#include "tools/rtimon/http_server.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <future>
#include <memory>
#include <string>
#include <thread>

namespace triad::rtimon {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;

constexpr const char* kServerToken = "0123456789abcdef";

// Connects, and reads snapshots up to "second".
void read_second(const HttpServer& server, std::atomic<bool>& has_first) {
  asio::io_context io;
  websocket::stream<tcp::socket> live(io);
  live.next_layer().connect(server.endpoint());
  live.handshake("127.0.0.1", std::string("/api/live?token=") + kServerToken);
  std::string last;
  while (last != "second") {
    beast::flat_buffer buffer;
    live.read(buffer);
    last = beast::buffers_to_string(buffer.data());
    if (last == "first") has_first = true;
  }
}

// A server in a thread, and clients that block.
class HttpServerTest : public testing::Test {
 protected:
  void start(HttpLimits limits) {
    auto made = HttpServer::listen(io, "127.0.0.1:0", api, limits);
    ASSERT_TRUE(made) << made.error().text;
    server = std::move(*made);
    thread = std::thread([this] { io.run(); });
  }
  ~HttpServerTest() override {
    io.stop();
    if (thread.joinable()) thread.join();
  }
  // Runs a function in the thread of the server and returns its result.
  template <class Function>
  auto in_server(Function function) {
    std::packaged_task<decltype(function())()> task(function);
    auto result = task.get_future();
    asio::post(io, [&] { task(); });
    return result.get();
  }
  void publish(const std::string& text) {
    in_server([&] {
      server->publish({.snapshot = std::make_shared<const std::string>(text),
                       .metrics = nullptr,
                       .is_connected = true});
    });
  }
  tcp::socket connect() {
    tcp::socket socket(client_io);
    socket.connect(server->endpoint());
    return socket;
  }
  static http::response<http::string_body> get(tcp::socket& socket, const std::string& target,
                                               http::verb method = http::verb::get) {
    http::request<http::string_body> request(method, target, 11);
    request.set(http::field::authorization, std::string("Bearer ") + kServerToken);
    http::write(socket, request);
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.skip(method == http::verb::head);
    http::read(socket, buffer, parser);
    return parser.release();
  }
  // Reads until the server closes the connection. Returns the bytes.
  static std::string read_to_end(tcp::socket& socket) {
    std::string all;
    char bytes[4096];
    boost::system::error_code fault;
    while (!fault) {
      const std::size_t got = socket.read_some(asio::buffer(bytes), fault);
      all.append(bytes, got);
    }
    return all;
  }
  websocket::stream<tcp::socket> open_live() {
    websocket::stream<tcp::socket> live(client_io);
    live.next_layer().connect(server->endpoint());
    live.handshake("127.0.0.1", std::string("/api/live?token=") + kServerToken);
    return live;
  }
  static std::string read(websocket::stream<tcp::socket>& live) {
    beast::flat_buffer buffer;
    live.read(buffer);
    return beast::buffers_to_string(buffer.data());
  }

  asio::io_context io;
  asio::io_context client_io;
  HttpApi api{kServerToken, "rtimon-1", {}, {}, [] { return WallTime{0}; }};
  std::unique_ptr<HttpServer> server;
  std::thread thread;
};

TEST_F(HttpServerTest, AConnectionServesSeveralRequests) {
  start({});
  publish("{}");
  tcp::socket socket = connect();
  const auto first = get(socket, "/api/snapshot");
  EXPECT_EQ(first.result_int(), 200u);
  EXPECT_EQ(first.body(), "{}");
  EXPECT_EQ(first[http::field::content_type], "application/json");
  EXPECT_EQ(first["X-Content-Type-Options"], "nosniff");
  EXPECT_NE(first["Content-Security-Policy"].find("default-src 'self'"), std::string::npos);
  EXPECT_EQ(get(socket, "/nowhere").result_int(), 404u);
  const auto head = get(socket, "/api/snapshot", http::verb::head);
  EXPECT_EQ(head.body(), "");
  EXPECT_EQ(head[http::field::content_length], "2");
  EXPECT_EQ(get(socket, "/healthz").result_int(), 200u);
}

TEST_F(HttpServerTest, TooLongRequestsAreRefusedAndTheirConnectionEnds) {
  start({});
  tcp::socket socket = connect();
  const std::string request = "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n";
  boost::system::error_code ignored;
  asio::write(socket, asio::buffer(request), ignored);
  EXPECT_NE(read_to_end(socket).find("431"), std::string::npos);
  tcp::socket other = connect();
  asio::write(other, asio::buffer(std::string("no http at all\r\n\r\n")));
  EXPECT_EQ(read_to_end(other), "");
}

TEST_F(HttpServerTest, ARequestThatIsNotCompletedInTimeEndsItsConnection) {
  start({.request_time = std::chrono::milliseconds(200)});
  tcp::socket socket = connect();
  asio::write(socket, asio::buffer(std::string("GET / HT")));
  EXPECT_EQ(read_to_end(socket), "");
}

TEST_F(HttpServerTest, ConnectionsAboveTheLimitAreClosedAndOthersContinue) {
  start({.connections = 2});
  tcp::socket first = connect();
  EXPECT_EQ(get(first, "/healthz").result_int(), 200u);
  tcp::socket second = connect();
  EXPECT_EQ(get(second, "/healthz").result_int(), 200u);
  tcp::socket third = connect();
  EXPECT_EQ(read_to_end(third), "");
  EXPECT_EQ(get(first, "/healthz").result_int(), 200u);
}

TEST_F(HttpServerTest, AWebSocketGetsTheLastSnapshotAndEachNewOne) {
  start({});
  publish("one");
  auto live = open_live();
  EXPECT_EQ(read(live), "one");
  publish("two");
  EXPECT_EQ(read(live), "two");
}

TEST_F(HttpServerTest, AWebSocketWithoutTokenIsRefused) {
  start({});
  websocket::stream<tcp::socket> live(client_io);
  live.next_layer().connect(server->endpoint());
  beast::error_code fault;
  live.handshake("127.0.0.1", "/api/live", fault);
  EXPECT_EQ(fault, websocket::error::upgrade_declined);
}

// Publishes the second snapshot after each number of steps of the server, until the client has the
// first one by then.
TEST(HttpServerSteps, AClientGetsTheSnapshotThatIsPublishedWhileItConnects) {
  std::atomic<bool> has_first{false};
  for (int steps = 0; !has_first; ++steps) {
    asio::io_context io;
    HttpApi api{kServerToken, "rtimon-1", {}, {}, [] { return WallTime{0}; }};
    auto server = HttpServer::listen(io, "127.0.0.1:0", api);
    ASSERT_TRUE(server) << server.error().text;
    const auto publish = [&](const char* text) {
      (*server)->publish({.snapshot = std::make_shared<const std::string>(text),
                          .metrics = nullptr,
                          .is_connected = true});
    };
    publish("first");
    auto read = std::async(std::launch::async, [&] { read_second(**server, has_first); });
    for (std::size_t done = 0; done < static_cast<std::size_t>(steps) && !has_first;) {
      done += io.poll_one();
    }
    publish("second");
    // A client that misses it waits until the test's limit ends the program.
    while (read.wait_for(std::chrono::seconds(0)) != std::future_status::ready) io.poll_one();
    EXPECT_NO_THROW(read.get()) << "after " << steps << " steps";
  }
}

// The first snapshots fill the buffers of the connection; those after them are left out but for the
// last one.
TEST_F(HttpServerTest, AClientThatStopsReadingMissesSnapshotsAndGetsTheNewest) {
  start({});
  auto live = open_live();
  constexpr int kSnapshots = 40;
  const std::string filling(1 << 20, 'x');
  publish("begin");
  ASSERT_EQ(read(live), "begin");
  for (int i = 0; i < kSnapshots; ++i) publish(std::to_string(i) + filling);
  live.read_message_max(2 << 20);
  int received = 0;
  std::string last;
  while (!last.starts_with(std::to_string(kSnapshots - 1) + "x")) {
    last = read(live);
    ++received;
  }
  EXPECT_LT(received, kSnapshots);
}

TEST_F(HttpServerTest, AClientThatReadsNothingIsClosedAndItsPlaceIsFree) {
  start({.connections = 1, .live_time = std::chrono::milliseconds(300)});
  auto live = open_live();
  publish(std::string(32 << 20, 'x'));
  // Ends when the server has closed the connection.
  std::size_t connections = 1;
  while (connections != 0) {
    connections = in_server([this] { return server->connections(); });
    std::this_thread::yield();
  }
  tcp::socket next = connect();
  EXPECT_EQ(get(next, "/healthz").result_int(), 200u);
}

TEST(HttpAddress, OnlyNumericHostsWithAPortAreAccepted) {
  EXPECT_TRUE(parse_address("127.0.0.1:8040"));
  EXPECT_TRUE(parse_address("[::1]:0"));
  EXPECT_TRUE(parse_address("0.0.0.0:65535"));
  for (const char* const text : {"", "8040", "localhost:8040", "127.0.0.1", "127.0.0.1:65536",
                                 "127.0.0.1:x", "127.0.0.1:"}) {
    EXPECT_FALSE(parse_address(text)) << text;
  }
}

}  // namespace
}  // namespace triad::rtimon
