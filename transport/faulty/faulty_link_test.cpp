// The faulty twin: the effect of each fault, and that a seed repeats it.
#include "transport/faulty/faulty_link.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "transport/memory/memory_link.hpp"

namespace triad::transport {
namespace {

const std::vector<std::byte> kTenBytes(10);

class FrameCounter final : public FrameSink {
 public:
  void receive_frame(Bytes) override { ++count; }
  std::size_t count = 0;
};

struct FaultyPair {
  std::unique_ptr<Link> faulty;
  std::unique_ptr<Link> plain;
};

FaultyPair make_pair(const Faults& faults) {
  MemoryPair pair = make_memory_pair().value();
  return {make_faulty(std::move(pair.first), faults), std::move(pair.second)};
}

TEST(FaultyLink, WithoutFaultsIsALink) {
  const FaultyPair pair = make_pair({});
  pair.faulty->send(kTenBytes);
  EXPECT_EQ(pair.faulty->queued_bytes(), kTenBytes.size());
  pair.faulty->flush();
  FrameCounter sink;
  EXPECT_EQ(pair.plain->receive(sink, 10), 1U);
}

TEST(FaultyLink, CutsAfterSoManyFramesSent) {
  Faults faults;
  faults.cut_after_frames_sent = 3;
  const FaultyPair pair = make_pair(faults);
  for (int i = 0; i < 2; ++i) pair.faulty->send(kTenBytes);
  pair.faulty->flush();
  for (int i = 0; i < 5; ++i) pair.faulty->send(kTenBytes);
  EXPECT_FALSE(pair.faulty->is_open());
  EXPECT_EQ(pair.faulty->close_reason().code, Error::Code::peer_lost);
  FrameCounter sink;
  while (pair.plain->is_open()) pair.plain->receive(sink, 10);
  EXPECT_EQ(sink.count, 2U) << "the third was never flushed";
}

TEST(FaultyLink, CutsAfterSoManyBytesSent) {
  Faults faults;
  faults.cut_after_bytes_sent = 25;
  const FaultyPair pair = make_pair(faults);
  for (int i = 0; i < 2; ++i) {
    pair.faulty->send(kTenBytes);
    EXPECT_TRUE(pair.faulty->is_open());
  }
  pair.faulty->send(kTenBytes);
  EXPECT_FALSE(pair.faulty->is_open());
}

TEST(FaultyLink, CutsAfterSoManyFramesReceived) {
  Faults faults;
  faults.cut_after_frames_received = 2;
  const FaultyPair pair = make_pair(faults);
  for (int i = 0; i < 5; ++i) pair.plain->send(kTenBytes);
  pair.plain->flush();
  FrameCounter sink;
  while (pair.faulty->is_open()) pair.faulty->receive(sink, 10);
  EXPECT_EQ(sink.count, 2U);
  while (pair.plain->is_open()) pair.plain->receive(sink, 10);
}

// Returns for each of 50 frames the call of receive() that delivered it.
std::vector<std::size_t> delays(std::uint64_t seed) {
  Faults faults;
  faults.seed = seed;
  faults.polls_held_max = 5;
  const FaultyPair pair = make_pair(faults);
  for (int i = 0; i < 50; ++i) pair.plain->send(kTenBytes);
  pair.plain->flush();
  std::vector<std::size_t> calls;
  FrameCounter sink;
  for (std::size_t call = 0; sink.count < 50; ++call) {
    EXPECT_TRUE(pair.faulty->has_input());
    for (std::size_t n = pair.faulty->receive(sink, 7); n > 0; --n) calls.push_back(call);
  }
  return calls;
}

TEST(FaultyLink, DelaysTheSameWayForTheSameSeed) {
  EXPECT_EQ(delays(1), delays(1));
  EXPECT_NE(delays(1), delays(2));
}

TEST(FaultyLink, DoesNotLetItsOwnerSleepOnAStalledFlush) {
  Faults faults;
  faults.flushes_stalled_max = 10;
  const FaultyPair pair = make_pair(faults);
  FrameCounter sink;
  for (std::size_t i = 1; i <= 20; ++i) {
    pair.faulty->send(kTenBytes);
    while (pair.faulty->queued_bytes() > 0) {
      EXPECT_FALSE(pair.faulty->prepare_wait());
      pair.faulty->flush();
    }
    while (sink.count < i) pair.plain->receive(sink, 10);
  }
  EXPECT_TRUE(pair.faulty->prepare_wait());
}

}  // namespace
}  // namespace triad::transport
