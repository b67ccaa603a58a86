// The framing of byte streams, with pieces of every size and with false lengths.
#include "transport/stream/frame_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

namespace triad::transport {
namespace {

using Next = FrameBuffer::Next;

std::vector<std::byte> encoded(std::size_t length, std::byte fill) {
  std::vector<std::byte> bytes(4 + length, fill);
  for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<std::byte>(length >> (8 * i));
  return bytes;
}

void put(FrameBuffer& buffer, Bytes bytes) {
  while (!bytes.empty()) {
    const auto space = buffer.space();
    const std::size_t count = std::min(space.size(), bytes.size());
    std::copy_n(bytes.begin(), count, space.begin());
    buffer.commit(count);
    bytes = bytes.subspan(count);
  }
}

TEST(FrameBuffer, HasNothingAtFirst) {
  const FrameBuffer buffer(100);
  EXPECT_EQ(buffer.peek(), Next::incomplete);
  EXPECT_FALSE(buffer.has_partial_frame());
}

TEST(FrameBuffer, GivesAFrameOnceItsLastByteHasCome) {
  const auto bytes = encoded(10, std::byte{7});
  FrameBuffer buffer(100);
  Bytes frame;
  for (const std::byte b : bytes) {
    EXPECT_EQ(buffer.next(frame), Next::incomplete);
    put(buffer, {&b, 1});
    EXPECT_TRUE(buffer.has_partial_frame());
  }
  ASSERT_EQ(buffer.next(frame), Next::frame);
  EXPECT_TRUE(std::equal(frame.begin(), frame.end(), bytes.begin() + 4, bytes.end()));
  EXPECT_FALSE(buffer.has_partial_frame());
}

TEST(FrameBuffer, GivesSeveralFramesOfOneReadWithoutCopying) {
  FrameBuffer buffer(100);
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i < 20; ++i) {
    const auto one = encoded(i, static_cast<std::byte>(i));
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  const auto space = buffer.space();
  std::copy(bytes.begin(), bytes.end(), space.begin());
  buffer.commit(bytes.size());
  Bytes frame;
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_EQ(buffer.next(frame), Next::frame);
    EXPECT_EQ(frame.size(), i);
    EXPECT_GE(frame.data(), space.data());
    EXPECT_LE(frame.data() + frame.size(), space.data() + bytes.size());
  }
  EXPECT_EQ(buffer.next(frame), Next::incomplete);
}

TEST(FrameBuffer, TakesTheLimitAndNoByteMore) {
  FrameBuffer buffer(100);
  Bytes frame;
  put(buffer, encoded(100, std::byte{1}));
  ASSERT_EQ(buffer.next(frame), Next::frame);
  EXPECT_EQ(frame.size(), 100U);
  put(buffer, encoded(101, std::byte{1}));
  EXPECT_EQ(buffer.next(frame), Next::too_large);
  EXPECT_EQ(buffer.claimed_bytes(), 101U);
}

TEST(FrameBuffer, TakesMemoryForWhatHasComeNotForWhatIsAnnounced) {
  FrameBuffer buffer(std::size_t{1} << 31);
  const std::array<std::byte, 4> header = {std::byte{0}, std::byte{0}, std::byte{0},
                                           std::byte{0x40}};
  put(buffer, header);
  EXPECT_EQ(buffer.peek(), Next::incomplete);
  EXPECT_LE(buffer.space().size(), std::size_t{64} << 10);
}

TEST(FrameBuffer, GrowsToAnyFrameAndGivesTheMemoryBack) {
  FrameBuffer buffer(std::size_t{64} << 20);
  Bytes frame;
  const auto large = encoded(std::size_t{9} << 20, std::byte{3});
  put(buffer, large);
  ASSERT_EQ(buffer.next(frame), Next::frame);
  EXPECT_TRUE(std::equal(frame.begin(), frame.end(), large.begin() + 4, large.end()));
  EXPECT_GT(buffer.space().size(), std::size_t{1} << 20);
  put(buffer, encoded(10, std::byte{4}));
  ASSERT_EQ(buffer.next(frame), Next::frame);
  EXPECT_LE(buffer.space().size(), std::size_t{64} << 10);
}

TEST(FrameBuffer, TakesMemoryForWhatHasComeAndNotForWhatIsAnnounced) {
  const auto total = std::make_shared<std::size_t>(0);
  FrameBuffer buffer(std::size_t{64} << 20, total);
  const auto bytes = encoded(std::size_t{60} << 20, std::byte{1});
  put(buffer, std::span(bytes).first(4));
  EXPECT_LT(*total, 100'000u);
  put(buffer, std::span(bytes).subspan(4, 1'000'000));
  EXPECT_LT(*total, 3'000'000u);
  EXPECT_EQ(*total, buffer.held_bytes());
  EXPECT_EQ(buffer.pending_bytes(), 1'000'004u);
}

TEST(FrameBuffer, CountsItsMemoryWithThatOfOthersUntilItEnds) {
  const auto total = std::make_shared<std::size_t>(0);
  FrameBuffer one(100, total);
  put(one, encoded(10, std::byte{1}));
  const std::size_t of_one = *total;
  EXPECT_GT(of_one, 0u);
  {
    FrameBuffer other(100, total);
    put(other, encoded(10, std::byte{1}));
    EXPECT_GT(*total, of_one);
  }
  EXPECT_EQ(*total, of_one);
}

}  // namespace
}  // namespace triad::transport
