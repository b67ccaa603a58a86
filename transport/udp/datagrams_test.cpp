// Datagram channels beside a TCP link, over real sockets. The test passes on the notes of the
// agreement, so it can put an unreliable network between the two ends.
#include "transport/udp/datagrams.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <random>
#include <string>

#include "transport/connect.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class Received final : public FrameSink {
 public:
  void on_frame(Bytes frame) override {
    frames.emplace_back(reinterpret_cast<const char*>(frame.data()), frame.size());
  }
  std::vector<std::string> frames;
};

Bytes as_bytes(const std::string& text) {
  return std::as_bytes(std::span(text));
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

// A port on loopback that forwards datagrams to another port. It loses some, duplicates some and
// delays some.
class UnreliableNetwork {
 public:
  UnreliableNetwork() : in_(::socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = loopback(0);
    EXPECT_EQ(::bind(in_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    socklen_t length = sizeof address;
    ::getsockname(in_.get(), reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
  }

  // Returns the port to which the sender must send so that datagrams reach `port`.
  std::uint16_t to(std::uint16_t port) {
    to_ = port;
    return port_;
  }

  void carry() {
    std::array<char, 2048> bytes;
    for (;;) {
      const ssize_t count = ::recv(in_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
      if (count < 0) break;
      std::memcpy(&token_, bytes.data(), sizeof token_);
      const bool probe = seen_++ == 0;
      const int copies = probe ? 1 : random_() % 8 == 0 ? 0 : random_() % 8 == 0 ? 2 : 1;
      for (int i = 0; i < copies; ++i) {
        underway_.emplace_back(bytes.data(), static_cast<std::size_t>(count));
        if (random_() % 4 == 0 && underway_.size() > 1) {
          std::swap(underway_.back(), underway_[random_() % underway_.size()]);
        }
      }
    }
    const sockaddr_in address = loopback(to_);
    while (!underway_.empty() && random_() % 16 != 0) {
      const std::string& datagram = underway_.front();
      ::sendto(in_.get(), datagram.data(), datagram.size(), 0,
               reinterpret_cast<const sockaddr*>(&address), sizeof address);
      underway_.pop_front();
    }
  }
  int seen() const { return seen_; }
  // Sends a datagram with the sender's token, which it has read, and with this number. The sender's
  // own datagrams stay unchanged.
  void forge(std::uint64_t number, std::uint64_t frames_before, std::size_t bytes = 8) {
    std::array<std::uint64_t, 178> datagram{token_, number, frames_before};
    constexpr std::size_t kHeader = 24;
    ASSERT_LE(kHeader + bytes, sizeof datagram);
    const sockaddr_in address = loopback(to_);
    ::sendto(in_.get(), datagram.data(), kHeader + bytes, 0,
             reinterpret_cast<const sockaddr*>(&address), sizeof address);
  }
  void carry_all() {
    std::array<char, 2048> bytes;
    for (ssize_t count;
         (count = ::recv(in_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT)) > 0;) {
      const sockaddr_in address = loopback(to_);
      ::sendto(in_.get(), bytes.data(), static_cast<std::size_t>(count), 0,
               reinterpret_cast<const sockaddr*>(&address), sizeof address);
    }
  }

 private:
  const UniqueFd in_;
  std::uint16_t port_ = 0;
  std::uint16_t to_ = 0;
  int seen_ = 0;
  std::uint64_t token_ = 0;
  std::deque<std::string> underway_;
  std::mt19937_64 random_{1};
};

// Two links, of which the first sends. The test passes on the notes and can put `way` between them.
class DatagramsBesideTcp : public testing::Test {
 protected:
  void SetUp() override { connect_with({}); }
  void connect_with(const LinkOptions& receiver_options) {
    const auto listener = listen(parse_url("tcp://127.0.0.1:0").value(), receiver_options).value();
    sender = connect(parse_url(listener->url()).value(), std::chrono::seconds(10)).value();
    while ((receiver = listener->accept().value()) == nullptr) {
    }
  }
  void carry_notes() {
    DatagramChannel* const theirs = receiver->capabilities().datagrams;
    while (auto note = sender->capabilities().datagrams->next_note()) {
      if (theirs != nullptr) theirs->on_note(*note);
    }
    if (theirs == nullptr) return;
    while (auto note = receiver->capabilities().datagrams->next_note()) {
      heard = heard || note->kind == DatagramNote::Kind::heard;
      if (note->kind == DatagramNote::Kind::offer && way) note->port = way->to(note->port);
      sender->capabilities().datagrams->on_note(*note);
    }
  }
  void open_channel() {
    sender->send_unreliable(as_bytes("x"));
    while (!heard) {
      sender->flush();
      carry_notes();
      if (way) way->carry();
      receiver->receive(sink, 100);
    }
    sink.frames.clear();
  }
  void receive_until(const std::string& last) {
    while (sink.frames.empty() || sink.frames.back() != last) {
      ASSERT_TRUE(receiver->is_open());
      Waiter().wait(*receiver, std::nullopt);
      receiver->receive(sink, 100);
    }
  }

  std::unique_ptr<Link> sender;
  std::unique_ptr<Link> receiver;
  std::unique_ptr<UnreliableNetwork> way;
  Received sink;
  bool heard = false;
};

TEST_F(DatagramsBesideTcp, GoesByTheStreamUntilThePeerAgrees) {
  sender->send_unreliable(as_bytes("a"));
  sender->send(as_bytes("b"));
  sender->flush();
  receive_until("b");
  EXPECT_EQ(sink.frames, (std::vector<std::string>{"a", "b"}));
}

TEST_F(DatagramsBesideTcp, KeepsTheOrderOfUnreliableFramesAndOthers) {
  way = std::make_unique<UnreliableNetwork>();
  open_channel();
  way->to(0);  // from now on all datagrams are lost
  sender->send(as_bytes("a"));
  sender->send_unreliable(as_bytes("lost"));
  sender->send_unreliable(
      as_bytes(std::string(kDatagramFrameBytesMax + 1, 'L')));  // too large for a datagram
  sender->send(as_bytes("b"));
  sender->flush();
  receive_until("b");
  ASSERT_EQ(sink.frames.size(), 3u);
  EXPECT_EQ(sink.frames[1].size(), kDatagramFrameBytesMax + 1);
}

// On this machine no datagram is lost or overtaken.
TEST_F(DatagramsBesideTcp, LosesNothingOnAGoodWay) {
  open_channel();
  std::vector<std::string> sent;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 50; ++i) {
      sent.push_back(std::to_string(round) + "." + std::to_string(i));
      i % 3 == 0 ? sender->send(as_bytes(sent.back()))
                 : sender->send_unreliable(as_bytes(sent.back()));
      if (i % 7 == 0) sender->flush();
    }
    sent.push_back("end of " + std::to_string(round));
    sender->send(as_bytes(sent.back()));
    sender->flush();
    receive_until(sent.back());
  }
  EXPECT_EQ(sink.frames, sent);
  EXPECT_EQ(
      receiver->capabilities().datagrams->dropped() + sender->capabilities().datagrams->dropped(),
      0u);
}

// More datagrams than a usual look reads, followed by a frame of the stream, which would overtake
// those that are not read yet.
TEST_F(DatagramsBesideTcp, AllThatHadArrivedIsDeliveredInOrder) {
  open_channel();
  std::vector<std::string> sent;
  for (int i = 0; i < 300; ++i) {
    sent.push_back(std::to_string(i));
    sender->send_unreliable(as_bytes(sent.back()));
  }
  sent.push_back("end");
  sender->send(as_bytes(sent.back()));
  sender->flush();
  pollfd stream{receiver->descriptor(), POLLIN, 0};
  ASSERT_EQ(::poll(&stream, 1, -1), 1);
  EXPECT_EQ(receiver->receive_arrived(sink), sent.size());
  EXPECT_EQ(sink.frames, sent);
  EXPECT_EQ(
      receiver->capabilities().datagrams->dropped() + sender->capabilities().datagrams->dropped(),
      0u);
}

TEST_F(DatagramsBesideTcp, ABadWayLosesSomeAndNothingElse) {
  way = std::make_unique<UnreliableNetwork>();
  open_channel();
  int number = 0;
  for (int round = 0; round < 300; ++round) {
    for (int i = 0; i < 10; ++i) {
      const std::string text = std::to_string(++number);
      i == 4 ? sender->send(as_bytes("s" + text)) : sender->send_unreliable(as_bytes("d" + text));
    }
    sender->flush();
    way->carry();
    receiver->receive(sink, 100);
  }
  sender->send(as_bytes("s" + std::to_string(++number)));
  sender->flush();
  receive_until("s" + std::to_string(number));
  int last = 0;
  int reliable = 0;
  for (const std::string& text : sink.frames) {
    const int came = std::stoi(text.substr(1));
    EXPECT_GT(came, last);
    last = came;
    reliable += text[0] == 's' ? 1 : 0;
  }
  EXPECT_EQ(reliable, 301);
  EXPECT_GT(sink.frames.size(), 310u);
  EXPECT_LT(sink.frames.size(), 3001u);
}

TEST_F(DatagramsBesideTcp, NobodyIsAskedWhereAllGoesByTheStream) {
  sender->limit_unreliable({.datagrams = false});
  sender->send_unreliable(as_bytes("a"));
  EXPECT_FALSE(sender->capabilities().datagrams->next_note());
  sender->flush();
  receive_until("a");
}

// A datagram states how many frames of the stream precede it.
TEST_F(DatagramsBesideTcp, WaitsForNoFrameThatWasDroppedInTheQueueOfTheStream) {
  open_channel();
  sender->limit_unreliable({.bytes_max = 100'000});
  const std::string filler(5'000, 'f');
  while (sender->queued_bytes() < std::size_t{2} << 20) {
    sender->send(as_bytes(filler));
    sender->flush();
  }
  for (int i = 0; i < 100; ++i) {
    sender->send_unreliable(as_bytes(std::string(kDatagramFrameBytesMax + 1, 'L')));
    sender->send_unreliable(as_bytes("small " + std::to_string(i)));
  }
  EXPECT_GT(sender->losses()[kUsualPriority], 0u);
  while (sender->queued_bytes() > 0) {
    sender->flush();
    receiver->receive(sink, 100);
  }
  sender->send_unreliable(as_bytes("a datagram"));
  sender->flush();
  receive_until("a datagram");
  EXPECT_EQ(receiver->capabilities().datagrams->dropped(), 0u);
  EXPECT_NE(std::ranges::find(sink.frames, "small 99"), sink.frames.end());
}

// A peer may claim that frames of the stream precede its datagrams and never send those frames.
TEST_F(DatagramsBesideTcp, CountsTheMemoryOfDatagramsThatWaitForTheStream) {
  LinkOptions options;
  options.memory = std::make_shared<std::size_t>(0);
  connect_with(options);
  way = std::make_unique<UnreliableNetwork>();
  open_channel();
  const std::size_t before = *options.memory;
  EXPECT_EQ(receiver->held_bytes(), before);
  // Far more than the buffers of the stream, which change in size, but at each step no more than
  // the socket holds.
  constexpr std::size_t kFrame = 1400;
  std::uint64_t number = 10;
  while (receiver->held_bytes() < before + 250 * kFrame) {
    ASSERT_LT(number, 1000u);
    for (int i = 0; i < 20; ++i) way->forge(number++, 1'000'000, kFrame);
    receiver->receive(sink, 100);  // no wait for input, because none of them is due
  }
  EXPECT_EQ(*options.memory, receiver->held_bytes());
  receiver.reset();
  EXPECT_EQ(*options.memory, 0u);
}

TEST_F(DatagramsBesideTcp, AWayThatIsNotOpenIsNotUsed) {
  way = std::make_unique<UnreliableNetwork>();  // carries nothing
  for (int i = 0; i < 50; ++i) {
    sender->send_unreliable(as_bytes(std::to_string(i)));
    sender->flush();
    carry_notes();
    receiver->receive(sink, 100);
  }
  receive_until("49");
  EXPECT_EQ(sink.frames.size(), 50u);
  EXPECT_FALSE(heard);
}

TEST_F(DatagramsBesideTcp, ThePeerMayNotWantIt) {
  LinkOptions without;
  without.datagrams = false;
  connect_with(without);
  for (int i = 0; i < 10; ++i) {
    sender->send_unreliable(as_bytes(std::to_string(i)));
    carry_notes();
  }
  sender->flush();
  receive_until("9");
  EXPECT_EQ(sink.frames.size(), 10u);
  EXPECT_EQ(receiver->second_descriptor(), -1);
}

// Datagrams of other senders, empty ones, and random bytes.
TEST_F(DatagramsBesideTcp, NobodyElseIsListenedTo) {
  sender->send_unreliable(as_bytes("x"));
  while (auto note = sender->capabilities().datagrams->next_note())
    receiver->capabilities().datagrams->on_note(*note);
  const auto offer = receiver->capabilities().datagrams->next_note();
  ASSERT_TRUE(offer);
  const UniqueFd stranger(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  const sockaddr_in address = loopback(offer->port);
  std::mt19937_64 random(7);
  for (std::size_t size : {0u, 1u, 8u, 23u, 24u, 25u, 1400u, 1425u, 9000u}) {
    std::string bytes(size, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    ::sendto(stranger.get(), bytes.data(), bytes.size(), 0,
             reinterpret_cast<const sockaddr*>(&address), sizeof address);
    receiver->receive(sink, 100);
  }
  EXPECT_FALSE(receiver->capabilities().datagrams->next_note());
  EXPECT_TRUE(sink.frames.empty());
  sender->capabilities().datagrams->on_note(*offer);
  open_channel();
  sender->send_unreliable(as_bytes("mine"));
  sender->flush();
  receive_until("mine");
}

TEST_F(DatagramsBesideTcp, AForgedNumberDoesNotEndTheChannelAndIsToldOf) {
  way = std::make_unique<UnreliableNetwork>();
  open_channel();
  way->forge(std::uint64_t{1} << 63, 0);
  way->forge(~std::uint64_t{0}, 1'000'000);
  std::vector<std::string> sent;
  for (int i = 0; i < 100; ++i) {
    sent.push_back(std::to_string(i));
    sender->send_unreliable(as_bytes(sent.back()));
  }
  sender->flush();
  way->carry_all();
  receive_until("99");
  EXPECT_EQ(sink.frames, sent);
  const auto trouble = receiver->capabilities().datagrams->trouble();
  ASSERT_TRUE(trouble);
  EXPECT_TRUE(trouble->starts_with("2 datagrams that claim to be from tcp 127.0.0.1:")) << *trouble;
  EXPECT_FALSE(receiver->capabilities().datagrams->trouble()) << "once";
}

TEST_F(DatagramsBesideTcp, NotesThatNobodyAskedForAreWithoutEffect) {
  sender->capabilities().datagrams->on_note({DatagramNote::Kind::heard, 0, 0});
  sender->capabilities().datagrams->on_note({DatagramNote::Kind::offer, 9, 9});
  sender->send_unreliable(as_bytes("a"));
  sender->flush();
  receive_until("a");
}

}  // namespace
}  // namespace triad::transport
