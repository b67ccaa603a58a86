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

}  // namespace
}  // namespace triad::topology
