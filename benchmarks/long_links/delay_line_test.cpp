// Tests of arrival times and losses of a delay line.
#include "benchmarks/long_links/delay_line.hpp"

#include <gtest/gtest.h>

#include <set>

namespace triad::long_links {
namespace {

using namespace std::chrono_literals;

// Returns a packet that contains `number`.
Packet packet_of(std::size_t bytes, int number = 0) {
  Packet packet(bytes);
  packet.at(0) = static_cast<std::byte>(number);
  return packet;
}

int number_of(const Packet& packet) {
  return std::to_integer<int>(packet.at(0));
}

// Returns the numbers of the packets that have arrived by then, in order.
std::vector<int> arrivals(DelayLine& line, Time now) {
  std::vector<int> numbers;
  while (const auto packet = line.arrival(now)) numbers.push_back(number_of(*packet));
  return numbers;
}

// 8 Mbit/s: one byte takes a microsecond.
constexpr std::uint64_t kByteAMicrosecond = 8'000'000;

// Returns which of 10,000 packets a seed loses.
std::set<int> lost_by(std::uint64_t seed, double loss) {
  DelayLine line({.loss = loss, .seed = seed});
  std::set<int> lost;
  for (int i = 0; i < 10'000; ++i) {
    line.send(packet_of(100), 0ns);
    if (!line.arrival(0ns)) lost.insert(i);
  }
  EXPECT_EQ(line.counts().lost, (Amount{lost.size(), 100 * lost.size()}));
  EXPECT_EQ(line.counts().carried.packets, 10'000 - lost.size());
  return lost;
}

TEST(DelayLine, WithoutConditionsAllPassesAtOnce) {
  DelayLine line({});
  EXPECT_EQ(line.next_arrival(), std::nullopt);
  for (int i = 0; i < 100; ++i) {
    line.send(packet_of(1500, i), 5s);
    EXPECT_EQ(line.next_arrival(), Time(5s));
    EXPECT_EQ(arrivals(line, 5s), std::vector{i});
  }
  EXPECT_EQ(line.counts().carried, (Amount{100, 150'000}));
  EXPECT_EQ(line.counts().lost, Amount());
  EXPECT_EQ(line.counts().overflowed, Amount());
}

TEST(DelayLine, ArrivesAfterExactlyTheDelay) {
  DelayLine line({.delay = 10ms});
  line.send(packet_of(1500, 1), 1s);
  line.send(packet_of(20, 2), 1s + 1ns);
  EXPECT_EQ(line.next_arrival(), Time(1s + 10ms));
  EXPECT_TRUE(arrivals(line, 1s + 10ms - 1ns).empty());
  EXPECT_EQ(line.on_the_way(), 2U);
  EXPECT_EQ(arrivals(line, 1s + 10ms), std::vector{1});
  EXPECT_EQ(line.next_arrival(), Time(1s + 10ms + 1ns));
  EXPECT_EQ(arrivals(line, 1s + 10ms + 1ns), std::vector{2});
  EXPECT_EQ(line.on_the_way(), 0U);
}

TEST(DelayLine, KeepsTheOrder) {
  DelayLine line({.delay = 10ms, .bits_per_second = kByteAMicrosecond});
  line.send(packet_of(1500, 1), 0ns);
  line.send(packet_of(20, 2), 0ns);
  line.send(packet_of(700, 3), 3ms);
  EXPECT_EQ(arrivals(line, 1s), (std::vector{1, 2, 3}));
}

TEST(DelayLine, KeepsThePacketsBytes) {
  DelayLine line({.delay = 1ms});
  Packet sent = packet_of(3, 7);
  sent[2] = std::byte{9};
  line.send(sent, 0ns);
  EXPECT_EQ(line.arrival(1ms), sent);
}

TEST(DelayLine, ThePacketsSizeIsItsTimeOnTheLink) {
  DelayLine line({.delay = 10ms, .bits_per_second = kByteAMicrosecond});
  line.send(packet_of(1500, 1), 0ns);
  line.send(packet_of(100, 2), 0ns);
  line.send(packet_of(400, 3), 5ms);  // The link has been idle since 1.6 ms.
  EXPECT_TRUE(arrivals(line, 11'500us - 1ns).empty());
  EXPECT_EQ(arrivals(line, 11'500us), std::vector{1});
  EXPECT_EQ(line.next_arrival(), Time(11'600us));
  EXPECT_EQ(arrivals(line, 11'600us), std::vector{2});
  EXPECT_EQ(line.next_arrival(), Time(15'400us));
}

TEST(DelayLine, AFullQueueTakesNothingMore) {
  DelayLine line({.bits_per_second = kByteAMicrosecond, .queue_bytes = 3000});
  for (int i = 1; i <= 3; ++i) line.send(packet_of(1000, i), 0ns);
  line.send(packet_of(1, 4), 0ns);
  EXPECT_EQ(line.counts().overflowed, (Amount{1, 1}));
  line.send(packet_of(500, 5), 500us);  // The same number of bytes has been sent since.
  line.send(packet_of(1, 6), 500us);
  EXPECT_EQ(line.counts().overflowed, (Amount{2, 2}));
  EXPECT_EQ(arrivals(line, 1s), (std::vector{1, 2, 3, 5}));
  EXPECT_EQ(line.counts().carried, (Amount{4, 3500}));
}

TEST(DelayLine, WhatIsOnItsWayTakesNoRoom) {
  DelayLine line({.delay = 1h, .bits_per_second = kByteAMicrosecond, .queue_bytes = 1000});
  for (int i = 0; i < 10; ++i) line.send(packet_of(1000, i), i * 1ms);
  EXPECT_EQ(line.on_the_way(), 10U);
  EXPECT_EQ(line.counts().overflowed, Amount());
}

TEST(DelayLine, AnIdleLinkTakesAPacketLargerThanItsQueue) {
  DelayLine line({.bits_per_second = kByteAMicrosecond, .queue_bytes = 100});
  line.send(packet_of(1500, 1), 0ns);
  line.send(packet_of(1500, 2), 1ms);
  line.send(packet_of(1500, 3), 1500us);
  EXPECT_EQ(arrivals(line, 1s), (std::vector{1, 3}));
}

TEST(DelayLine, ASeedLosesTheSamePacketsAgain) {
  const std::set<int> lost = lost_by(7, 0.02);
  EXPECT_EQ(lost_by(7, 0.02), lost);
  EXPECT_NE(lost_by(8, 0.02), lost);
}

// Within five standard deviations.
TEST(DelayLine, LosesTheShareAskedFor) {
  EXPECT_NEAR(static_cast<double>(lost_by(1, 0.02).size()), 200, 70);
  EXPECT_NEAR(static_cast<double>(lost_by(1, 0.5).size()), 5000, 250);
  EXPECT_TRUE(lost_by(1, 0).empty());
  EXPECT_EQ(lost_by(1, 1).size(), 10'000U);
}

TEST(DelayLine, WhatIsLostTakesItsTimeOnTheLink) {
  DelayLine line({.bits_per_second = kByteAMicrosecond, .queue_bytes = 1000, .loss = 1});
  line.send(packet_of(1000), 0ns);
  line.send(packet_of(1000), 0ns);
  EXPECT_EQ(line.counts().lost, (Amount{1, 1000}));
  EXPECT_EQ(line.counts().overflowed, (Amount{1, 1000}));
  EXPECT_EQ(line.next_arrival(), std::nullopt);
}

}  // namespace
}  // namespace triad::long_links
