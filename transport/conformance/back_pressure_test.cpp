// Conformance: a peer that does not read blocks no sender and loses no frame.
#include <algorithm>
#include <cstring>
#include <span>

#include "transport/conformance/backend.hpp"

namespace triad::transport {
namespace {

class BackPressure : public Conformance {};

constexpr std::size_t kQueuedEnough = std::size_t{2} << 20;

TEST_P(BackPressure, KeepsWhatAPeerDoesNotReadAndDeliversItLater) {
  const LinkPair ends = connect_pair();
  std::uint64_t sent = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(numbered_frame(sent++, 5'000));
    ends.client->flush();
  }
  EXPECT_TRUE(ends.client->is_open());
  Checker sink;
  pump(*ends.server, ends.client.get(), sink, sent);
  EXPECT_EQ(sink.count, sent);
  EXPECT_EQ(sink.mismatches, 0U);
  EXPECT_EQ(ends.client->queued_bytes(), 0U);
}

TEST_P(BackPressure, ReadsOnWhileItsOwnQueueIsFull) {
  const LinkPair ends = connect_pair();
  std::uint64_t to_server = 0;
  std::uint64_t to_client = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(numbered_frame(to_server++, 50'000));
    ends.client->flush();
  }
  while (ends.server->queued_bytes() < kQueuedEnough) {
    ends.server->send(numbered_frame(to_client++, 50'000));
    ends.server->flush();
  }
  Checker at_client;
  pump(*ends.client, ends.server.get(), at_client, to_client);
  Checker at_server;
  pump(*ends.server, ends.client.get(), at_server, to_server);
  EXPECT_EQ(at_client.count, to_client);
  EXPECT_EQ(at_server.count, to_server);
  EXPECT_EQ(at_client.mismatches + at_server.mismatches, 0U);
}

TEST_P(BackPressure, FlushesAFrameLargerThanTheWayBetween) {
  options.ring_bytes = std::size_t{4} << 10;
  const LinkPair ends = connect_pair();
  const Frame large = numbered_frame(5, std::size_t{12} << 20);
  ends.client->send(large);
  ends.client->flush();
  EXPECT_GT(ends.client->queued_bytes(), 0U);
  Collector sink;
  pump(*ends.server, ends.client.get(), sink, 1);
  ASSERT_EQ(sink.frames.size(), 1U);
  EXPECT_TRUE(sink.frames[0] == large);
}

// Collects the number with which each frame begins.
class Numbers final : public FrameSink {
 public:
  void receive_frame(Bytes frame) override {
    std::uint64_t number = 0;
    std::memcpy(&number, frame.data(), sizeof number);
    frames.push_back(number);
  }
  std::vector<std::uint64_t> frames;
};

Frame frame_of(std::uint64_t number, std::size_t size) {
  Frame frame(size);
  std::memcpy(frame.data(), &number, sizeof number);
  return frame;
}

// In each ten frames one is reliable; the others have a high or a low priority.
enum class Sort : std::uint8_t { reliable, high, low };
Sort sort_of(std::uint64_t number) {
  if (number % 10 == 0) return Sort::reliable;
  return number % 3 == 0 ? Sort::high : Sort::low;
}

TEST_P(BackPressure, DropsTheLowestPriorityAndOfItTheOldest) {
  constexpr Priority kHigh = 6;
  constexpr Priority kLow = 1;
  constexpr std::size_t kRoom = 150'000;
  const LinkPair ends = connect_pair();
  ends.client->limit_unreliable({.bytes_max = kRoom});
  std::uint64_t filler = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(frame_of(filler++, 5'000));
    ends.client->flush();
  }
  std::vector<std::uint64_t> sent[3];
  for (std::uint64_t number = filler; number < filler + 400; ++number) {
    const Sort sort = sort_of(number);
    sent[static_cast<std::size_t>(sort)].push_back(number);
    const Frame frame = frame_of(number, 1'000);
    if (sort == Sort::reliable) {
      ends.client->send(frame);
    } else {
      ends.client->send_unreliable(frame, sort == Sort::high ? kHigh : kLow);
    }
  }
  ends.client->send(frame_of(UINT64_MAX, 8));
  Numbers sink;
  pump_until(*ends.server, ends.client.get(), sink,
             [&] { return !sink.frames.empty() && sink.frames.back() == UINT64_MAX; });
  EXPECT_TRUE(std::ranges::is_sorted(sink.frames));
  std::vector<std::uint64_t> came[3];
  for (const std::uint64_t number : sink.frames) {
    if (number < filler || number == UINT64_MAX) continue;
    came[static_cast<std::size_t>(sort_of(number))].push_back(number);
  }
  EXPECT_EQ(came[0], sent[0]);
  EXPECT_EQ(came[1], sent[1]);
  ASSERT_FALSE(came[2].empty());
  EXPECT_LT(came[2].size(), sent[2].size());
  EXPECT_TRUE(std::ranges::equal(came[2], std::span(sent[2]).last(came[2].size())));
  EXPECT_EQ(ends.client->losses()[kLow], sent[2].size() - came[2].size());
  EXPECT_EQ(ends.client->losses()[kHigh], 0U);
}

// A negative age, so that every frame has waited for too long.
TEST_P(BackPressure, DropsWhatHasWaitedForLongerThanItMay) {
  const LinkPair ends = connect_pair();
  ends.client->limit_unreliable({.age_max = std::chrono::milliseconds(-1)});
  std::uint64_t number = 0;
  while (ends.client->queued_bytes() < kQueuedEnough) {
    ends.client->send(frame_of(number++, 5'000));
    ends.client->flush();
  }
  ends.client->send_unreliable(frame_of(number++, 100), 7);
  ends.client->send(frame_of(number, 100));
  Numbers sink;
  pump_until(*ends.server, ends.client.get(), sink,
             [&] { return !sink.frames.empty() && sink.frames.back() == number; });
  EXPECT_EQ(sink.frames.size(), number);
  EXPECT_EQ(ends.client->losses()[7], 1U);
}

INSTANTIATE_TEST_SUITE_P(Links, BackPressure, testing::ValuesIn(all_backends()), name_of);

}  // namespace
}  // namespace triad::transport
