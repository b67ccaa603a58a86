// The ring by itself: wrap, room, wake-ups, two threads, and a peer that writes invalid data.
#include "transport/shm/ring.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "transport/shm/segment.hpp"

namespace triad::transport {
namespace {

constexpr std::size_t kCapacity = kRingBytesMin;

class RingTest : public testing::Test {
 protected:
  const std::shared_ptr<Segment> segment_ = Segment::create_private(kCapacity).value();
  const Ring ring_ = segment_->ring_to_opener();
  RingWriter writer_{ring_};
  RingReader reader_{ring_};

  void write(std::size_t count, std::byte value = std::byte{1}) {
    EXPECT_EQ(writer_.write(std::vector<std::byte>(count, value)), count);
  }
  std::vector<std::byte> read(std::size_t count) {
    std::vector<std::byte> bytes(count);
    bytes.resize(reader_.read(bytes));
    return bytes;
  }
};

TEST_F(RingTest, ShowsBytesWhenTheyArePublishedAndNotBefore) {
  write(100);
  EXPECT_EQ(reader_.available(), 0U);
  EXPECT_EQ(writer_.unpublished_bytes(), 100U);
  EXPECT_EQ(writer_.publish(), Wake::no);
  EXPECT_EQ(reader_.available(), 100U);
  EXPECT_EQ(read(1000).size(), 100U);
}

TEST_F(RingTest, TakesItsCapacityAndNoMore) {
  EXPECT_EQ(writer_.write(std::vector<std::byte>(kCapacity + 1)), kCapacity);
  EXPECT_EQ(writer_.write(std::vector<std::byte>(1)), 0U);
  static_cast<void>(writer_.publish());
  EXPECT_EQ(reader_.available(), kCapacity);
  read(10);
  EXPECT_EQ(writer_.write(std::vector<std::byte>(1)), 0U) << "not given back yet";
  static_cast<void>(reader_.release());
  EXPECT_EQ(writer_.write(std::vector<std::byte>(11)), 10U);
}

TEST_F(RingTest, CarriesBytesAcrossTheWrap) {
  std::mt19937 random(1);
  std::uint8_t next_in = 0;
  std::uint8_t next_out = 0;
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::byte> bytes(random() % kCapacity);
    for (std::size_t k = 0; k < bytes.size(); ++k) bytes[k] = std::byte(next_in + k);
    next_in = static_cast<std::uint8_t>(next_in + writer_.write(bytes));
    static_cast<void>(writer_.publish());
    static_cast<void>(reader_.available());
    for (const std::byte b : read(random() % kCapacity)) ASSERT_EQ(b, std::byte{next_out++});
    static_cast<void>(reader_.release());
  }
}

TEST_F(RingTest, WakesAReaderOnlyIfItSleepsAndOnlyOnce) {
  write(1);
  EXPECT_EQ(writer_.publish(), Wake::no);
  EXPECT_FALSE(reader_.fall_asleep()) << "something is there";
  reader_.wake_up();
  read(1);
  ASSERT_TRUE(reader_.fall_asleep());
  write(1);
  EXPECT_EQ(writer_.publish(), Wake::yes);
  write(1);
  EXPECT_EQ(writer_.publish(), Wake::no);
  reader_.wake_up();
}

TEST_F(RingTest, WakesAWaitingWriterWhenAQuarterIsFree) {
  write(kCapacity);
  static_cast<void>(writer_.publish());
  ASSERT_TRUE(writer_.wait_for_room());
  ASSERT_EQ(reader_.available(), kCapacity);
  read(kCapacity / 4 - 1);
  EXPECT_EQ(reader_.release(), Wake::no);
  read(1);
  EXPECT_EQ(reader_.release(), Wake::yes);
  EXPECT_FALSE(writer_.wait_for_room()) << "there is room";
}

TEST_F(RingTest, ForgetsAWaitThatIsOver) {
  write(kCapacity);
  static_cast<void>(writer_.publish());
  ASSERT_TRUE(writer_.wait_for_room());
  writer_.stop_waiting();
  static_cast<void>(reader_.available());
  read(kCapacity);
  EXPECT_EQ(reader_.release(), Wake::no);
}

TEST_F(RingTest, TellsThatTheWriterClosedAfterItsLastBytes) {
  write(5);
  ASSERT_TRUE(reader_.fall_asleep());
  EXPECT_EQ(writer_.close(), Wake::yes);
  EXPECT_TRUE(reader_.writer_has_closed());
  EXPECT_EQ(reader_.available(), 5U);
  read(5);
  EXPECT_FALSE(reader_.fall_asleep()) << "nothing will ever come";
}

TEST_F(RingTest, BreaksOnAWriteIndexBeyondTheCapacity) {
  for (const std::uint64_t lie : {kCapacity + 1, ~std::size_t{0}, std::size_t{1} << 63}) {
    RingReader reader(ring_);
    ring_.control->tail.store(lie);
    EXPECT_EQ(reader.available(), 0U);
    EXPECT_TRUE(reader.is_broken());
    ring_.control->tail.store(1);
    EXPECT_EQ(reader.available(), 0U) << "broken is broken";
  }
}

TEST_F(RingTest, BreaksOnAWriteIndexThatGoesBack) {
  write(100);
  static_cast<void>(writer_.publish());
  EXPECT_EQ(reader_.available(), 100U);
  ring_.control->tail.store(99);
  EXPECT_EQ(reader_.available(), 0U);
  EXPECT_TRUE(reader_.is_broken());
}

TEST_F(RingTest, BreaksOnAReadIndexThatGoesBackOrAhead) {
  write(kCapacity);
  static_cast<void>(writer_.publish());
  for (const std::uint64_t lie : {kCapacity + 1, ~std::size_t{0}}) {
    RingWriter writer = writer_;
    ring_.control->head.store(lie);
    EXPECT_EQ(writer.write(std::vector<std::byte>(1)), 0U);
    EXPECT_TRUE(writer.is_broken());
  }
  ring_.control->head.store(kCapacity);
  EXPECT_EQ(writer_.write(std::vector<std::byte>(1)), 1U);
  ring_.control->head.store(kCapacity - 1);
  EXPECT_FALSE(writer_.wait_for_room());
  EXPECT_TRUE(writer_.is_broken());
  EXPECT_EQ(writer_.write(std::vector<std::byte>(1)), 0U);
}

// Checks every byte across two threads. Under the thread sanitizer it also checks the memory order.
TEST_F(RingTest, KeepsOrderBetweenTwoThreads) {
  constexpr std::size_t kBytes = std::size_t{2} << 20;
  std::thread writing([&] {
    std::mt19937 random(5);
    std::array<std::byte, 777> bytes;
    std::size_t sent = 0;
    while (sent < kBytes) {
      const std::size_t want = std::min<std::size_t>(1 + random() % bytes.size(), kBytes - sent);
      for (std::size_t i = 0; i < want; ++i) bytes[i] = std::byte((sent + i) * 131 >> 3);
      sent += writer_.write(Bytes(bytes).first(want));
      static_cast<void>(writer_.publish());
      if (writer_.unpublished_bytes() == 0 && random() % 4 == 0) std::this_thread::yield();
    }
  });
  std::size_t received = 0;
  std::size_t bad = 0;
  std::array<std::byte, 1000> bytes;
  while (received < kBytes) {
    if (reader_.available() == 0) {
      std::this_thread::yield();
      continue;
    }
    const std::size_t count = reader_.read(bytes);
    for (std::size_t i = 0; i < count; ++i) {
      bad += bytes[i] == std::byte((received + i) * 131 >> 3) ? 0 : 1;
    }
    received += count;
    static_cast<void>(reader_.release());
  }
  writing.join();
  EXPECT_EQ(bad, 0U);
}

}  // namespace
}  // namespace triad::transport
