#include "rtia/hosting/handshake.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <memory>

#include "transport/tcp/tcp_link.hpp"
#include "wire/limits.hpp"
#include "wire/record.hpp"

namespace triad::rtia {
namespace {

using transport::TcpLink;
using transport::UniqueFd;

// This process's end is a link, the peer's a bare socket. The peer's records are there before they
// are read.
class Handshake : public testing::Test {
 protected:
  Handshake() {
    int pair[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    ours = std::make_unique<TcpLink>(UniqueFd(pair[0]), "the peer", transport::LinkOptions{});
    theirs = std::make_unique<TcpLink>(UniqueFd(pair[1]), "us", transport::LinkOptions{});
  }

  template <class Message>
  void peer_says(const Message& message) {
    wire::Buffer bytes;
    wire::encode_record({}, message, bytes);
    theirs->send(bytes);
    theirs->flush();
  }
  wire::Result<Peer> shake_hands() { return handshake(*ours, "libRTI", std::chrono::seconds(60)); }
  std::string refusal() {
    const auto peer = shake_hands();
    return peer ? "accepted" : peer.error().text;
  }

  std::unique_ptr<TcpLink> ours;
  std::unique_ptr<TcpLink> theirs;
};

const std::string kNoTriadProgram =
    "the peer is not a Triad program: it did not answer with Triad's handshake; check host and "
    "port";

wire::Hello hello(std::uint32_t magic, std::uint32_t version) {
  return {magic, version, "rtig", "9.9", "elsewhere", 4711};
}

TEST_F(Handshake, TellsWhoThePeerIs) {
  peer_says(hello(wire::kMagic, wire::kProtocolVersion));
  const auto peer = shake_hands();
  ASSERT_TRUE(peer);
  EXPECT_EQ(peer->program, "rtig");
  EXPECT_EQ(peer->host, "elsewhere");
  EXPECT_EQ(peer->process, 4711u);
}

TEST_F(Handshake, MakesTheLinkTakeWhatThePeerTakes) {
  const std::size_t before = ours->frame_bytes_max();
  wire::Hello modest = hello(wire::kMagic, wire::kProtocolVersion);
  modest.record_bytes_max = 100'000;
  peer_says(modest);
  ASSERT_TRUE(shake_hands());
  EXPECT_EQ(ours->frame_bytes_max(), 100'000 + wire::kRecordBytesAdded);
  peer_says(hello(wire::kMagic, wire::kProtocolVersion));
  ASSERT_TRUE(shake_hands());
  EXPECT_EQ(ours->frame_bytes_max(), 100'000 + wire::kRecordBytesAdded) << "no word, no change";
  EXPECT_NE(ours->frame_bytes_max(), before);
}

TEST_F(Handshake, SaysWhoWeAre) {
  peer_says(hello(wire::kMagic, wire::kProtocolVersion));
  ASSERT_TRUE(shake_hands());
  struct Sink final : transport::FrameSink {
    void on_frame(transport::Bytes frame) override {
      const auto record = wire::parse_record(frame);
      ASSERT_TRUE(record);
      const auto said = wire::decode<wire::Hello>(record->payload);
      ASSERT_TRUE(said);
      program = said->program;
      process = said->process;
    }
    std::string program;
    std::uint32_t process = 0;
  } sink;
  EXPECT_EQ(theirs->receive(sink, 1), 1u);
  EXPECT_EQ(sink.program, "libRTI");
  EXPECT_EQ(sink.process, static_cast<std::uint32_t>(getpid()));
}

TEST_F(Handshake, RefusesAnotherVersionAndNamesBoth) {
  peer_says(hello(wire::kMagic, wire::kProtocolVersion + 41));
  const auto text = refusal();
  EXPECT_NE(text.find("version " + std::to_string(wire::kProtocolVersion + 41)), std::string::npos)
      << text;
  EXPECT_NE(text.find("Triad 9.9"), std::string::npos) << text;
  EXPECT_NE(text.find("install the same release"), std::string::npos) << text;
}

TEST_F(Handshake, RefusesAnotherMagic) {
  peer_says(hello(1, wire::kProtocolVersion));
  EXPECT_EQ(refusal(), kNoTriadProgram);
}

TEST_F(Handshake, RefusesAStrangersBytes) {
  const std::string_view bytes = "\x0c\0\0\0HTTP/1.1 400 Bad Request";
  theirs->send(std::as_bytes(std::span(bytes)));
  theirs->flush();
  EXPECT_EQ(refusal(), kNoTriadProgram);
}

// The first bytes of these servers would be the length of a frame.
TEST_F(Handshake, RefusesWhatAServerOfSomethingElseSaysFirst) {
  for (const std::string_view greeting : {"SSH-2.0-OpenSSH_9.2\r\n", "220 mail ESMTP\r\n"}) {
    int pair[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair), 0);
    ours = std::make_unique<TcpLink>(UniqueFd(pair[0]), "the peer", transport::LinkOptions{});
    const UniqueFd server(pair[1]);
    ASSERT_EQ(::send(server.get(), greeting.data(), greeting.size(), 0),
              static_cast<ssize_t>(greeting.size()));
    EXPECT_EQ(refusal(), kNoTriadProgram);
  }
}

TEST_F(Handshake, SaysHowLongItWaitedForAPeerThatIsSilent) {
  const auto peer = handshake(*ours, "libRTI", std::chrono::milliseconds(20));
  ASSERT_FALSE(peer);
  EXPECT_EQ(peer.error().text,
            "the peer took the connection and sent no handshake within 0.02 s: another program has "
            "that port, or the rtig there is stopped or overloaded; check host and port");
}

TEST_F(Handshake, PassesOnWhyThePeerRefuses) {
  peer_says(wire::Refused{wire::ErrorCode::RTIinternalError, "no more federates here"});
  EXPECT_EQ(refusal(), "the peer refused the link: no more federates here");
}

TEST_F(Handshake, ReportsAPeerThatClosesWithoutAWord) {
  theirs.reset();
  const auto text = refusal();
  EXPECT_NE(text.find("ended the link without a handshake"), std::string::npos) << text;
  EXPECT_NE(text.find("stops or has no free descriptors"), std::string::npos) << text;
}

TEST_F(Handshake, TellsWhenToComeAgain) {
  peer_says(wire::ComeAgain{250, true, "router beta is leaving"});
  std::optional<Postponement> postponed;
  const auto peer = handshake(*ours, "libRTI", std::chrono::seconds(60), &postponed);
  ASSERT_FALSE(peer);
  EXPECT_EQ(peer.error().text, "the peer accepts no more links for now: router beta is leaving");
  ASSERT_TRUE(postponed);
  EXPECT_EQ(postponed->after, std::chrono::milliseconds(250));
  EXPECT_TRUE(postponed->elsewhere);
}

// The peer may request any delay.
TEST_F(Handshake, ComesAgainAfterAMinuteAtMost) {
  peer_says(wire::ComeAgain{0xffffffff, false, ""});
  std::optional<Postponement> postponed;
  ASSERT_FALSE(handshake(*ours, "libRTI", std::chrono::seconds(60), &postponed));
  ASSERT_TRUE(postponed);
  EXPECT_EQ(postponed->after, std::chrono::minutes(1));
}

}  // namespace
}  // namespace triad::rtia
