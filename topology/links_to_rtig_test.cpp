#include "topology/links_to_rtig.hpp"

#include <gtest/gtest.h>

namespace triad::topology {
namespace {

// Root group a, b; group c, d, e with parent b; group f with parent d.
Topology three_groups() {
  Topology mesh;
  mesh.routers = {{.name = "a", .group = 0, .host = "h"}, {.name = "b", .group = 0, .host = "h"},
                  {.name = "c", .group = 1, .host = "h"}, {.name = "d", .group = 1, .host = "h"},
                  {.name = "e", .group = 1, .host = "h"}, {.name = "f", .group = 2, .host = "h"}};
  mesh.groups = {{.name = "root", .routers = {0, 1}, .head = 0, .parent = {}},
                 {.name = "middle", .routers = {2, 3, 4}, .head = 2, .parent = 1},
                 {.name = "leaf", .routers = {5}, .head = 5, .parent = 3}};
  return mesh;
}

TEST(WaysToTheRtig, LeadUpAndDownTheTreeOfGroups) {
  Topology mesh = three_groups();
  using Next = std::vector<std::optional<RouterIndex>>;
  EXPECT_EQ(next_routers_to_rtig(mesh), (Next{{}, 0, 1, 2, 2, 3}));
  mesh.rtig = 4;
  EXPECT_EQ(next_routers_to_rtig(mesh), (Next{1, 2, 4, 4, {}, 3}));
}

TEST(WaysToTheRtig, AreTheLinksOfTheFile) {
  Topology mesh = three_groups();
  mesh.overrides = {{.a = 1, .b = 2, .options = {.keepalive = std::chrono::milliseconds(7)}}};
  const auto ways = links_to_rtig(mesh);
  EXPECT_FALSE(ways[0]);
  ASSERT_TRUE(ways[2]);
  EXPECT_EQ(ways[2]->connecting_router, 2u);
  EXPECT_EQ(ways[2]->accepting_router, 1u);
  EXPECT_EQ(ways[2]->relation, Link::Relation::child_parent);
  EXPECT_EQ(ways[2]->options.keepalive, std::chrono::milliseconds(7));
}

std::vector<std::vector<RouterIndex>> all_ways(const Topology& mesh) {
  std::vector<std::vector<RouterIndex>> all;
  for (const std::vector<Way>& ways : ways_to_rtig(mesh)) {
    std::vector<RouterIndex>& next = all.emplace_back();
    for (const Way& way : ways) next.push_back(way.next);
  }
  return all;
}

using AllWays = std::vector<std::vector<RouterIndex>>;

TEST(WaysToTheRtig, AreTheOnlyOnesWithoutSpareRouters) {
  EXPECT_EQ(all_ways(three_groups()), (AllWays{{}, {0}, {1}, {2}, {2}, {3}}));
}

// A spare head uses its own link last, because the head collects what all send to the parent.
TEST(WaysToTheRtig, LeadBySpareHeadsAndParents) {
  Topology mesh = three_groups();
  mesh.groups[1].spare_heads = {3};
  mesh.groups[1].spare_parents = {0};
  mesh.groups[2].spare_parents = {4, 1};
  EXPECT_EQ(all_ways(mesh), (AllWays{{}, {0}, {1, 0, 3}, {2, 1, 0}, {2, 3}, {3, 4, 1}}));
}

// The parents then connect to the heads.
TEST(WaysToTheRtig, LeadDownBySpareHeadsAndParents) {
  Topology mesh = three_groups();
  mesh.rtig = 5;
  mesh.groups[2].spare_parents = {4, 1};
  EXPECT_EQ(all_ways(mesh), (AllWays{{1}, {2}, {3, 4}, {5, 4}, {3, 5}, {}}));
  mesh.rtig = 4;
  mesh.groups[1].spare_heads = {3};
  mesh.groups[1].spare_parents = {0};
  EXPECT_EQ(all_ways(mesh), (AllWays{{1, 2, 3}, {2, 3, 0}, {4}, {4}, {}, {3, 4, 1}}));
}

TEST(WaysToTheRtig, HaveTheOptionsOfSpareLinks) {
  Topology mesh = three_groups();
  mesh.groups[1].spare_parents = {0};
  mesh.overrides = {{.a = 0, .b = 2, .options = {.keepalive = std::chrono::milliseconds(7)}}};
  const std::vector<Way> ways = ways_to_rtig(mesh)[2];
  ASSERT_EQ(ways.size(), 2u);
  EXPECT_EQ(ways[0].link.options.keepalive, LinkOptions().keepalive);
  EXPECT_EQ(ways[1].link.options.keepalive, std::chrono::milliseconds(7));
}

}  // namespace
}  // namespace triad::topology
