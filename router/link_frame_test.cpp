// Tests that frames between two routers are read as they were written, and that malformed ones are
// refused.
#include "router/link_frame.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

namespace triad::router {
namespace {

wire::Buffer record(std::string_view federation = {}) {
  wire::Buffer bytes;
  wire::encode_record({}, wire::ClientAdmitted{7, federation, {}, 0}, bytes);
  return bytes;
}

using Numbers = std::vector<ClientNumber>;

wire::Buffer frame(const Numbers& clients, const wire::Buffer& of) {
  wire::Buffer bytes;
  append_link_prefix(clients, bytes);
  bytes.insert(bytes.end(), of.begin(), of.end());
  return bytes;
}

Numbers clients_of(const LinkFrame& frame) {
  Numbers clients;
  frame.for_each_client([&](ClientNumber client) { clients.push_back(client); });
  return clients;
}

wire::Buffer bytes_of(wire::Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}

// Returns `count` numbers that are not consecutive.
Numbers numbers(std::size_t count, ClientNumber first = 100) {
  Numbers all(count);
  for (std::size_t i = 0; i < count; ++i) all[i] = first + 2 * i;
  return all;
}

Numbers following(ClientNumber first, std::size_t count) {
  Numbers all(count);
  std::iota(all.begin(), all.end(), first);
  return all;
}

// Returns a frame of these words and a record.
wire::Buffer frame_of_words(const std::vector<std::uint32_t>& words,
                            const std::vector<std::uint64_t>& wide = {}) {
  const auto bytes = std::as_bytes(std::span(words));
  wire::Buffer frame(bytes.begin(), bytes.end());
  const auto others = std::as_bytes(std::span(wide));
  frame.insert(frame.end(), others.begin(), others.end());
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
    EXPECT_FALSE(parsed->is_for_router());
    EXPECT_EQ(clients_of(*parsed), numbers(count));
    EXPECT_EQ(bytes_of(parsed->record), record("war"));
  }
}

TEST(LinkFrame, HasTheseBytes) {
  const Numbers clients{0x01020304, 5};
  wire::Buffer prefix{std::byte{0xee}};  // prior contents remain
  append_link_prefix(clients, prefix);
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
  EXPECT_TRUE(parsed->is_for_router());
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
    EXPECT_EQ(clients_of(*parsed), (Numbers{9, 1'000'000}));
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
  const std::vector<std::uint32_t> counts{kClientsPerFrameMax + 1, 0x40000000, 0x80000000,
                                          0xffffffff};
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
  Numbers clients = following(7, 5);
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

// Greatest number that fits a word of 32 bits.
constexpr ClientNumber kLastNarrow = 0xffff'ffff;
constexpr std::uint32_t kWide = 0x8000'0000;
constexpr ClientNumber kLast = std::numeric_limits<ClientNumber>::max();

TEST(LinkFrame, NamesNumbersBeyond32BitsAndNoOthersByWordsOf64) {
  for (const Numbers& clients :
       {Numbers{kLastNarrow + 1}, Numbers{7, kLastNarrow + 5, 3}, numbers(2000, kLastNarrow),
        following(kLastNarrow - 1, 3), following(kLastNarrow + 1, kClientsPerFrameMax),
        Numbers{kLast, 0, 1, 5}, following(kLast - 2, 3)}) {
    const wire::Buffer bytes = frame(clients, record("war"));
    const bool by_runs = clients.size() > 2 && clients[1] == clients[0] + 1 && clients[0] != kLast;
    EXPECT_EQ(bytes.size(),
              link_prefix_bytes(by_runs ? 2 : clients.size(), true) + record("war").size());
    const auto parsed = parse_link_frame(bytes);
    ASSERT_TRUE(parsed) << clients.front();
    EXPECT_EQ(parsed->first_client(), clients.front());
    EXPECT_EQ(clients_of(*parsed), clients);
    EXPECT_EQ(bytes_of(parsed->record), record("war"));
  }
  EXPECT_EQ(frame({kLastNarrow}, record()).size(), link_prefix_bytes(1) + record().size());
}

TEST(LinkFrame, IsRefusedWithWordsThatAreWiderThanTheyHaveToBe) {
  EXPECT_TRUE(parse_link_frame(frame_of_words({kWide | 1, 0}, {kLastNarrow + 1})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({kWide | 1, 0}, {kLastNarrow})));
  EXPECT_TRUE(parse_link_frame(frame_of_words({kWide | 3, 1}, {kLastNarrow - 1, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({kWide | 3, 1}, {kLastNarrow - 2, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({kWide, 0}))) << "of no client";
}

TEST(LinkFrame, IsRefusedWithARunBeyondTheLastOf64Bits) {
  EXPECT_TRUE(parse_link_frame(frame_of_words({kWide | 3, 1}, {kLast - 2, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({kWide | 3, 1}, {kLast - 1, 3})));
  EXPECT_FALSE(parse_link_frame(frame_of_words({kWide | 3, 1}, {kLast - 2, kLast})));
}

}  // namespace
}  // namespace triad::router
