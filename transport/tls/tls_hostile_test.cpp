// Attacks on a listener of tls, and mistakes of peers that are no Triad programs.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <openssl/err.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "transport/conformance/backend.hpp"
#include "transport/conformance/test_site.hpp"
#include "transport/connect.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/tls/handshake_thread.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

constexpr Duration kHostilePatience = std::chrono::seconds(60);

LinkOptions loopback_options() {
  LinkOptions options;
  options.tls = loopback_identity();
  return options;
}

UniqueFd connected_to(std::uint16_t port) {
  UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  EXPECT_EQ(::connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  return socket;
}

void send_raw(int socket, const std::string& bytes) {
  EXPECT_EQ(::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
}

std::string receive_to_end(int socket) {
  std::string all;
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = ::recv(socket, bytes.data(), bytes.size(), 0)) > 0;) {
    all.append(bytes.data(), static_cast<std::size_t>(count));
  }
  return all;
}

class TlsAttack : public testing::Test {
 protected:
  void SetUp() override {
    listener_ = listen(parse_url("tls://127.0.0.1:0").value(), loopback_options()).value();
    port_ = parse_url(listener_->url()).value().port;
  }

  // Returns the next line about a peer that was turned away.
  std::string next_refusal() {
    for (;;) {
      Result<std::unique_ptr<Link>> link = listener_->accept();
      if (!link) return link.error().text;
      if (*link != nullptr) {
        ADD_FAILURE() << (*link)->peer() << " was accepted";
        return {};
      }
      pollfd entry{listener_->descriptor(), POLLIN, 0};
      ::poll(&entry, 1, -1);
    }
  }
  std::unique_ptr<Link> next_link() {
    for (;;) {
      Result<std::unique_ptr<Link>> link = listener_->accept();
      if (link && *link != nullptr) return std::move(*link);
      pollfd entry{listener_->descriptor(), POLLIN, 0};
      ::poll(&entry, 1, -1);
    }
  }
  void expect_that_others_are_served() {
    const auto link =
        connect(parse_url(listener_->url()).value(), kHostilePatience, loopback_options());
    ASSERT_TRUE(link.has_value()) << link.error().text;
    EXPECT_EQ(next_link()->principal().text(), "router loopback");
  }

  std::unique_ptr<Listener> listener_;
  std::uint16_t port_ = 0;
};

// A client of OpenSSL itself, which need not follow the rules of tls://.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int version_max = TLS1_3_VERSION)
      : socket_(connected_to(port)), context_(::SSL_CTX_new(::TLS_client_method())) {
    ::SSL_CTX_set_max_proto_version(context_.get(), version_max);
    ssl_.reset(::SSL_new(context_.get()));
    ::SSL_set_fd(ssl_.get(), socket_.get());
  }
  void use(const TlsFiles& files) {
    ::SSL_use_certificate_file(ssl_.get(), files.certificate.c_str(), SSL_FILETYPE_PEM);
    ::SSL_use_PrivateKey_file(ssl_.get(), files.key.c_str(), SSL_FILETYPE_PEM);
  }
  // Returns whether the handshake has succeeded at this end.
  bool shake_hands() { return ::SSL_connect(ssl_.get()) == 1; }
  // Returns the reason for which the next read fails; 0 if it succeeds.
  int reason_of_next_read() {
    ::ERR_clear_error();
    std::array<char, 10> bytes{};
    if (::SSL_read(ssl_.get(), bytes.data(), static_cast<int>(bytes.size())) > 0) return 0;
    return ERR_GET_REASON(::ERR_peek_error());
  }

 private:
  UniqueFd socket_;
  OpensslPtr<SSL_CTX> context_;
  OpensslPtr<SSL> ssl_;
};

TEST_F(TlsAttack, OldVersionsAreRefused) {
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION, TLS1_2_VERSION}) {
    RawClient client(port_, version);
    EXPECT_FALSE(client.shake_hands());
    if (version == TLS1_2_VERSION) {
      const std::string line = next_refusal();
      EXPECT_NE(line.find("does not offer TLS 1.3"), std::string::npos) << line;
    }
  }
}

TEST_F(TlsAttack, AClientWithoutACertificateIsRefused) {
  RawClient client(port_);
  client.shake_hands();
  EXPECT_EQ(client.reason_of_next_read(), SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED);
  const std::string line = next_refusal();
  EXPECT_NE(line.find("the peer has no certificate; set tls.certificate and tls.key there"),
            std::string::npos)
      << line;
}

