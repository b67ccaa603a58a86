#include "queues/fifo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <random>

namespace triad::queues {
namespace {

TEST(Fifo, HoldsWhatADequeHolds) {
  std::mt19937 random(7);
  Fifo<int> fifo;
  std::deque<int> deque;
  for (int i = 0; i < 10'000; ++i) {
    // Grows and shrinks by turns, so that the queue wraps around at every length.
    if (deque.empty() || random() % 100 < (i / 500 % 2 == 0 ? 60u : 40u)) {
      fifo.push_back(i);
      deque.push_back(i);
    } else {
      EXPECT_EQ(fifo.front(), deque.front());
      fifo.pop_front();
      deque.pop_front();
    }
    ASSERT_EQ(fifo.size(), deque.size());
    ASSERT_TRUE(std::equal(fifo.begin(), fifo.end(), deque.begin()));
  }
}

TEST(Fifo, TakesWhatCanOnlyBeMoved) {
  Fifo<std::unique_ptr<int>> fifo;
  for (int i = 0; i < 20; ++i) fifo.push_back(std::make_unique<int>(i));
  EXPECT_EQ(*fifo.front(), 0);
  EXPECT_EQ(*fifo.back(), 19);
  fifo.clear();
  EXPECT_TRUE(fifo.empty());
}

}  // namespace
}  // namespace triad::queues
