// Tests of the division into local and remote routers.
#include "tools/rtimesh/local_routers.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

namespace triad::rtimesh {
namespace {

using topology::RouterIndex;
using topology::Topology;

// Root group a, b; group c, d, e with parent b; group f with parent d.
Topology three_groups() {
  Topology mesh;
  mesh.routers = {{.name = "a", .group = 0, .host = "h1"}, {.name = "b", .group = 0, .host = "h2"},
                  {.name = "c", .group = 1, .host = "h1"}, {.name = "d", .group = 1, .host = "h3"},
                  {.name = "e", .group = 1, .host = "h3"}, {.name = "f", .group = 2, .host = "h2"}};
  mesh.groups = {{.name = "root", .routers = {0, 1}, .head = 0, .parent = {}},
                 {.name = "middle", .routers = {2, 3, 4}, .head = 2, .parent = 1},
                 {.name = "leaf", .routers = {5}, .head = 5, .parent = 3}};
  return mesh;
}

TEST(LocalRouters, AreThoseOfTheHostWithTheRtigFirst) {
  Topology mesh = three_groups();
  mesh.rtig = 4;
  const Placement placement = placement_of(mesh, HostNames({"h3", "h1"}));
  EXPECT_EQ(placement.local_routers, (std::vector<RouterIndex>{4, 0, 2, 3}));
  ASSERT_EQ(placement.remote_hosts.size(), 1u);
  EXPECT_EQ(placement.remote_hosts[0].host, "h2");
  EXPECT_EQ(placement.remote_hosts[0].routers, (std::vector<RouterIndex>{1, 5}));
}

TEST(LocalRouters, AreNoRanksOfAnMpiJob) {
  Topology mesh = three_groups();
  mesh.routers[2].is_rank = mesh.routers[5].is_rank = true;
  const Placement placement = placement_of(mesh, HostNames({"h3", "h1"}));
  EXPECT_EQ(placement.ranks, (std::vector<RouterIndex>{2, 5}));
  for (const RouterIndex rank : placement.ranks) {
    EXPECT_EQ(std::ranges::count(placement.local_routers, rank), 0);
  }
  ASSERT_EQ(placement.remote_hosts.size(), 1u);
  EXPECT_EQ(placement.remote_hosts[0].routers, std::vector<RouterIndex>{1});
}

TEST(LocalRouters, AreFoundByAnySpellingOfAnAddressAndAnyCaseOfAName) {
  const HostNames here({"WS1", "127.0.0.1", "fd00::2", "fe80::1%eth0"});
  for (const char* const host :
       {"ws1", "Ws1", "127.0.0.1", "127.3.2.1", "fd00:0:0::2", "fe80::1", "fe80::1%lo"}) {
    EXPECT_TRUE(here.contains(host)) << host;
  }
  for (const char* const host : {"ws10", "10.0.0.1", "fd00::3", "128.0.0.1", ""}) {
    EXPECT_FALSE(here.contains(host)) << host;
  }
  EXPECT_FALSE(HostNames({"ws1"}).contains("127.0.0.1"));
}

TEST(LocalRouters, BelongToThisHostByItsNameItsAddressesAndLocalhost) {
  const HostNames here = HostNames::of_this_host();
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  EXPECT_TRUE(here.contains(name));
  EXPECT_TRUE(here.contains("localhost"));
  EXPECT_TRUE(here.contains("127.0.0.1"));
  EXPECT_FALSE(here.contains("no-such-host"));
  EXPECT_NE(here.text().find("localhost"), std::string::npos);
}

}  // namespace
}  // namespace triad::rtimesh