TEST_F(TlsAttack, AnExpiredCertificateIsRefused) {
  TestSite site;
  LinkOptions options;
  options.tls = identity_of(site.make_files({keys::Role::host, "ws1", {"127.0.0.1"}}));
  listener_ = listen(parse_url("tls://127.0.0.1:0").value(), options).value();
  const TlsFiles files = site.make_files({keys::Role::user, "anna"}, -7200, -3600);
  RawClient client(parse_url(listener_->url()).value().port);
  client.use(files);
  client.shake_hands();
  EXPECT_EQ(client.reason_of_next_read(), SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED);
  const std::string line = next_refusal();
  EXPECT_NE(line.find("the certificate of \"user anna\" expired on "), std::string::npos) << line;
}

TEST_F(TlsAttack, PlainTextIsAnsweredWithAnAlert) {
  const UniqueFd socket = connected_to(port_);
  send_raw(socket.get(), "GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(receive_to_end(socket.get()), std::string("\x15\x03\x03\0\x02\x02\x46", 7));
  const std::string line = next_refusal();
  EXPECT_NE(line.find("does not speak TLS; write tls:// in its URL"), std::string::npos) << line;
}

TEST_F(TlsAttack, ATriadProgramWithoutTlsLearnsWhatToDo) {
  Url url = parse_url(listener_->url()).value();
  url.scheme = Url::Scheme::tcp;
  const auto link = connect(url, kHostilePatience).value();
  link->send(numbered_frame(0, 100));
  Collector sink;
  pump_to_end(*link, sink);
  EXPECT_NE(link->close_reason().text.find("it listens for TLS: write tls:// in the URL"),
            std::string::npos)
      << link->close_reason().text;
  EXPECT_NE(next_refusal().find("write tls:// in its URL"), std::string::npos);
}

TEST(TlsMistake, ATriadProgramWithTlsAtAPlainListenerLearnsWhatToDo) {
  LinkOptions small;
  small.frame_bytes_max = 1 << 20;  // as for peers that have not joined
  const auto listener = listen(parse_url("tcp://127.0.0.1:0").value(), small).value();
  Url url = parse_url(listener->url()).value();
  url.scheme = Url::Scheme::tls;
  std::string client_line;
  std::thread client([&] {
    const auto link = connect(url, kHostilePatience, loopback_options());
    client_line = link ? "connected" : link.error().text;
  });
  std::unique_ptr<Link> server;
  while (server == nullptr) server = listener->accept().value();
  Collector sink;
  pump_to_end(*server, sink);
  client.join();
  EXPECT_NE(client_line.find("is it a tcp:// port"), std::string::npos) << client_line;
  EXPECT_NE(server->close_reason().text.find("the peer speaks TLS to a tcp:// address"),
            std::string::npos)
      << server->close_reason().text;
}

TEST(TlsMistake, AnotherProtocolIsNamed) {
  UniqueFd listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::listen(listening.get(), 1), 0);
  sockaddr_in address{};
  socklen_t length = sizeof address;
  ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &length);
  std::thread server([&] {
    const UniqueFd peer(::accept(listening.get(), nullptr, nullptr));
    send_raw(peer.get(), "220 mail.example ESMTP\r\n");
    receive_to_end(peer.get());
  });
  const Url url{Url::Scheme::tls, "127.0.0.1", ntohs(address.sin_port), ""};
  const auto link = connect(url, kHostilePatience, loopback_options());
  server.join();
  ASSERT_TRUE(link.has_error());
  EXPECT_EQ(link.error().code, Error::Code::turned_away);
  EXPECT_NE(link.error().text.find("the program there does not speak TLS"), std::string::npos)
      << link.error().text;
}

TEST_F(TlsAttack, GarbageEndsOnlyItsOwnConnection) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    const UniqueFd socket = connected_to(port_);
    std::string bytes(random() % 2000, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    if (bytes.size() > 5 && i % 2 == 0) bytes.replace(0, 3, "\x16\x03\x01");
    static_cast<void>(::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL));
    ::shutdown(socket.get(), SHUT_WR);
    receive_to_end(socket.get());
  }
  expect_that_others_are_served();
}

TEST_F(TlsAttack, SilentConnectionsDoNotKeepOthersOut) {
  std::vector<UniqueFd> silent;
  silent.reserve(200);
  for (int i = 0; i < 200; ++i) silent.push_back(connected_to(port_));
  expect_that_others_are_served();
}

