// The options of `rtimesh make`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line/parsed_arguments.hpp"
#include "tools/rtimesh/outcome.hpp"
#include "transport/url.hpp"

namespace triad::rtimesh {

// Form of the groups: a tree of routers, all routers linked to each other, trees with roots that
// are linked to each other, or groups of linked routers that form a tree.
enum class Shape { tree, mesh, mesh_of_trees, tree_of_meshes };

// Returns the name on the command line, such as "mesh-of-trees".
std::string_view name_of(Shape shape);

struct MakeOptions {
  Shape shape = Shape::mesh;
  std::size_t routers = 1;  // In all.
  std::size_t parts = 1;    // Number of trees in a mesh of trees, or of meshes in a tree of meshes.
  // Most children of a router in a tree, or of a mesh in a tree of meshes.
  std::size_t fan_out = 4;
  // Expected federates, spread evenly over the routers without lower routers; absent: not given.
  std::optional<std::size_t> federates = {};
  std::vector<std::string> hosts{"localhost"};  // Not more than routers.
  std::uint16_t first_port =
      transport::kDefaultPort;  // Of each host; its next router gets the next.
  std::string name = "mesh";
  std::optional<std::string> output = {};  // Absent: standard output.
};

Outcome<MakeOptions> read_make_options(const command_line::ParsedArguments& given);

}  // namespace triad::rtimesh
