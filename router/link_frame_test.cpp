// Frames between two routers: what is written is found again, and what is no frame is refused.
#include "router/link_frame.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace triad::router {
namespace {

wire::Buffer record(std::string_view federation = {}) {
  wire::Buffer bytes;
  wire::encode_record({}, wire::ClientAdmitted{7, federation, {}, 0}, bytes);
  return bytes;
}

wire::Buffer frame(const std::vector<std::uint32_t>& clients, const wire::Buffer& of) {
  wire::Buffer bytes;
  put_link_prefix(clients, bytes);
  bytes.insert(bytes.end(), of.begin(), of.end());
  return bytes;
}

std::vector<std::uint32_t> clients_of(const LinkFrame& frame) {
  std::vector<std::uint32_t> clients;
  frame.for_each_client([&](std::uint32_t client) { clients.push_back(client); });
  return clients;
}

wire::Buffer bytes_of(wire::Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}

// That do not follow each other.
std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = static_cast<std::uint32_t>(100 + 2 * i);
  return all;
}

std::vector<std::uint32_t> following(std::uint32_t first, std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

// Of these words, with a record.
wire::Buffer frame_of_words(const std::vector<std::uint32_t>& words) {
  const auto bytes = std::as_bytes(std::span(words));
  wire::Buffer frame(bytes.begin(), bytes.end());
  const wire::Buffer of = record();
  frame.insert(frame.end(), of.begin(), of.end());
  return frame;
}

TEST(LinkFrame, NamesItsClientsBeforeTheRecord) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{3}, kClientsPerFrameMax}) {
    const wire::Buffer bytes = frame(numbers(count), record("war"));
    ASSERT_EQ(bytes.size(), link_prefix_bytes(count) + record("war").size());
    const auto parsed = parse_link_frame(bytes);
    ASSERT_TRUE(parsed) << count;
    EXPECT_FALSE(parsed->for_router());
    EXPECT_EQ(clients_of(*parsed), numbers(count));
    EXPECT_EQ(bytes_of(parsed->record), record("war"));
  }
}

TEST(LinkFrame, HasTheseBytes) {
  const std::vector<std::uint32_t> clients{0x01020304, 5};
  wire::Buffer prefix{std::byte{0xee}};  // what there is remains
  put_link_prefix(clients, prefix);
  const std::vector<int> expected{0xee, 2, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1, 5, 0, 0, 0};
  ASSERT_EQ(prefix.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(prefix[i]), expected[i]) << i;
  }
}

TEST(LinkFrame, IsForTheRouterItselfWithoutClients) {
  const wire::Buffer bytes = frame({}, record());
  const auto parsed = parse_link_frame(bytes);
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->for_router());
  EXPECT_EQ(parsed->client_count(), 0u);
  const auto of_router = wire::parse_record(parsed->record);
  ASSERT_TRUE(of_router);
  EXPECT_EQ(wire::decode<wire::ClientAdmitted>(of_router->payload)->client, 7u);
}

TEST(LinkFrame, IsFoundAtAnyPlaceInMemory) {
  const wire::Buffer bytes = frame({9, 1'000'000}, record());
  for (std::size_t offset = 0; offset < 8; ++offset) {
    wire::Buffer shifted(offset);
    shifted.insert(shifted.end(), bytes.begin(), bytes.end());
    const auto parsed = parse_link_frame(wire::Bytes(shifted).subspan(offset));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(clients_of(*parsed), (std::vector<std::uint32_t>{9, 1'000'000}));
  }
}

TEST(LinkFrame, IsRefusedWhereItIsTooShortForWhatItSays) {
  const wire::Buffer header(sizeof(wire::RecordHeader));
  for (const auto& clients : {numbers(3), following(1, 3)}) {
    const wire::Buffer bytes = frame(clients, header);
    EXPECT_TRUE(parse_link_frame(bytes));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_FALSE(parse_link_frame(wire::Bytes(bytes).first(size))) << size;
    }
  }
}

TEST(LinkFrame, IsRefusedWithTooManyClients) {
  const std::vector<std::uint32_t> counts{kClientsPerFrameMax + 1, 0x40000000, 0xffffffff};
  for (const std::uint32_t count : counts) {
    wire::Buffer bytes(link_prefix_bytes(kClientsPerFrameMax + 1) + sizeof(wire::RecordHeader));
    std::memcpy(bytes.data(), &count, sizeof count);
    EXPECT_FALSE(parse_link_frame(bytes)) << count;
  }
}

TEST(LinkFrame, NamesAnyNumberOfClientsWhoFollowEachOtherByTwoWords) {
  for (const std::size_t count : {std::size_t{3}, std::size_t{1'000}, kClientsPerFrameMax}) {
    const wire::Buffer bytes = frame(following(100, count), record("war"));
    EXPECT_EQ(bytes.size(), link_prefix_bytes(2) + record("war").size());
    const auto parsed = parse_link_frame(bytes);
    ASSERT_TRUE(parsed);
    EXPECT_EQ(parsed->client_count(), count);
    EXPECT_EQ(parsed->first_client(), 100u);
    EXPECT_EQ(clients_of(*parsed), following(100, count));
    EXPECT_EQ(bytes_of(parsed->record), record("war"));
  }
}

TEST(LinkFrame, NamesRunsWithGapsBetweenThem) {
  std::vector<std::uint32_t> clients = following(7, 5);
  for (const std::uint32_t other : {2u, 3u, 3u, 4u, 0xffff'fffeu, 0xffff'ffffu, 0u, 1u}) {
    clients.push_back(other);
  }
  const wire::Buffer bytes = frame(clients, record());
  EXPECT_EQ(bytes.size(), link_prefix_bytes(2 * 5) + record().size());
  const auto parsed = parse_link_frame(bytes);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(clients_of(*parsed), clients);
}

TEST(LinkFrame, HasOneWayToNameTheSameClients) {
  EXPECT_TRUE(parse_link_frame(frame_of_words({3, 1, 8, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({3, 0, 8, 9, 10}))) << "a run, one by one";
  EXPECT_FALSE(parse_link_frame(frame_of_words({2, 1, 8, 2}))) << "a run that saves nothing";
  EXPECT_FALSE(parse_link_frame(frame_of_words({6, 2, 8, 3, 11, 3}))) << "one run as two";
  EXPECT_FALSE(parse_link_frame(frame_of_words({5, 2, 8, 5, 20, 0}))) << "a run of nobody";
}

TEST(LinkFrame, IsRefusedWhereItsRunsAreNotWhatItSays) {
  EXPECT_FALSE(parse_link_frame(frame_of_words({4, 1, 8, 3}))) << "too few";
  EXPECT_FALSE(parse_link_frame(frame_of_words({3, 1, 8, 4}))) << "too many";
  EXPECT_FALSE(parse_link_frame(frame_of_words({3, 1, 8, 0xffff'ffff}))) << "far too many";
  EXPECT_TRUE(parse_link_frame(frame_of_words({3, 1, 0xffff'fffd, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({3, 1, 0xffff'fffe, 3}))) << "beyond the last";
  EXPECT_FALSE(parse_link_frame(frame_of_words({0, 1, 8, 3}))) << "of no client";
  EXPECT_FALSE(parse_link_frame(frame_of_words({3, 0xffff'ffff, 8, 3}))) << "more than clients";
}

}  // namespace
}  // namespace triad::router
