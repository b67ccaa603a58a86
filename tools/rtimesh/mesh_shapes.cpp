#include "tools/rtimesh/mesh_shapes.hpp"

#include <map>
#include <set>

namespace triad::rtimesh {

namespace {

using topology::GroupIndex;
using topology::RouterIndex;

// A tree that is filled level by level, with up to `fan_out` children for each node. Node 0 is the
// root.
class FilledTree {
 public:
  FilledTree(std::size_t nodes, std::size_t fan_out) : nodes_(nodes), fan_out_(fan_out) {
    for (std::size_t begin = 0, width = 1; begin < nodes; begin += width, width *= fan_out) {
      levels_.push_back(begin);
    }
  }

  std::size_t parent(std::size_t node) const { return (node - 1) / fan_out_; }
  // Returns the node's index among its siblings.
  std::size_t sibling_index(std::size_t node) const { return (node - 1) % fan_out_; }

  // Returns a name such as "level2-1".
  std::string name(std::size_t node) const {
    std::size_t level = 1;
    while (level < levels_.size() && levels_[level] <= node) ++level;
    return "level" + std::to_string(level) + "-" + std::to_string(node - levels_[level - 1] + 1);
  }

  // Returns the nodes in depth-first order, parents first.
  std::vector<std::size_t> depth_first_order() const {
    std::vector<std::size_t> order;
    std::vector<std::size_t> to_visit{0};
    while (!to_visit.empty()) {
      const std::size_t node = to_visit.back();
      to_visit.pop_back();
      order.push_back(node);
      for (std::size_t i = fan_out_; i > 0; --i) {
        if (node * fan_out_ + i < nodes_) to_visit.push_back(node * fan_out_ + i);
      }
    }
    return order;
  }

 private:
  std::size_t nodes_;
  std::size_t fan_out_;
  std::vector<std::size_t> levels_;  // First node of each level.
};

// Returns the size of one share of `total` divided into `shares`. The first shares are larger by
// one.
std::size_t share_size(std::size_t total, std::size_t shares, std::size_t index) {
  return total / shares + (index < total % shares ? 1 : 0);
}

class MeshMaker {
 public:
  explicit MeshMaker(const MakeOptions& options) : options_(options) {
    mesh_.name = options.name;
    mesh_.link_defaults = {};
  }

  topology::Topology make() {
    switch (options_.shape) {
      case Shape::tree:
      case Shape::mesh_of_trees:
        add_trees();
        break;
      case Shape::mesh:
      case Shape::tree_of_meshes:
        add_meshes();
        break;
    }
    assign_hosts();
    assign_ports();
    return std::move(mesh_);
  }

 private:
  GroupIndex add_group(std::string name) {
    mesh_.groups.push_back({.name = std::move(name)});
    return mesh_.groups.size() - 1;
  }

  RouterIndex add_router(GroupIndex group, std::string name) {
    const RouterIndex router = mesh_.routers.size();
    mesh_.routers.push_back({.name = std::move(name), .group = group, .host = {}});
    if (mesh_.groups[group].routers.empty()) mesh_.groups[group].head = router;
    mesh_.groups[group].routers.push_back(router);
    return router;
  }

  std::string prefix(const char* part, std::size_t number) const {
    if (options_.shape == Shape::tree) return "";
    return part + std::to_string(number + 1) + "-";
  }

  // Makes a group of the roots, and a group of each other router, because routers of the same level
  // are not linked.
  void add_trees() {
    const bool one = options_.shape == Shape::tree;
    const GroupIndex roots = add_group(one ? "root" : "roots");
    for (std::size_t tree = 0; tree < options_.parts; ++tree) {
      add_router(roots, prefix("tree", tree) + "root");
    }
    for (std::size_t tree = 0; tree < options_.parts; ++tree) add_tree(tree);
  }

  void add_tree(std::size_t number) {
    const std::size_t size = share_size(options_.routers, options_.parts, number);
    const FilledTree tree(size, options_.fan_out);
    std::vector<RouterIndex> routers(size, number);  // The root's index is the number of its tree.
    for (const std::size_t node : tree.depth_first_order()) {
      if (node != 0) {
        const std::string name = prefix("tree", number) + tree.name(node);
        const GroupIndex group = add_group(name);
        routers[node] = add_router(group, name);
        mesh_.groups[group].parent = routers[tree.parent(node)];
      }
      assignment_order_.push_back(routers[node]);
    }
  }

  void add_meshes() {
    const FilledTree tree(options_.parts, options_.fan_out);
    std::vector<GroupIndex> groups(options_.parts);
    for (const std::size_t node : tree.depth_first_order()) {
      const GroupIndex group = add_mesh();
      groups[node] = group;
      if (node == 0) continue;
      // Spreads the lower meshes over the routers of the upper mesh. The head has the most work, so
      // it comes last.
      const auto& above = mesh_.groups[groups[tree.parent(node)]].routers;
      mesh_.groups[group].parent = above[(tree.sibling_index(node) + 1) % above.size()];
    }
  }

  GroupIndex add_mesh() {
    const std::size_t number = mesh_.groups.size();
    const bool one = options_.shape == Shape::mesh;
    const GroupIndex group = add_group(one ? "mesh" : "mesh" + std::to_string(number + 1));
    const std::size_t size = share_size(options_.routers, options_.parts, number);
    for (std::size_t i = 1; i <= size; ++i) {
      const std::string name = one ? "router" : prefix("mesh", number);
      assignment_order_.push_back(add_router(group, name + std::to_string(i)));
    }
    return group;
  }

  void assign_hosts() {
    auto place = assignment_order_.begin();
    for (std::size_t i = 0; i < options_.hosts.size(); ++i) {
      for (std::size_t left = share_size(assignment_order_.size(), options_.hosts.size(), i);
           left > 0; --left) {
        mesh_.routers[*place++].host = options_.hosts[i];
      }
    }
  }

  void assign_ports() {
    std::map<std::string, std::uint16_t> used;
    for (topology::Router& router : mesh_.routers) {
      const auto port = static_cast<std::uint16_t>(options_.first_port + used[router.host]++);
      router.listen = {{transport::Url::Scheme::tcp, router.host, port, ""}};
    }
  }

  const MakeOptions& options_;
  topology::Topology mesh_;
  std::vector<RouterIndex> assignment_order_;  // In the order in which hosts are assigned.
};

}  // namespace

topology::Topology make_mesh(const MakeOptions& options) {
  return MeshMaker(options).make();
}

std::vector<FederatesAt> federates_of(const topology::Topology& topology,
                                      const MakeOptions& options) {
  std::set<RouterIndex> above;
  for (const topology::Group& group : topology.groups) {
    if (group.parent) above.insert(*group.parent);
  }
  std::vector<FederatesAt> all;
  const std::size_t places = topology.routers.size() - above.size();
  std::size_t next = 1;
  for (RouterIndex router = 0; router < topology.routers.size(); ++router) {
    if (above.contains(router)) continue;
    const std::size_t count = share_size(options.federates.value_or(0), places, all.size());
    all.push_back({router, next, count});
    next += count;
  }
  return all;
}

}  // namespace triad::rtimesh
