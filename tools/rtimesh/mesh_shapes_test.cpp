// Tests of the shapes of `rtimesh make`: links, hosts, and federates.
#include "tools/rtimesh/mesh_shapes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace triad::rtimesh {
namespace {

using topology::Topology;

// Returns "level2-1^root" for a link to a parent, "router2-router1" for a link between peers.
std::vector<std::string> links_made(const Topology& mesh) {
  std::vector<std::string> texts;
  for (const topology::Link& link : links_of(mesh)) {
    const bool up = link.relation == topology::Link::Relation::child_parent;
    texts.push_back(mesh.routers[link.connecting_router].name + (up ? "^" : "-") +
                    mesh.routers[link.accepting_router].name);
  }
  return texts;
}

// Returns "router1 ws1:60400" for each router.
std::vector<std::string> places_of(const Topology& mesh) {
  std::vector<std::string> texts;
  for (const topology::Router& router : mesh.routers) {
    const transport::Url& url = router.listen.at(0);
    EXPECT_EQ(url.host, router.host);
    texts.push_back(router.name + " " + url.host + ":" + std::to_string(url.port));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(MadeMesh, OfATreeIsFilledLevelByLevel) {
  const Topology mesh =
      make_mesh({.shape = Shape::tree, .routers = 6, .fan_out = 2, .name = "exercise"});
  EXPECT_EQ(mesh.name, "exercise");
  EXPECT_EQ(mesh.routers[mesh.rtig].name, "root");
  EXPECT_EQ(depth_of(mesh), 3u);
  EXPECT_EQ(links_made(mesh), (Texts{"level2-1^root", "level3-1^level2-1", "level3-2^level2-1",
                                     "level2-2^root", "level3-3^level2-2"}));
  EXPECT_EQ(places_of(mesh), (Texts{"root localhost:60400", "level2-1 localhost:60401",
                                    "level3-1 localhost:60402", "level3-2 localhost:60403",
                                    "level2-2 localhost:60404", "level3-3 localhost:60405"}));
}

TEST(MadeMesh, OfAMeshLinksEachToEach) {
  const Topology mesh = make_mesh({.shape = Shape::mesh, .routers = 3, .hosts = {"a", "b"}});
  EXPECT_EQ(links_made(mesh), (Texts{"router2-router1", "router3-router1", "router3-router2"}));
  EXPECT_EQ(places_of(mesh), (Texts{"router1 a:60400", "router2 a:60401", "router3 b:60400"}));
}

TEST(MadeMesh, OfTreesLinksTheirRoots) {
  const Topology mesh = make_mesh({.shape = Shape::mesh_of_trees,
                                   .routers = 8,
                                   .parts = 3,
                                   .fan_out = 2,
                                   .hosts = {"a", "b", "c"}});
  EXPECT_EQ(links_made(mesh), (Texts{"tree2-root-tree1-root", "tree3-root-tree1-root",
                                     "tree3-root-tree2-root", "tree1-level2-1^tree1-root",
                                     "tree1-level2-2^tree1-root", "tree2-level2-1^tree2-root",
                                     "tree2-level2-2^tree2-root", "tree3-level2-1^tree3-root"}));
  // One tree for each host.
  EXPECT_EQ(places_of(mesh),
            (Texts{"tree1-root a:60400", "tree2-root b:60400", "tree3-root c:60400",
                   "tree1-level2-1 a:60401", "tree1-level2-2 a:60402", "tree2-level2-1 b:60401",
                   "tree2-level2-2 b:60402", "tree3-level2-1 c:60401"}));
}

TEST(MadeMesh, OfMeshesInATreeSpreadsWhatIsBelowOverTheRouters) {
  const Topology mesh =
      make_mesh({.shape = Shape::tree_of_meshes, .routers = 7, .parts = 3, .fan_out = 2});
  EXPECT_EQ(links_made(mesh),
            (Texts{"mesh1-2-mesh1-1", "mesh1-3-mesh1-1", "mesh1-3-mesh1-2", "mesh2-2-mesh2-1",
                   "mesh2-1^mesh1-2", "mesh3-2-mesh3-1", "mesh3-1^mesh1-3"}));
  // A chain of meshes with a fan-out of 1.
  EXPECT_EQ(links_made(make_mesh(
                {.shape = Shape::tree_of_meshes, .routers = 3, .parts = 3, .fan_out = 1})),
            (Texts{"mesh2-1^mesh1-1", "mesh3-1^mesh2-1"}));
}

TEST(MadeMesh, OfATreeWithAllLevelsFullHasFederatesAtTheLowestAlone) {
  const Topology mesh = make_mesh({.shape = Shape::tree, .routers = 15, .fan_out = 2});
  EXPECT_EQ(depth_of(mesh), 4u);
  EXPECT_EQ(federates_of(mesh, {}).size(), 8u);
}

TEST(FederatesOfAMesh, AreSharedOutAmongRoutersWithNoneBelowThem) {
  const MakeOptions options{.shape = Shape::tree, .routers = 6, .fan_out = 2, .federates = 7};
  const Topology tree = make_mesh(options);
  EXPECT_EQ(federates_of(tree, options),
            (std::vector<FederatesAt>{{2, 1, 3}, {3, 4, 2}, {5, 6, 2}}));
  const MakeOptions one{.shape = Shape::mesh, .routers = 1, .federates = 3};
  EXPECT_EQ(federates_of(make_mesh(one), one), (std::vector<FederatesAt>{{0, 1, 3}}));
}

TEST(FederatesOfAMesh, AreAllThereAndEvenlyAtEverySizeOfEveryShape) {
  for (const Shape shape :
       {Shape::tree, Shape::mesh, Shape::mesh_of_trees, Shape::tree_of_meshes}) {
    for (std::size_t routers = 1; routers <= 64; ++routers) {
      const std::size_t parts =
          shape == Shape::tree || shape == Shape::mesh ? 1 : (routers + 3) / 4;
      const MakeOptions options{
          .shape = shape, .routers = routers, .parts = parts, .federates = 100};
      std::size_t sum = 0;
      std::set<std::size_t> counts;
      for (const FederatesAt& at : federates_of(make_mesh(options), options)) {
        EXPECT_EQ(at.first, sum + 1);
        sum += at.count;
        counts.insert(at.count);
      }
      EXPECT_EQ(sum, 100u);
      EXPECT_LE(*counts.rbegin() - *counts.begin(), 1u);
    }
  }
}

}  // namespace
}  // namespace triad::rtimesh
