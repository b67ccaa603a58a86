#include "tools/rtimesh/mesh_file.hpp"

#include <algorithm>
#include <sstream>

#include "core/count_text.hpp"
#include "tools/rtimesh/mesh_shapes.hpp"

namespace triad::rtimesh {

namespace {

using core::count_text;
using topology::Group;
using topology::Router;
using topology::Topology;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Quotes a name or an address that YAML could interpret as another value.
std::string yaml_text(const std::string& text) {
  const bool plain = is_letter_or_digit(text.front()) && std::ranges::all_of(text, [](char c) {
                       return is_letter_or_digit(c) || c == '-' || c == '.' || c == '_';
                     });
  const bool word = text == "null" || text == "Null" || text == "NULL";
  return plain && !word ? text : '"' + text + '"';
}

// Quotes URLs with brackets, which have a meaning in YAML.
std::string yaml_url(const transport::Url& url) {
  const std::string text = to_string(url);
  return text.find('[') == text.npos ? text : '"' + text + '"';
}

std::string shape_text(const Topology& topology, const MakeOptions& options) {
  const std::string routers = count_text(topology.routers.size(), "router");
  const std::string levels = count_text(topology::depth_of(topology), "level");
  switch (options.shape) {
    case Shape::tree:
      return "A tree of " + routers + " on " + levels + ".";
    case Shape::mesh:
      return "A mesh of " + routers + ", each linked to every other.";
    case Shape::mesh_of_trees:
      return "A mesh of " + count_text(options.parts, "tree") +
             ", whose roots are linked to each " + "other: " + routers + " on " + levels + ".";
    case Shape::tree_of_meshes:
      return "A tree of " + count_text(options.parts, "mesh", "meshes") + " on " + levels + ": " +
             routers + ".";
  }
  return {};
}

std::string hosts_text(const MakeOptions& options) {
  std::string text;
  for (const std::string& host : options.hosts) text += (text.empty() ? "" : ",") + host;
  return text;
}

// Returns the command that makes this mesh.
std::string make_command(const MakeOptions& options) {
  std::ostringstream text;
  text << "rtimesh make " << name_of(options.shape) << " --routers " << options.routers;
  if (options.shape == Shape::mesh_of_trees || options.shape == Shape::tree_of_meshes) {
    text << " --parts " << options.parts;
  }
  if (options.shape != Shape::mesh) text << " --fan-out " << options.fan_out;
  if (options.federates) text << " --federates " << *options.federates;
  text << " --hosts " << hosts_text(options) << " --first-port " << options.first_port << " --name "
       << options.name;
  return text.str();
}

std::string opening_text(const Topology& topology, const MakeOptions& options) {
  std::ostringstream text;
  text << "# " << shape_text(topology, options) << " Made by\n#   " << make_command(options) << "\n"
       << "# and meant to be edited. All routers must have the same file. `rtimesh check FILE` "
          "shows its errors,\n"
          "# `rtimesh draw --svg OUT FILE` draws the mesh, and `rtimesh up FILE` starts the "
          "routers of the host where\n"
          "# it runs. docs/mesh.md describes the file.\n\n"
          "# Name of the mesh. Routers of meshes with different names refuse each other.\n"
       << "name: " << yaml_text(topology.name) << "\n\n"
       << "# The router with the RTIG. Federates with time management should be near it.\n"
       << "rtig: " << topology.routers[topology.rtig].name << "\n\n";
  return text.str();
}

std::string groups_comment(const MakeOptions& options) {
  std::string text =
      "# In a group every router is linked to every other. The head is also linked to `parent`, a "
      "router of another\n# group. Exactly one group has no parent.\n";
  if (options.shape == Shape::tree || options.shape == Shape::mesh_of_trees) {
    text +=
        "# Each router of a tree is a group of its own. It is linked to its parent and to its "
        "children.\n";
  }
  text +=
      "# `host` is the host where `rtimesh up` starts a router. The address in `listen` must be "
      "reachable from the other\n# hosts. Routers of one host need different ports.\n";
  if (options.hosts == MakeOptions{}.hosts) {
    text +=
        "# All routers are on localhost, which other machines cannot reach. For other machines "
        "give host names (--hosts).\n";
  }
  return text;
}

std::string router_line(const Router& router) {
  return "      - {name: " + router.name + ", host: " + yaml_text(router.host) +
         ", listen: " + yaml_url(router.listen.front()) + "}\n";
}

std::string group_text(const Topology& topology, const Group& group) {
  std::string text = "  - name: " + group.name + "\n    head: " + topology.routers[group.head].name;
  if (group.parent) text += "\n    parent: " + topology.routers[*group.parent].name;
  text += "\n    routers:\n";
  for (const auto router : group.routers) text += router_line(topology.routers[router]);
  return text;
}

std::string commented(const std::string& lines) {
  std::string text;
  std::istringstream from(lines);
  for (std::string line; std::getline(from, line);) text += "#   " + line + "\n";
  return text;
}

std::string federate_numbers(const FederatesAt& at) {
  if (at.count == 1) return "federate " + std::to_string(at.first);
  return "federates " + std::to_string(at.first) + " to " + std::to_string(at.first + at.count - 1);
}

}  // namespace

std::string federate_lines(const Topology& topology, const MakeOptions& options) {
  std::vector<std::pair<std::string, std::string>> lines;
  std::size_t width = 0;
  for (const FederatesAt& at : federates_of(topology, options)) {
    const Router& router = topology.routers[at.router];
    transport::Url url = router.listen.front();
    if (url.scheme == transport::Url::Scheme::tcp) url.scheme = transport::Url::Scheme::mesh;
    if (options.federates && at.count == 0) continue;
    lines.emplace_back("RTI_URL=" + to_string(url),
                       (options.federates ? federate_numbers(at) + " " : "") + "at " + router.name);
    width = std::max(width, lines.back().first.size());
  }
  std::string text;
  for (const auto& [url, users] : lines) {
    text += url + std::string(width - url.size() + 3, ' ') + users + "\n";
  }
  return text;
}

std::string mesh_file_text(const Topology& topology, const MakeOptions& options) {
  std::string text = opening_text(topology, options) + groups_comment(options) + "groups:\n";
  for (const Group& group : topology.groups) text += group_text(topology, group);
  text += "\n# Federates use the routers without lower routers, which have the least load:\n";
  return text + commented(federate_lines(topology, options));
}

}  // namespace triad::rtimesh
