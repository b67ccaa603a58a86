// Tests the order of messages that wait for their time.
#include "core/timestamp_queue.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"

namespace triad::core {
namespace {

using wire::FederateHandle;

class TimestampQueueTest : public testing::Test {
 protected:
  void push(double stamp, const std::string& federate_type, std::uint32_t sender,
            wire::Position position, const std::string& text, std::uint64_t serial = 0) {
    queue.push(DoubleTime::encode(stamp), {federate_type, FederateHandle(sender), position, serial},
               std::as_bytes(std::span(text)));
  }
  std::string drain() {
    std::string all;
    for (; !queue.empty(); queue.pop()) {
      const Bytes message = queue.first();
      all.append(reinterpret_cast<const char*>(message.data()), message.size()) += ' ';
    }
    return all;
  }

  DoubleTime type;
  TimestampQueue queue{type};
};

TEST_F(TimestampQueueTest, IsOrderedByStamp) {
  push(3, "t", 1, 1, "c");
  push(1, "t", 1, 2, "a");
  push(2, "t", 1, 3, "b");
  push(-0.0, "t", 1, 4, "zero");
  EXPECT_EQ(DoubleTime::decode(queue.first_stamp()), 0);
  EXPECT_EQ(drain(), "zero a b c ");
}

TEST_F(TimestampQueueTest, OrdersEqualStampsByTypeThenHandleThenPosition) {
  push(1, "tank", 1, 9, "tank1.9");
  push(1, "radar", 7, 2, "radar7.2");
  push(1, "tank", 1, 3, "tank1.3");
  push(1, "radar", 2, 8, "radar2.8");
  push(1, "radar", 7, 1, "radar7.1");
  EXPECT_EQ(drain(), "radar2.8 radar7.1 radar7.2 tank1.3 tank1.9 ");
}

TEST_F(TimestampQueueTest, LosesAllPartsOfARetractedMessageAndKeepsTheOrderOfTheRest) {
  for (int i = 20; i > 0; --i) {
    push(i, "t", static_cast<std::uint32_t>(1 + i % 2), 1, std::to_string(i),
         static_cast<std::uint64_t>(i / 4));
  }
  EXPECT_EQ(queue.erase(FederateHandle(1), 3), 2U);  // the messages at 12 and 14
  EXPECT_EQ(queue.erase(FederateHandle(1), 3), 0U);
  EXPECT_EQ(queue.erase(FederateHandle(9), 1), 0U);
  EXPECT_EQ(drain(), "1 2 3 4 5 6 7 8 9 10 11 13 15 16 17 18 19 20 ");
}

TEST_F(TimestampQueueTest, UsesItsPlacesAgain) {
  for (int round = 0; round < 3; ++round) {
    push(2, "t", 1, 1, "a longer message than the next");
    push(1, "t", 1, 2, "short");
    EXPECT_EQ(drain(), "short a longer message than the next ");
  }
}

}  // namespace
}  // namespace triad::core
