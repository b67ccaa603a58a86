// What `rtimesh make` was given on its command line. Makes nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/given.hpp"
#include "tools/rtimesh/outcome.hpp"
#include "transport/url.hpp"

namespace triad::rtimesh {

enum class Shape { tree, mesh, mesh_of_trees, tree_of_meshes };

// As it is given: "mesh-of-trees".
std::string_view name_of(Shape shape);

struct MakeOptions {
  Shape shape = Shape::mesh;
  std::size_t routers = 1;
  std::size_t parts = 1;  // trees of a mesh of trees, meshes of a tree of meshes
  // Below a router of a tree, or below a mesh of a tree of meshes, at most.
  std::size_t fan_out = 4;
  std::optional<std::size_t> federates = {};
  std::vector<std::string> hosts{"localhost"};  // not more than routers
  std::uint16_t first_port = transport::kDefaultPort;
  std::string name = "mesh";
  std::optional<std::string> output = {};  // absent: standard output
};

Outcome<MakeOptions> read_make_options(const command_line::Given& given);

}  // namespace triad::rtimesh
