// Compares the queue of records, some of which may be lost, with a plain list.
#include "core/lossy_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <string>
#include <vector>

#include "wire/generate.hpp"

namespace triad::core {
namespace {

std::string text_of(LossyQueue::Bytes record) {
  return {reinterpret_cast<const char*>(record.data()), record.size()};
}

void push(LossyQueue& queue, const std::string& text, bool may_be_lost) {
  queue.push(std::as_bytes(std::span(text)), may_be_lost);
}

std::vector<std::string> all_of(const LossyQueue& queue) {
  std::vector<std::string> all;
  queue.for_each([&](LossyQueue::Bytes record) { all.push_back(text_of(record)); });
  return all;
}

TEST(LossyQueue, DropsTheOldestThatMayBeLostAndNothingElse) {
  LossyQueue queue;
  push(queue, "a", false);
  push(queue, "old", true);
  push(queue, "b", false);
  push(queue, "newer", true);
  push(queue, "newest", true);
  EXPECT_EQ(queue.bytes(), 16u);
  EXPECT_TRUE(queue.make_room(3));
  EXPECT_EQ(queue.dropped(), 1u);
  EXPECT_EQ(all_of(queue), (std::vector<std::string>{"a", "b", "newer", "newest"}));
  EXPECT_TRUE(queue.make_room(6));
  EXPECT_EQ(all_of(queue), (std::vector<std::string>{"a", "b"}));
  EXPECT_FALSE(queue.make_room(1));
  EXPECT_EQ(queue.dropped(), 4u);  // including the record without room
  EXPECT_EQ(queue.size(), 2u);
}

TEST(LossyQueue, AgreesWithAListUnderRandomPushesPopsAndDrops) {
  struct Entry {
    std::string text;
    bool may_be_lost;
  };
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    wire::Random random(seed);
    LossyQueue queue;
    std::deque<Entry> expected;
    std::uint64_t dropped = 0;
    for (int step = 0; step < 2000; ++step) {
      const auto choice = random.below(10);
      if (choice < 5) {
        const Entry entry{std::to_string(step) + std::string(random.below(40), 'x'),
                          random.below(2) == 0};
        push(queue, entry.text, entry.may_be_lost);
        expected.push_back(entry);
      } else if (choice < 9) {
        if (expected.empty()) continue;
        ASSERT_EQ(queue.front_may_be_lost(), expected.front().may_be_lost);
        ASSERT_EQ(text_of(queue.front()), expected.front().text) << "seed " << seed;
        queue.pop();
        expected.pop_front();
      } else {
        const bool possible = std::ranges::any_of(expected, &Entry::may_be_lost);
        ASSERT_EQ(queue.make_room(1), possible);
        ++dropped;
        if (possible) expected.erase(std::ranges::find_if(expected, &Entry::may_be_lost));
      }
      ASSERT_EQ(queue.size(), expected.size());
      if (step % 50 != 0) continue;
      std::vector<std::string> texts;
      texts.reserve(expected.size());
      for (const Entry& entry : expected) texts.push_back(entry.text);
      ASSERT_EQ(all_of(queue), texts) << "seed " << seed << " step " << step;
    }
    EXPECT_EQ(queue.dropped(), dropped);
  }
}

}  // namespace
}  // namespace triad::core
