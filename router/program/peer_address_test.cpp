#include "router/program/peer_address.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

TEST(AddressOf, IsTheHostOfAPeerOverTcp) {
  EXPECT_EQ(address_of("tcp 10.0.0.7:51234"), "10.0.0.7");
  EXPECT_EQ(address_of("tcp [::1]:51234"), "::1");
  EXPECT_EQ(address_of("tcp [::ffff:10.0.0.7]:51234"), "10.0.0.7");
  EXPECT_EQ(address_of("tcp 10.0.0.7:51234 at router beta"), "10.0.0.7");
  EXPECT_EQ(address_of("tls 10.0.0.7:51234 as user anna"), "10.0.0.7");
  EXPECT_EQ(address_of("tls [::1]:51234 as user tcp 10.0.0.8:1"), "::1");
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

TEST(NetworkOf, HoldsTheAddressesOfOneSubscriber) {
  EXPECT_EQ(network_of("tcp [2001:db8:1:2:3:4:5:6]:80"), "2001:db8:1::/48");
  EXPECT_EQ(network_of("tcp 10.0.0.7:51234"), "10.0.0.7");
  EXPECT_EQ(network_of("shm pid 4711"), "");
}

}  // namespace
}  // namespace triad::router
