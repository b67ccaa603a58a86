// Which link of a program that has not joined makes room for others.
#include "router/program/unjoined_links.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

constexpr LinkId kFirstLink{1};
constexpr LinkId kSecondLink{2};
constexpr LinkId kThirdLink{3};
constexpr LinkId kAloneLink{9};

TEST(AddressOf, IsTheHostOfAPeerOverTcp) {
  EXPECT_EQ(address_of("tcp 10.0.0.7:51234"), "10.0.0.7");
  EXPECT_EQ(address_of("tcp [::1]:51234"), "::1");
  EXPECT_EQ(address_of("tcp [::ffff:10.0.0.7]:51234"), "10.0.0.7");
}

TEST(AddressOf, IsTheNetworkOfAnIPv6Address) {
  EXPECT_EQ(address_of("tcp [2001:db8:1:2:3:4:5:6]:80"), "2001:db8:1:2::/64");
  EXPECT_EQ(address_of("tcp [2001:db8:1:2:ffff::1]:81"), "2001:db8:1:2::/64");
  EXPECT_EQ(address_of("tcp [fe80::1%eth0]:80"), address_of("tcp [fe80::2%eth0]:80"));
}

TEST(AddressOf, IsEmptyWhereNoOtherUserCanConnect) {
  EXPECT_EQ(address_of("shm pid 4711"), "");
  EXPECT_EQ(address_of("memory test"), "");
}

TEST(UnjoinedLinks, GiveUpNoneWhereThereIsNone) {
  UnjoinedLinks links;
  EXPECT_FALSE(links.next_to_go());
  links.add(kFirstLink, "a");
  links.remove(kFirstLink);
  links.remove(kFirstLink);
  EXPECT_EQ(links.size(), 0u);
  EXPECT_FALSE(links.next_to_go());
}

TEST(UnjoinedLinks, GiveUpTheOneThatHasBeenSilentForLongest) {
  UnjoinedLinks links;
  for (const LinkId link : {kFirstLink, kSecondLink, kThirdLink}) links.add(link, "a");
  EXPECT_EQ(links.next_to_go(), kFirstLink);
  links.heard(kFirstLink);
  EXPECT_EQ(links.next_to_go(), kSecondLink);
  EXPECT_GT(links.heard_at(kFirstLink), links.heard_at(kThirdLink));
  links.remove(kSecondLink);
  EXPECT_EQ(links.next_to_go(), kThirdLink);
}

TEST(UnjoinedLinks, GiveUpNoneOfAnAddressWithFewerThanAnother) {
  UnjoinedLinks links;
  links.add(kAloneLink, "a");
  for (std::uint64_t crowd = 100; crowd < 200; ++crowd) links.add(LinkId{crowd}, "b");
  for (std::uint64_t crowd = 100; crowd < 199; ++crowd) {
    ASSERT_EQ(links.next_to_go(), LinkId{crowd});
    links.remove(LinkId{crowd});
  }
  EXPECT_EQ(links.next_to_go(), kAloneLink) << "of addresses with as many";
}

}  // namespace
}  // namespace triad::router
