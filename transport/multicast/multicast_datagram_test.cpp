// Datagrams to several clients, their seals, and the addresses of the groups.
#include "transport/multicast/multicast_datagram.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <string>

#include "transport/multicast/multicast_address.hpp"

namespace triad::transport {
namespace {

using Kind = MulticastContent::Kind;

constexpr SealKey kKey{0x0706050403020100, 0x0f0e0d0c0b0a0908};

Bytes bytes_of_text(const std::string& text) {
  return std::as_bytes(std::span(text));
}

std::vector<std::byte> to_three(const std::string& frame) {
  std::vector<std::byte> datagram;
  const std::array<Addressee, 3> list{
      {{1, 7, 0},
       {300, 128, 127},
       {std::numeric_limits<std::uint32_t>::max(), std::numeric_limits<std::uint64_t>::max(),
        std::numeric_limits<std::uint64_t>::max()}}};
  append_multicast(kKey, list, bytes_of_text(frame), datagram);
  std::size_t list_bytes = 0;
  for (const Addressee& one : list) list_bytes += encoded_bytes(one);
  EXPECT_EQ(datagram.size(), 8 + 1 + 1 + list_bytes + frame.size());
  return datagram;
}

// The first and the last of the test vectors of SipHash's authors (vectors.h).
TEST(MulticastDatagram, IsSealedBySipHash) {
  std::array<std::byte, 63> input;
  for (std::size_t i = 0; i < input.size(); ++i) input[i] = static_cast<std::byte>(i);
  EXPECT_EQ(siphash(kKey, {}), 0x726fdb47dd0e0e31U);
  EXPECT_EQ(siphash(kKey, std::span(input).first<8>()), 0x93f5f5799a932462U);
  EXPECT_EQ(siphash(kKey, std::span(input).first<15>()), 0xa129ca6149be45e5U);
  EXPECT_EQ(siphash(kKey, input), 0x958a324ceb064572U);
}

TEST(MulticastDatagram, HasAPlaceForEachWhomItNames) {
  const auto datagram = to_three("hello");
  const MulticastContent first = read_multicast(kKey, 1, datagram);
  ASSERT_EQ(first.kind, Kind::frame);
  EXPECT_EQ(first.addressee, (Addressee{1, 7, 0}));
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(first.frame.data()), first.frame.size()),
            "hello");
  EXPECT_EQ(read_multicast(kKey, 300, datagram).addressee, (Addressee{300, 128, 127}));
  EXPECT_EQ(read_multicast(kKey, 4294967295U, datagram).addressee.number,
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read_multicast(kKey, 2, datagram).kind, Kind::for_others);
}

TEST(MulticastDatagram, ProbesSayGroupAndRound) {
  std::vector<std::byte> datagram;
  append_probe(kKey, {255, 4'000'000'000U}, datagram);
  const MulticastContent content = read_multicast(kKey, 9, datagram);
  ASSERT_EQ(content.kind, Kind::probe);
  EXPECT_EQ(content.probe, (MulticastProbe{255, 4'000'000'000U}));
}

TEST(MulticastDatagram, OfAStrangerIsNotRead) {
  EXPECT_EQ(read_multicast({kKey.low, kKey.high + 1}, 1, to_three("hello")).kind, Kind::invalid);
  for (std::size_t i = 0; i < to_three("hello").size(); ++i) {
    auto changed = to_three("hello");
    changed[i] ^= std::byte{0x10};
    EXPECT_EQ(read_multicast(kKey, 1, changed).kind, Kind::invalid) << "byte " << i;
    EXPECT_EQ(read_multicast(kKey, 1, Bytes(to_three("hello")).first(i)).kind, Kind::invalid);
  }
}

// Sealed with the right key, but invalid.
TEST(MulticastDatagram, ThatIsNoneIsNotRead) {
  const auto sealed = [](std::initializer_list<int> content) {
    std::vector<std::byte> datagram(8);
    for (const int one : content) datagram.push_back(static_cast<std::byte>(one));
    const std::uint64_t code = siphash(kKey, std::span(datagram).subspan(8));
    for (std::size_t i = 0; i < 8; ++i) datagram[i] = static_cast<std::byte>(code >> 8 * i);
    return datagram;
  };
  EXPECT_EQ(read_multicast(kKey, 1, sealed({2, 1, 1, 1, 0})).kind, Kind::frame);
  for (const auto& wrong :
       {sealed({}), sealed({3}), sealed({2}), sealed({2, 0, 1, 1, 0}), sealed({2, 2, 1, 1, 0}),
        sealed({2, 1, 1, 0, 0}), sealed({1, 1}), sealed({1, 1, 1, 1}), sealed({2, 1, 0x81}),
        sealed({2, 0x80, 0x80, 4, 1, 1, 0}), sealed({2, 1, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 0}),
        sealed({2, 1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2, 0})}) {
    EXPECT_EQ(read_multicast(kKey, 1, wrong).kind, Kind::invalid) << wrong.size();
  }
  std::vector<std::byte> long_one;
  const Addressee one{1, 1, 1};
  append_multicast(kKey, {&one, 1}, std::vector<std::byte>(kMulticastBytesMax), long_one);
  EXPECT_EQ(read_multicast(kKey, 1, long_one).kind, Kind::invalid);
}

TEST(MulticastAddress, IsReadAndWritten) {
  const auto address = parse_multicast("239.192.7.250/16:60500");
  ASSERT_TRUE(address.has_value()) << address.error().text;
  EXPECT_EQ(*address, (MulticastAddress{0xefc007fa, 16, 60500}));
  EXPECT_EQ(to_string(*address), "239.192.7.250/16:60500");
  EXPECT_EQ(address_text(address->address_of(6)), "239.192.8.0");
  EXPECT_EQ(to_string(parse_multicast("224.0.1.0:1").value()), "224.0.1.0/1:1");
}

TEST(MulticastAddress, SaysWhatIsWrong) {
  const auto why = [](const char* text) {
    const auto address = parse_multicast(text);
    return address ? "accepted" : address.error().text.substr(0, address.error().text.find(';'));
  };
  EXPECT_EQ(why("239.1.2.3/4"), "\"239.1.2.3/4\" has no port");
  EXPECT_EQ(why("239.1.2.3:0"), "\"239.1.2.3:0\" has a port that is not a number from 1 to 65535");
  EXPECT_EQ(why("239.1.2.3/257:9"),
            "\"239.1.2.3/257:9\" has a number of groups that is not from 1 to 256");
  EXPECT_EQ(why("lan/2:9"), "\"lan/2:9\" does not begin with an IPv4 address");
  for (const char* const text : {"10.0.0.1:9", "224.0.0.251:9", "239.255.255.255/2:9"}) {
    EXPECT_NE(std::string(why(text)).find("has groups outside 224.0.1.0 to 239.255.255.255"),
              std::string::npos)
        << why(text);
  }
}

// Classes have consecutive keys, and their groups must be spread.
TEST(MulticastAddress, SpreadsKeysOverItsGroups) {
  const MulticastAddress address{0xefc00700, 16, 60500};
  std::array<int, 16> keys{};
  for (std::uint32_t key = 1; key <= 160; ++key) ++keys[address.group_of(SharedKey{key})];
  for (const int in_group : keys) {
    EXPECT_GT(in_group, 0);
    EXPECT_LT(in_group, 30);
  }
  EXPECT_EQ((MulticastAddress{0xefc00700, 1, 9}).group_of(SharedKey{77}), 0);
}

}  // namespace
}  // namespace triad::transport
