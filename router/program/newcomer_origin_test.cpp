#include "router/program/newcomer_origin.hpp"

#include <gtest/gtest.h>

namespace triad::router {
namespace {

bool same_address(std::string_view a, std::string_view b) {
  return origin_of(a).address == origin_of(b).address;
}
bool same_group(std::string_view a, std::string_view b) {
  return origin_of(a).group == origin_of(b).group;
}

TEST(NewcomerOrigin, IsTheAddressWithoutThePort) {
  EXPECT_TRUE(same_address("tcp 10.0.0.1:5000", "tcp 10.0.0.1:5001"));
  EXPECT_FALSE(same_address("tcp 10.0.0.1:5000", "tcp 10.0.0.2:5000"));
  EXPECT_FALSE(same_group("tcp 10.0.0.1:5000", "tcp 10.0.0.2:5000"));
}

TEST(NewcomerOrigin, OfIpv6IsWhatOneSubscriberHas) {
  EXPECT_TRUE(same_address("tcp [2001:db8:1:2::1]:5000", "tcp [2001:db8:1:2:9::7]:5001"));
  EXPECT_FALSE(same_address("tcp [2001:db8:1:2::1]:5000", "tcp [2001:db8:1:3::1]:5000"));
  EXPECT_TRUE(same_group("tcp [2001:db8:1:2::1]:5000", "tcp [2001:db8:1:3::1]:5000"));
  EXPECT_FALSE(same_group("tcp [2001:db8:1:2::1]:5000", "tcp [2001:db8:2:2::1]:5000"));
  EXPECT_TRUE(same_address("tcp [fe80::1%eth0]:5000", "tcp [fe80::1%eth0]:5001"));
  EXPECT_TRUE(same_address("tcp [::ffff:10.0.0.1]:5000", "tcp 10.0.0.1:5001"));
}

TEST(NewcomerOrigin, OfThisHostIsItsTransport) {
  EXPECT_TRUE(same_address("shm pid 4711", "shm pid 4712"));
  EXPECT_FALSE(same_group("shm pid 4711", "tcp 127.0.0.1:4711"));
}

TEST(NewcomerOrigin, BehindARouterIsWhatTheRouterSaysInTheRoutersGroup) {
  EXPECT_TRUE(same_address("tcp 10.0.0.1:5000 at router beta", "tcp 10.0.0.1:5001"));
  const auto address = origin_of("tcp 10.0.0.1:5000 at router beta").address;
  EXPECT_EQ(origin_behind(LinkId{3}, address).group, origin_behind(LinkId{3}, 7).group);
  EXPECT_NE(origin_behind(LinkId{3}, address).group, origin_behind(LinkId{4}, address).group);
}

TEST(NewcomerOrigin, OfNonsenseIsSomeAddress) {
  for (const char* peer : {"", "tcp", "tcp ", "tcp :", "tcp [", "tcp []", "tcp [:1", "tcp ]:5"}) {
    EXPECT_TRUE(same_address(peer, peer)) << peer;
  }
}

}  // namespace
}  // namespace triad::router
