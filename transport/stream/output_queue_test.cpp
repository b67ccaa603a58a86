// The queue of what the peer does not take yet.
#include "transport/stream/output_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace triad::transport {
namespace {

std::vector<std::byte> random_bytes(std::mt19937& random, std::size_t count) {
  std::vector<std::byte> bytes(count);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

TEST(OutputQueue, GivesBackWhatWasAppendedWhateverThePieces) {
  std::mt19937 random(1);
  OutputQueue queue;
  std::vector<std::byte> in;
  std::vector<std::byte> out;
  for (int round = 0; round < 300; ++round) {
    const auto bytes = random_bytes(random, random() % (round % 10 == 0 ? 300'000 : 500));
    queue.append(bytes);
    in.insert(in.end(), bytes.begin(), bytes.end());
    std::array<iovec, 3> vectors;
    const std::size_t count = queue.gather(vectors);
    std::size_t take = random() % (queue.bytes() + 1);
    std::size_t taken = 0;
    for (std::size_t i = 0; i < count && take > 0; ++i) {
      const std::size_t part = std::min(take, vectors[i].iov_len);
      const auto* const begin = static_cast<const std::byte*>(vectors[i].iov_base);
      out.insert(out.end(), begin, begin + part);
      take -= part;
      taken += part;
    }
    queue.consume(taken);
    ASSERT_EQ(queue.bytes(), in.size() - out.size());
  }
  while (!queue.empty()) {
    const Bytes front = queue.front();
    out.insert(out.end(), front.begin(), front.end());
    queue.consume(front.size());
  }
  EXPECT_TRUE(in == out);
  EXPECT_TRUE(queue.front().empty());
}

TEST(OutputQueue, IsEmptyAfterClear) {
  OutputQueue queue;
  queue.append(std::vector<std::byte>(100'000));
  queue.clear();
  EXPECT_TRUE(queue.empty());
  std::array<iovec, 2> vectors;
  EXPECT_EQ(queue.gather(vectors), 0U);
}

TEST(OutputQueue, CountsTheMemoryThatItTakesAndGivesBack) {
  const auto total = std::make_shared<std::size_t>(0);
  OutputQueue queue(total);
  const std::vector<std::byte> bytes(200'000);
  for (int i = 0; i < 10; ++i) queue.append(bytes);
  EXPECT_GE(*total, 2'000'000u);
  EXPECT_EQ(*total, queue.held_bytes());
  queue.consume(queue.bytes());
  EXPECT_LT(*total, 500'000u);
  queue.clear();
  EXPECT_EQ(*total, 0u);
}

}  // namespace
}  // namespace triad::transport
