// Tests that read_topology() reads the files of `rtimesh make` as the intended mesh.
#include "tools/rtimesh/mesh_file.hpp"

#include <gtest/gtest.h>

#include "tools/rtimesh/mesh_shapes.hpp"
#include "topology/read_topology.hpp"

namespace triad::rtimesh {
namespace {

using topology::Topology;

void expect_good_file(const MakeOptions& options) {
  const Topology made = made_mesh(options);
  const std::string text = mesh_file(made, options);
  const auto read = topology::read_topology(text, "f");
  ASSERT_TRUE(read) << read.error().front().text() << "\n" << text;
  ASSERT_EQ(read->routers.size(), options.routers);
  EXPECT_EQ(*read, made) << text;
}

TEST(MeshFile, OfEveryShapeAndSizeIsWhatWasMeant) {
  for (std::size_t routers = 1; routers <= 64; ++routers) {
    for (const std::size_t fan_out : {2u, 5u}) {
      expect_good_file({.shape = Shape::tree, .routers = routers, .fan_out = fan_out});
      for (const std::size_t parts : {std::size_t{1}, routers / 3 + 1, routers}) {
        for (const Shape shape : {Shape::mesh_of_trees, Shape::tree_of_meshes}) {
          expect_good_file(
              {.shape = shape, .routers = routers, .parts = parts, .fan_out = fan_out});
        }
      }
    }
    expect_good_file({.shape = Shape::mesh, .routers = routers, .federates = routers + 3});
  }
}

TEST(MeshFile, OfTheLargestMeshesIsGood) {
  expect_good_file({.shape = Shape::tree, .routers = 1000, .fan_out = 1, .federates = 1'000'000});
  expect_good_file({.shape = Shape::mesh, .routers = 1000});
  expect_good_file({.shape = Shape::mesh_of_trees, .routers = 1000, .parts = 1000});
}

TEST(MeshFile, MayHaveAnyHostAndName) {
  for (const char* const host : {"ws1", "10.0.0.1", "fd00::1", "fe80::1%eth0", "null", "-", "true",
                                 "1e3", "0o7", "...", "_", "%", "::"}) {
    expect_good_file({.shape = Shape::mesh, .routers = 2, .hosts = {host}});
  }
  for (const char* const name : {"null", "-", "--", "...", "12", "no", "_"}) {
    expect_good_file({.shape = Shape::tree, .routers = 2, .name = name});
  }
}

TEST(MeshFile, ExplainsItself) {
  const MakeOptions options{.shape = Shape::mesh_of_trees,
                            .routers = 5,
                            .parts = 2,
                            .fan_out = 2,
                            .federates = 4,
                            .hosts = {"ws1", "fd00::2"},
                            .name = "exercise"};
  const std::string text = mesh_file(made_mesh(options), options);
  EXPECT_EQ(text.find("# A mesh of 2 trees, whose roots are linked to each other: 5 routers on 2 "
                      "levels. Made by\n"
                      "#   rtimesh make mesh-of-trees --routers 5 --parts 2 --fan-out 2 "
                      "--federates 4 --hosts ws1,fd00::2 --first-port 60400 --name exercise\n"),
            0u)
      << text;
  EXPECT_NE(text.find("  - name: tree2-level2-1\n"
                      "    head: tree2-level2-1\n"
                      "    parent: tree2-root\n"
                      "    routers:\n"
                      "      - {name: tree2-level2-1, host: \"fd00::2\", "
                      "listen: \"tcp://[fd00::2]:60401\"}\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("#   RTI_URL=mesh://ws1:60401         federates 1 to 2 at tree1-level2-1\n"
                      "#   RTI_URL=mesh://ws1:60402         federate 3 at tree1-level2-2\n"
                      "#   RTI_URL=mesh://[fd00::2]:60401   federate 4 at tree2-level2-1\n"),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("localhost"), std::string::npos) << text;
}

TEST(MeshFile, NamesTheRoutersForFederatesOfAnyNumber) {
  MakeOptions options{.shape = Shape::mesh, .routers = 2};
  EXPECT_EQ(federate_lines(made_mesh(options), options),
            "RTI_URL=mesh://localhost:60400   at router1\n"
            "RTI_URL=mesh://localhost:60401   at router2\n");
  options.federates = 1;
  EXPECT_EQ(federate_lines(made_mesh(options), options),
            "RTI_URL=mesh://localhost:60400   federate 1 at router1\n");
}

}  // namespace
}  // namespace triad::rtimesh