// A host that begins handshakes and never finishes them uses up its own room alone; its further
// connections are closed.
TEST_F(TlsAttack, AFloodOfUnfinishedHandshakesIsLimited) {
  std::vector<UniqueFd> flood;
  for (std::uint64_t i = 0; i < HandshakeLimits::kTokens; ++i) {
    flood.push_back(connected_to(port_));
  }
  std::string line;
  while (line.find("too many unfinished TLS handshakes") == std::string::npos) {
    flood.push_back(connected_to(port_));
    Result<std::unique_ptr<Link>> link = listener_->accept();
    if (!link) line = link.error().text;
  }
  const UniqueFd closed = connected_to(port_);
  EXPECT_NE(line.find("turned away 127.0.0.1:"), std::string::npos) << line;
}

TEST(TlsHandshakes, EndWhenTheyTakeTooLong) {
  TcpListening listening = listen_on_tcp(parse_url("tls://127.0.0.1:0").value()).value();
  const std::uint16_t port = parse_url(listening.url).value().port;
  HandshakePolicy policy;
  policy.timeout = std::chrono::milliseconds(20);
  const auto thread =
      HandshakeThread::start(std::move(listening.socket), loopback_identity(), policy).value();
  const UniqueFd slow = connected_to(port);
  send_raw(slow.get(), "\x16\x03\x01");
  receive_to_end(slow.get());
  pollfd entry{thread->descriptor(), POLLIN, 0};
  ::poll(&entry, 1, -1);
  const auto peer = thread->take_peer();
  ASSERT_TRUE(peer.has_error());
  EXPECT_NE(peer.error().text.find("did not finish the TLS handshake in time"), std::string::npos)
      << peer.error().text;
}

TEST(TlsHandshakes, TheOldestGivesWayIfThereAreTooMany) {
  TcpListening listening = listen_on_tcp(parse_url("tls://127.0.0.1:0").value()).value();
  const std::uint16_t port = parse_url(listening.url).value().port;
  HandshakePolicy policy;
  policy.pending_max = 3;
  policy.pending_usual = 3;
  const auto thread =
      HandshakeThread::start(std::move(listening.socket), loopback_identity(), policy).value();
  std::vector<UniqueFd> silent;
  silent.reserve(4);
  for (int i = 0; i < 4; ++i) silent.push_back(connected_to(port));
  EXPECT_EQ(receive_to_end(silent.front().get()), "");
  pollfd entry{thread->descriptor(), POLLIN, 0};
  ::poll(&entry, 1, -1);
  const auto peer = thread->take_peer();
  ASSERT_TRUE(peer.has_error());
  EXPECT_NE(peer.error().text.find("this is the oldest"), std::string::npos) << peer.error().text;
}

// A man in the middle cannot change a byte: the link ends and no frame is delivered.
TEST_F(TlsAttack, AChangedByteEndsTheLink) {
  UniqueFd listening(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  ASSERT_EQ(::listen(listening.get(), 1), 0);
  sockaddr_in address{};
  socklen_t length = sizeof address;
  ::getsockname(listening.get(), reinterpret_cast<sockaddr*>(&address), &length);
  std::atomic<bool> is_changing{false};
  std::thread middle([&] {
    const UniqueFd client(::accept(listening.get(), nullptr, nullptr));
    const UniqueFd server = connected_to(port_);
    std::array<pollfd, 2> entries{pollfd{client.get(), POLLIN, 0}, pollfd{server.get(), POLLIN, 0}};
    for (bool is_open = true; is_open;) {
      ::poll(entries.data(), entries.size(), -1);
      for (std::size_t i = 0; i < 2; ++i) {
        if (entries[i].revents == 0) continue;
        std::array<char, 4096> bytes{};
        const ssize_t count = ::recv(entries[i].fd, bytes.data(), bytes.size(), 0);
        if (count <= 0) is_open = false;
        if (count > 0 && i == 0 && is_changing) bytes[static_cast<std::size_t>(count) - 1] ^= 1;
        if (count > 0) {
          ::send(entries[1 - i].fd, bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL);
        }
      }
    }
  });
  const Url url{Url::Scheme::tls, "127.0.0.1", ntohs(address.sin_port), ""};
  const auto client = connect(url, kHostilePatience, loopback_options()).value();
  const auto server = next_link();
  is_changing = true;
  client->send(numbered_frame(0, 100));
  client->flush();
  Collector sink;
  pump_to_end(*server, sink);
  EXPECT_TRUE(sink.frames.empty());
  EXPECT_EQ(server->close_reason().code, Error::Code::bad_frame);
  EXPECT_NE(server->close_reason().text.find("the encrypted stream was damaged"), std::string::npos)
      << server->close_reason().text;
  middle.join();
}

}  // namespace
}  // namespace triad::transport
