// Properties of tcp alone: bytes on the wire, a peer that is not a Triad program, resets, any
// address.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "transport/connect.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class FrameText final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override {
    for (const std::byte b : frame) text += static_cast<char>(b);
    text += '|';
  }
  std::string text;
};

// A link to a plain socket.
class Tcp : public testing::Test {
 protected:
  void SetUp() override {
    listener_ = listen(parse_url("tcp://127.0.0.1:0").value()).value();
    raw_.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(parse_url(listener_->url()).value().port);
    ASSERT_EQ(::connect(raw_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    while (link_ == nullptr) link_ = listener_->accept().value();
  }

  void send_raw(const std::string& bytes) {
    ASSERT_EQ(::send(raw_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }
  std::vector<std::string> enable_long_link(const LongLinkOptions& options) {
    return link_->capabilities().long_link->enable_long_link(options);
  }
  LongLinkCounts counts() const { return link_->capabilities().long_link->counts(); }
  void receive_to_end() {
    while (link_->is_open()) {
      Waiter().wait(*link_, std::nullopt);
      link_->receive(sink_, 10);
    }
  }

  std::unique_ptr<Listener> listener_;
  UniqueFd raw_;
  std::unique_ptr<Link> link_;
  FrameText sink_;
};

std::string raw_frame(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < 4; ++i) bytes += static_cast<char>(text.size() >> (8 * i));
  return bytes + text;
}

TEST_F(Tcp, WritesALengthInLittleEndianAndTheBytes) {
  const std::array<std::byte, 3> frame = {std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
  link_->send(Bytes(frame));
  link_->send(Bytes());
  link_->flush();
  std::array<char, 11> bytes{};
  ASSERT_EQ(::recv(raw_.get(), bytes.data(), bytes.size(), MSG_WAITALL), 11);
  EXPECT_EQ(std::string(bytes.data(), bytes.size()), raw_frame("abc") + raw_frame(""));
}

TEST_F(Tcp, TellsWhenThePeerLeavesInTheMiddleOfAFrame) {
  send_raw(raw_frame("whole") + raw_frame("cut off").substr(0, 8));
  raw_.reset();
  receive_to_end();
  EXPECT_EQ(sink_.text, "whole|");
  EXPECT_EQ(link_->close_reason().code, Error::Code::peer_closed);
  EXPECT_NE(link_->close_reason().text.find("in the middle of a frame"), std::string::npos);
}

TEST_F(Tcp, TurnsAwayAPeerThatSpeaksSomethingElse) {
  send_raw("GET / HTTP/1.1\r\n\r\n");
  receive_to_end();
  EXPECT_EQ(sink_.text, "");
  EXPECT_EQ(link_->close_reason().code, Error::Code::frame_too_large);
  EXPECT_NE(link_->close_reason().text.find("is it a Triad program?"), std::string::npos);
}

TEST_F(Tcp, KnowsWhetherThePeerHasReceivedAll) {
  EXPECT_TRUE(link_->has_delivered());
  const int room = 64 * 1024;  // a set size does not grow
  ASSERT_EQ(::setsockopt(raw_.get(), SOL_SOCKET, SO_RCVBUF, &room, sizeof room), 0);
  const std::vector<std::byte> frame(100'000);
  std::size_t sent = 0;
  for (; link_->queued_bytes() == 0; sent += frame.size() + 4) {
    link_->send(frame);
    link_->flush();
  }
  std::vector<char> received(64 * 1024);
  const auto read_some = [&] {
    const ssize_t bytes = ::recv(raw_.get(), received.data(), received.size(), 0);
    ASSERT_GT(bytes, 0);
    sent -= static_cast<std::size_t>(bytes);
  };
  while (link_->queued_bytes() > 0) {
    ASSERT_NO_FATAL_FAILURE(read_some());
    link_->flush();
  }
  EXPECT_FALSE(link_->has_delivered()) << "the kernel has just taken the last bytes";
  while (sent > 0) ASSERT_NO_FATAL_FAILURE(read_some());
  while (!link_->has_delivered()) continue;  // an acknowledgement is in transit
}

TEST_F(Tcp, ReadsWhatCameBeforeAReset) {
  send_raw(raw_frame("last words"));
  const linger abort{1, 0};
  ::setsockopt(raw_.get(), SOL_SOCKET, SO_LINGER, &abort, sizeof abort);
  pollfd arrived{link_->descriptor(), POLLIN, 0};
  ::poll(&arrived, 1, -1);
  raw_.reset();
  const std::vector<std::byte> frame(100'000);
  link_->send(frame);  // the peer is gone; this or the next send notices it
  link_->flush();
  link_->send(frame);
  link_->flush();
  EXPECT_EQ(link_->queued_bytes(), 0U);
  receive_to_end();
  EXPECT_EQ(sink_.text, "last words|");
  EXPECT_EQ(link_->close_reason().code, Error::Code::peer_closed) << link_->close_reason().text;
}

TEST(TcpListening, OnAnyAddressTakesBothFamilies) {
  const auto listener = listen(parse_url("tcp://*:0").value());
  ASSERT_TRUE(listener.has_value()) << listener.error().text;
  const Url any = parse_url((*listener)->url()).value();
  for (const char* host : {"127.0.0.1", "::1", "localhost"}) {
    Url url = any;
    url.host = host;
    const auto link = connect(url, std::chrono::seconds(60));
    EXPECT_TRUE(link.has_value()) << link.error().text;
  }
}

// A router listens on tcp://, like other programs.
TEST(TcpListening, ReachesARouterOfAMeshByTheSameLinks) {
  const auto listener = listen(parse_url("tcp://127.0.0.1:0").value());
  ASSERT_TRUE(listener.has_value()) << listener.error().text;
  Url url = parse_url((*listener)->url()).value();
  url.scheme = Url::Scheme::mesh;
  const auto link = connect(url, std::chrono::seconds(60));
  ASSERT_TRUE(link.has_value()) << link.error().text;
  EXPECT_EQ((*link)->peer(), "tcp 127.0.0.1:" + std::to_string(url.port));
}

TEST(TcpListening, SaysThatNobodyListensAtARouterOfAMesh) {
  const auto link = connect(parse_url("mesh://127.0.0.1:1").value(), std::chrono::seconds(60));
  ASSERT_TRUE(link.has_error());
  EXPECT_TRUE(link.error().text.starts_with("cannot connect to mesh://127.0.0.1:1: "))
      << link.error().text;
  EXPECT_TRUE(link.error().text.ends_with("; no program listens there")) << link.error().text;
}

TEST(TcpListening, NeedsAHostAndAPortToConnect) {
  EXPECT_EQ(connect(parse_url("tcp://*:1").value(), Duration::zero()).error().code,
            Error::Code::bad_url);
  EXPECT_EQ(connect(parse_url("tcp://localhost:0").value(), Duration::zero()).error().code,
            Error::Code::bad_url);
}

TEST(TcpListening, SaysThatAHostNameDoesNotResolve) {
  const auto link = connect(parse_url("tcp://no-such-host.invalid").value(), Duration::zero());
  ASSERT_TRUE(link.has_error());
  EXPECT_EQ(link.error().code, Error::Code::unknown_host);
  EXPECT_NE(link.error().text.find("no-such-host.invalid"), std::string::npos);
}

TEST(TcpListening, SaysThatALinkLocalAddressNeedsAnInterface) {
  const Url url = parse_url("tcp://[fe80::1]:60400").value();
  const auto link = connect(url, std::chrono::seconds(60));
  const auto listener = listen(url);
  for (const Error& problem : {link.error(), listener.error()}) {
    EXPECT_EQ(problem.code, Error::Code::bad_url);
    EXPECT_NE(problem.text.find("write [fe80::1%INTERFACE]; the interfaces are "),
              std::string::npos)
        << problem.text;
    EXPECT_NE(problem.text.find("lo"), std::string::npos) << problem.text;
  }
}

TEST(TcpListening, SaysWhichInterfacesThisHostHas) {
  const auto link = connect(parse_url("tcp://[fe80::1%none-such]:1").value(), Duration::zero());
  ASSERT_TRUE(link.has_error());
  EXPECT_NE(link.error().text.find("this host has no interface none-such; the interfaces are "),
            std::string::npos)
      << link.error().text;
}

TEST(TcpListening, SaysThatAnAddressIsNotThisHosts) {
  const auto listener = listen(parse_url("tcp://192.0.2.1:0").value());
  ASSERT_TRUE(listener.has_error());
  EXPECT_NE(listener.error().text.find("does not have that address"), std::string::npos);
}

std::string congestion_of(int socket) {
  std::array<char, 16> name{};
  socklen_t size = name.size() - 1;
  EXPECT_EQ(::getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &size), 0);
  return name.data();
}

// Every kernel has reno, and every user may use it.
TEST_F(Tcp, HasTheCongestionControlOfALongWay) {
  EXPECT_EQ(enable_long_link({.congestion = "reno"}), std::vector<std::string>{});
  EXPECT_EQ(congestion_of(link_->descriptor()), "reno");
}

TEST_F(Tcp, SaysWhichCongestionControlTheKernelDoesNotHave) {
  const std::string before = congestion_of(link_->descriptor());
  const auto troubles = enable_long_link({.congestion = "none-such"});
  ASSERT_EQ(troubles.size(), 1u);
  EXPECT_TRUE(troubles[0].starts_with("the kernel has no congestion control none-such, only "))
      << troubles[0];
  EXPECT_NE(troubles[0].find("; the link continues with " + before + ";"), std::string::npos)
      << troubles[0];
  EXPECT_TRUE(link_->is_open());
}

// Frames that begin with a dot may wait for others.
LongLinkOptions bundled(Duration time) {
  return {.bundle_time = time, .bundle_bytes = 100, .may_bundle = [](std::span<const Bytes> frame) {
            return frame[0][0] == std::byte{'.'};
          }};
}

Bytes bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::string sent_by(Link& link, int other_end) {
  link.flush();
  std::array<char, 1000> bytes{};
  const ssize_t count = ::recv(other_end, bytes.data(), bytes.size(), MSG_DONTWAIT);
  return count < 0 ? "" : std::string(bytes.data(), static_cast<std::size_t>(count));
}

TEST_F(Tcp, KeepsFramesThatMayWaitUntilOneMayNot) {
  ASSERT_EQ(enable_long_link(bundled(std::chrono::hours(1))), std::vector<std::string>{});
  link_->send(bytes_of(".a"));
  link_->send(bytes_of(".b"));
  EXPECT_EQ(sent_by(*link_, raw_.get()), "");
  EXPECT_EQ(link_->queued_bytes(), 12u);
  EXPECT_FALSE(link_->wants_write());
  link_->send(bytes_of("c"));
  EXPECT_EQ(sent_by(*link_, raw_.get()), raw_frame(".a") + raw_frame(".b") + raw_frame("c"));
  EXPECT_EQ(link_->queued_bytes(), 0u);
  link_->send(bytes_of(".d"));
  EXPECT_EQ(sent_by(*link_, raw_.get()), "");
  EXPECT_EQ(counts().bundles, 1u);
  EXPECT_EQ(counts().frames_bundled, 3u);
}

TEST_F(Tcp, KeepsNoMoreFramesThanMakeABundle) {
  ASSERT_EQ(enable_long_link(bundled(std::chrono::hours(1))), std::vector<std::string>{});
  link_->send(bytes_of("." + std::string(50, 'x')));
  EXPECT_EQ(sent_by(*link_, raw_.get()), "");
  link_->send(bytes_of("." + std::string(50, 'x')));
  EXPECT_EQ(sent_by(*link_, raw_.get()).size(), 2u * 55);
}

TEST_F(Tcp, SendsWhatItKeepsWhenItsTimeHasCome) {
  ASSERT_EQ(enable_long_link(bundled(std::chrono::milliseconds(1))), std::vector<std::string>{});
  for (int round = 0; round < 3; ++round) {
    link_->send(bytes_of(".a"));
    while (link_->queued_bytes() > 0) Waiter().wait(*link_, std::nullopt);
    EXPECT_EQ(sent_by(*link_, raw_.get()), raw_frame(".a"));
  }
}

TEST_F(Tcp, SendsWhatItKeepsWhenItCloses) {
  ASSERT_EQ(enable_long_link(bundled(std::chrono::hours(1))), std::vector<std::string>{});
  link_->send(bytes_of(".last"));
  link_->flush();
  link_->close();
  std::array<char, 20> bytes{};
  ASSERT_EQ(::recv(raw_.get(), bytes.data(), bytes.size(), 0), 9);
  EXPECT_EQ(std::string(bytes.data(), 9), raw_frame(".last"));
}

int size_of_buffer(int socket, int option) {
  int bytes = 0;
  socklen_t size = sizeof bytes;
  EXPECT_EQ(::getsockopt(socket, SOL_SOCKET, option, &bytes, &size), 0);
  return bytes;
}

// The kernel lets every buffer grow to this size.
TEST_F(Tcp, LeavesBuffersAloneThatGrowFarEnoughByThemselves) {
  const int before = size_of_buffer(link_->descriptor(), SO_RCVBUF);
  EXPECT_EQ(enable_long_link({.window_bytes = 10'000}), std::vector<std::string>{});
  EXPECT_EQ(size_of_buffer(link_->descriptor(), SO_RCVBUF), before);
}

// Larger than the kernel's limit for automatic growth, but not larger than an administrator can
// set.
TEST_F(Tcp, HasTheBuffersOfALongWayOrSaysHow) {
  constexpr std::size_t kWindow = 300'000'000;
  const auto troubles = enable_long_link({.window_bytes = kWindow});
  const auto is_told = [&](const std::string& what) {
    return std::ranges::any_of(troubles, [&](const std::string& trouble) {
      return trouble.find("its " + what + " buffer needs 600000000 bytes") != std::string::npos &&
             trouble.find("sysctl -w net.ipv4.tcp_") != std::string::npos;
    });
  };
  const int least = 2 * static_cast<int>(kWindow);
  EXPECT_NE(size_of_buffer(link_->descriptor(), SO_SNDBUF) >= least, is_told("send"));
  EXPECT_NE(size_of_buffer(link_->descriptor(), SO_RCVBUF) >= least, is_told("receive"));
}

}  // namespace
}  // namespace triad::transport
