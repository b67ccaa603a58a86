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
  for (std::size_t i = 0; i < frame.client_count(); ++i) clients.push_back(frame.client(i));
  return clients;
}

wire::Buffer bytes_of(wire::Bytes bytes) {
  return {bytes.begin(), bytes.end()};
}

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 100u);
  return all;
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
  const wire::Buffer bytes = frame({1, 2, 3}, header);
  EXPECT_TRUE(parse_link_frame(bytes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(parse_link_frame(wire::Bytes(bytes).first(size))) << size;
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

TEST(LinkFrame, IsRefusedWhereWhatIsReservedIsNotZero) {
  wire::Buffer bytes = frame({1}, record());
  for (std::size_t at = 4; at < 8; ++at) {
    bytes[at] = std::byte{1};
    EXPECT_FALSE(parse_link_frame(bytes)) << at;
    bytes[at] = std::byte{0};
  }
  EXPECT_TRUE(parse_link_frame(bytes));
}

}  // namespace
}  // namespace triad::router
