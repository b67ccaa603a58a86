// Compares the record queue with std::deque, across chunks, with records of all sizes.
#include "queues/record_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include "wire/generate.hpp"

namespace triad::queues {
namespace {

using Record = std::vector<std::byte>;
constexpr std::size_t kChunk = 64 * 1024;

Record record_of(std::size_t size, wire::Random& random) {
  Record record(size, static_cast<std::byte>(random.below(256)));
  if (size > 0) record.back() = static_cast<std::byte>(random.below(256));
  return record;
}

std::size_t some_size(wire::Random& random) {
  switch (random.below(12)) {
    case 0:
      return 0;
    case 1:
      return kChunk - 8 + random.below(16);  // fits just, or just does not
    case 2:
      return kChunk + random.below(kChunk);
    case 3:
      return random.below(kChunk);
    default:
      return random.below(200);
  }
}

// Adds a record whole, in parts or by taking over memory that may be longer.
void push(RecordQueue& queue, const Record& record, wire::Random& random) {
  const auto way = random.below(4);
  if (way == 0) {
    const auto bytes = RecordQueue::Bytes(record);
    const std::size_t head = random.below(record.size() + 1);
    const std::array<RecordQueue::Bytes, 2> parts{bytes.first(head), bytes.subspan(head)};
    return queue.push(parts);
  }
  if (way != 1) return queue.push(record);
  Record memory = queue.take_spare();
  memory.resize(std::max(memory.size(), record.size()) + random.below(3));
  std::ranges::copy(record, memory.begin());
  queue.push(std::move(memory), record.size());
}

bool holds(const RecordQueue& queue, const Record& expected) {
  return std::ranges::equal(queue.front(), expected);
}

TEST(RecordQueue, AgreesWithADequeUnderRandomPushesAndPops) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    wire::Random random(seed);
    RecordQueue queue;
    std::deque<Record> expected;
    std::size_t bytes = 0;
    for (int step = 0; step < 1500; ++step) {
      // Growing and draining phases, so that the queue runs empty now and then.
      if (queue.chunk_count() > 1 && random.below(20) == 0) {
        queue.pop_chunk();
        while (expected.size() > queue.size()) {
          bytes -= expected.front().size();
          expected.pop_front();
        }
      } else if (random.below(10) < (step / 200 % 2 == 0 ? 6u : 3u)) {
        expected.push_back(record_of(some_size(random), random));
        bytes += expected.back().size();
        push(queue, expected.back(), random);
      } else if (!expected.empty()) {
        ASSERT_TRUE(holds(queue, expected.front())) << "seed " << seed << " step " << step;
        bytes -= expected.front().size();
        expected.pop_front();
        queue.pop();
      }
      ASSERT_EQ(queue.size(), expected.size()) << "seed " << seed << " step " << step;
      ASSERT_EQ(queue.empty(), expected.empty());
      ASSERT_EQ(queue.bytes(), bytes);
      if (!expected.empty()) {
        ASSERT_EQ(queue.front().size(), expected.front().size()) << "seed " << seed;
      }
    }
  }
}

TEST(RecordQueue, LeavesTheOldestWhereItIsWhileOthersArePushed) {
  wire::Random random(1);
  for (const std::size_t size : {std::size_t{0}, std::size_t{10}, kChunk - 4, 2 * kChunk}) {
    RecordQueue queue;
    const Record first = record_of(size, random);
    queue.push(first);
    const auto view = queue.front();
    for (int i = 0; i < 500; ++i) queue.push(record_of(some_size(random), random));
    EXPECT_EQ(queue.front().data(), view.data());
    EXPECT_TRUE(std::ranges::equal(view, first));
  }
}

TEST(RecordQueue, IsAsNewAfterClear) {
  wire::Random random(2);
  RecordQueue queue;
  for (int i = 0; i < 100; ++i) queue.push(record_of(some_size(random), random));
  for (int i = 0; i < 10; ++i) queue.pop();
  queue.clear();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.bytes(), 0u);
  const Record record = record_of(100, random);
  queue.push(record);
  EXPECT_TRUE(holds(queue, record));
}

TEST(RecordQueue, UsesItsChunkAgainAtTheSamePlace) {
  wire::Random random(3);
  RecordQueue queue;
  queue.push(record_of(100, random));
  const auto* const place = queue.front().data();
  queue.pop();
  for (int i = 0; i < 10; ++i) {
    queue.push(record_of(100, random));
    EXPECT_EQ(queue.front().data(), place);
    queue.pop();
  }
}

TEST(RecordQueue, GivesTheMemoryOfWhatItTookOverBack) {
  RecordQueue queue;
  EXPECT_TRUE(queue.take_spare().empty());
  Record record(RecordQueue::kLongBytes, std::byte{7});
  const std::byte* const place = record.data();
  queue.push(std::move(record), 3);
  EXPECT_EQ(queue.front().data(), place);
  EXPECT_EQ(queue.front().size(), 3u);
  EXPECT_EQ(queue.bytes(), 3u);
  EXPECT_TRUE(queue.take_spare().empty()) << "still in use";
  queue.pop();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take_spare().data(), place);
  EXPECT_TRUE(queue.take_spare().empty());
}

// Otherwise a burst of long records would keep its memory forever.
TEST(RecordQueue, KeepsNoMoreThanSomeMegabytesForLater) {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  RecordQueue queue;
  for (int i = 0; i < 20; ++i) queue.push(Record(kBytes), kBytes);
  while (!queue.empty()) queue.pop();
  std::size_t kept = 0;
  while (!queue.take_spare().empty()) kept += kBytes;
  EXPECT_EQ(kept, 4 * kBytes);
}

}  // namespace
}  // namespace triad::queues
