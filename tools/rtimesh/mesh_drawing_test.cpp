// Tests of the graph that `rtimesh draw` prints.
#include "tools/rtimesh/mesh_drawing.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::rtimesh {
namespace {

using topology::Topology;

Topology two_groups() {
  const auto url = [](const std::string& host) {
    return transport::Url{transport::Url::Scheme::tcp, host, 60400, ""};
  };
  Topology mesh;
  mesh.routers = {{.name = "a", .group = 0, .host = "h", .process = "p", .listen = {url("h")}},
                  {.name = "b", .group = 0, .host = "h", .process = "p", .listen = {url("h2")}},
                  {.name = "c", .group = 1, .host = "i", .listen = {url("i")}}};
  mesh.groups = {{.name = "root", .routers = {0, 1}, .head = 1, .parent = {}},
                 {.name = "leaf", .routers = {2}, .head = 2, .parent = 0}};
  return mesh;
}

TEST(MeshDrawing, HasGroupsHeadsTheRtigHostsAndLinks) {
  EXPECT_EQ(drawing_of(two_groups()),
            R"(digraph "mesh" {
  node [shape=box, fontname="Helvetica", fontsize=11];
  graph [fontname="Helvetica", fontsize=11];
  edge [arrowsize=0.6];
  subgraph cluster_0 {
    label="root";
    "a" [label="a\nh, process p\ntcp://h:60400\nRTIG", style=filled, fillcolor="#fbe7cf"];
    "b" [label="b\nh, process p\ntcp://h2:60400", peripheries=2];
  }
  subgraph cluster_1 {
    label="leaf";
    "c" [label="c\ni\ntcp://i:60400", peripheries=2];
  }
  "a" -> "b" [dir=none, label="memory", fontsize=9];
  "a" -> "c" [style=dashed, penwidth=2, dir=back];
}
)");
}

TEST(MeshDrawing, HasSpareLinks) {
  Topology mesh = two_groups();
  mesh.groups[1].spare_parents = {1};
  EXPECT_NE(drawing_of(mesh).find("  \"b\" -> \"c\" [style=dotted, dir=back, constraint=false];\n"),
            std::string::npos)
      << drawing_of(mesh);
}

TEST(MeshDrawing, QuotesWhatDotWouldTakeForItsOwn) {
  EXPECT_EQ(dot_quoted("a \"b\" \\n"), R"("a \"b\" \\n")");
  Topology mesh = two_groups();
  mesh.routers[2].name = "x\"];y";
  mesh.groups[1].name = "\\";
  const std::string drawing = drawing_of(mesh);
  EXPECT_NE(drawing.find(R"("x\"];y" [label="x\"];y\ni)"), std::string::npos) << drawing;
  EXPECT_NE(drawing.find(R"(label="\\";)"), std::string::npos) << drawing;
  EXPECT_NE(drawing.find(R"("a" -> "x\"];y" [)"), std::string::npos) << drawing;
}

}  // namespace
}  // namespace triad::rtimesh
