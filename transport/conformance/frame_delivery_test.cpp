// Conformance: frames of any size and in any number arrive once, whole and in order.
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <thread>

#include "transport/conformance/backend.hpp"
#include "transport/wait.hpp"

namespace triad::transport {
namespace {

class Delivery : public Conformance {};

constexpr std::size_t kFramesMax = 64;

TEST_P(Delivery, DeliversFramesOfEverySizeUnharmedAndInOrder) {
  options.ring_bytes = std::size_t{64} << 10;
  const LinkPair ends = connect_pair();
  const std::vector<std::size_t> sizes = {
      0,   1,    3,     4,     5,      7,      8,      9,      63,      64,      127,
      128, 4091, 4092,  4093,  16379,  16380,  16381,  65531,  65532,   65533,   65536,
      1,   0,    70000, 99999, 262140, 262144, 262145, 524288, 1000003, 3 << 20, (5 << 20) + 1,
      2};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    ends.client->send(numbered_frame(i, sizes[i]));
  }
  Collector sink;
  pump(*ends.server, ends.client.get(), sink, sizes.size());
  ASSERT_EQ(sink.frames.size(), sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    EXPECT_TRUE(sink.frames[i] == numbered_frame(i, sizes[i])) << "frame " << i;
  }
  EXPECT_EQ(ends.client->queued_bytes(), 0U);
}

TEST_P(Delivery, JoinsThePartsOfAFrame) {
  const LinkPair ends = connect_pair();
  const Frame whole = numbered_frame(11, 200'000);
  const Bytes bytes(whole);
  const std::array<Bytes, 5> few = {bytes.first(0), bytes.first(24), bytes.subspan(24, 1),
                                    bytes.subspan(25, 100'000), bytes.subspan(100'025)};
  ends.client->send(few);
  std::vector<Bytes> many;
  for (std::size_t at = 0; at < 100; ++at) many.push_back(bytes.subspan(at, 1));
  ends.client->send(many);
  ends.client->send(std::span<const Bytes>());

  Collector sink;
  pump(*ends.server, ends.client.get(), sink, 3);
  ASSERT_EQ(sink.frames.size(), 3U);
  EXPECT_TRUE(sink.frames[0] == whole);
  EXPECT_TRUE(sink.frames[1] == Frame(whole.begin(), whole.begin() + 100));
  EXPECT_TRUE(sink.frames[2].empty());
}

TEST_P(Delivery, LetsTheSenderReuseItsPartsAtOnce) {
  const LinkPair ends = connect_pair();
  Frame frame = numbered_frame(0, 40'000);
  for (std::uint64_t i = 0; i < 30; ++i) {
    frame = numbered_frame(i, 40'000);
    ends.client->send(frame);
  }
  std::fill(frame.begin(), frame.end(), std::byte{0});
  Checker sink;
  pump(*ends.server, ends.client.get(), sink, 30);
  EXPECT_EQ(sink.count, 30U);
  EXPECT_EQ(sink.mismatches, 0U);
}

TEST_P(Delivery, DeliversAfterOneFlush) {
  const LinkPair ends = connect_pair();
  const Frame frame = numbered_frame(3, 100);
  ends.client->send(frame);
  // The faulty twin stalls some flushes.
  while (ends.client->queued_bytes() > 0) ends.client->flush();
  ends.client->flush();
  Collector sink;
  pump(*ends.server, nullptr, sink, 1);
  ASSERT_EQ(sink.frames.size(), 1U);
  EXPECT_TRUE(sink.frames[0] == frame);
}

TEST_P(Delivery, DeliversNoMoreFramesThanAskedFor) {
  const LinkPair ends = connect_pair();
  constexpr std::size_t kSent = 10;
  for (std::uint64_t i = 0; i < kSent; ++i) ends.client->send(numbered_frame(i, 20));
  Collector sink;
  Waiter waiter;
  while (sink.frames.size() < kSent) {
    ends.client->flush();
    const std::size_t before = sink.frames.size();
    const std::size_t delivered = ends.server->receive(sink, 3);
    EXPECT_LE(delivered, 3U);
    EXPECT_EQ(sink.frames.size(), before + delivered);
    // The remaining frames have arrived already, so the wait must end early.
    if (sink.frames.size() < kSent) waiter.wait(*ends.server, std::chrono::milliseconds(1));
  }
}

// Returns the number of bytes that have arrived of `bytes` sent. On a network socket it waits for
// the first 32 KB, because the socket holds only so much.
std::size_t wait_until_arrived(const Link& link, std::size_t bytes) {
  sockaddr_storage name{};
  socklen_t size = sizeof name;
  const bool is_socket =
      ::getsockname(link.descriptor(), reinterpret_cast<sockaddr*>(&name), &size) == 0;
  if (!is_socket || name.ss_family == AF_UNIX) return bytes;
  int there = 0;
  while (::ioctl(link.descriptor(), FIONREAD, &there) == 0) {
    if (there >= 32 << 10) return static_cast<std::size_t>(there);
    std::this_thread::yield();
  }
  return bytes;
}

TEST_P(Delivery, DeliversAllThatHadArrived) {
  if (GetParam().is_faulty) GTEST_SKIP() << "the twin delays what has arrived";
  const LinkPair ends = connect_pair();
  constexpr std::size_t kSent = 1000;
  constexpr std::size_t kBytes = 200;
  for (std::uint64_t i = 0; i < kSent; ++i) ends.client->send(numbered_frame(i, kBytes));
  ends.client->flush();
  const std::size_t frame = kBytes + 4;  // with its length field
  std::size_t arrived = wait_until_arrived(*ends.server, kSent * frame);
  // The last record of TLS may be incomplete, and is decrypted as a whole.
  constexpr std::size_t kTlsRecordBytes = std::size_t{17} << 10;
  if (GetParam().url.starts_with("tls://")) arrived -= std::min(arrived, kTlsRecordBytes);
  Checker sink;
  EXPECT_GE(ends.server->receive_arrived(sink), arrived / frame);
  EXPECT_GE(sink.count, arrived / frame);
  EXPECT_EQ(sink.mismatches, 0U);
}

// Frames that are sent because of a delivered frame do not count, or the call might never end.
TEST_P(Delivery, IsNotProlongedByWhatComesMeanwhile) {
  const LinkPair ends = connect_pair();
  class Answered final : public FrameSink {
   public:
    explicit Answered(Link& sender) : sender_(sender) {}
    void receive_frame(Bytes) override {
      ++count;
      for (int i = 0; i < 2; ++i) sender_.send(numbered_frame(count, 50));
      sender_.flush();
    }
    std::size_t count = 0;

   private:
    Link& sender_;
  };
  Answered sink(*ends.client);
  constexpr std::size_t kSent = 100;
  for (std::uint64_t i = 0; i < kSent; ++i) ends.client->send(numbered_frame(i, 50));
  ends.client->flush();
  static_cast<void>(ends.server->receive_arrived(sink));
  // A read may deliver more than the frames that had arrived, up to the size of its buffer.
  EXPECT_LT(sink.count, 20'000U);
}

TEST_P(Delivery, SendsFromInsideASink) {
  const LinkPair ends = connect_pair();
  class Echo final : public FrameSink {
   public:
    explicit Echo(Link& link) : link_(link) {}
    void receive_frame(Bytes frame) override {
      link_.send(frame);
      link_.flush();
      ++echoed;
    }
    std::size_t echoed = 0;

   private:
    Link& link_;
  };
  Echo echo(*ends.server);
  Checker sink;
  for (std::uint64_t i = 0; i < 50; ++i) ends.client->send(numbered_frame(i, 1 + 997 * i));
  while (sink.count < 50) {
    ends.client->flush();
    ends.server->receive(echo, kFramesMax);
    ends.server->flush();
    ends.client->receive(sink, kFramesMax);
  }
  EXPECT_EQ(echo.echoed, 50U);
  EXPECT_EQ(sink.mismatches, 0U);
}

// Sends and receives as fast as possible, on a thread of its own for each end, as two processes do.
void exchange(Link& link, std::uint64_t frames, Checker& sink) {
  Waiter waiter;
  constexpr std::size_t kQueuedMax = std::size_t{1} << 20;
  std::uint64_t sent = 0;
  while (link.is_open() && (sent < frames || sink.count < frames || link.queued_bytes() > 0)) {
    for (int burst = 0; burst < 100 && sent < frames && link.queued_bytes() < kQueuedMax; ++burst) {
      link.send(numbered_frame(sent, sent % 300));
      ++sent;
    }
    link.flush();
    const bool must_wait = link.receive(sink, kFramesMax) == 0 &&
                           (sent == frames || link.queued_bytes() >= kQueuedMax);
    if (must_wait && link.is_open() && (sink.count < frames || link.queued_bytes() > 0)) {
      waiter.wait(link, std::nullopt);
    }
  }
}

TEST_P(Delivery, CarriesManySmallFramesInBothDirectionsAtOnce) {
  options.ring_bytes = std::size_t{8} << 10;  // small, so that it wraps and fills often
  const LinkPair ends = connect_pair();
  constexpr std::uint64_t kFrames = 20'000;
  Checker at_client;
  Checker at_server;
  std::thread server([&] { exchange(*ends.server, kFrames, at_server); });
  exchange(*ends.client, kFrames, at_client);
  server.join();
  EXPECT_EQ(at_client.count, kFrames);
  EXPECT_EQ(at_server.count, kFrames);
  EXPECT_EQ(at_client.mismatches + at_server.mismatches, 0U);
}

INSTANTIATE_TEST_SUITE_P(Links, Delivery, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
