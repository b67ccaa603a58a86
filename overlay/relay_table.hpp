// Paths of an overlay from the view of one router: for each source, its parent and its children in
// the source's tree. A plain value.
#pragma once

#include <cstdint>
#include <vector>

#include "overlay/relay_paths.hpp"

namespace triad::overlay {

class RelayTable {
 public:
  struct Child {
    Place at = 0;
    Places subtree = {};  // Places below this child, including the child.
    // For each place in `subtree`, the routers on the path to it, including the place: if one of
    // these fails, the place needs records directly. Filled only in the tree of this router.
    std::vector<std::pair<Place, Places>> routes = {};
  };

  // Builds the table from valid paths: check_paths() must return nothing.
  RelayTable(const Paths& paths, Place own) : version_(paths.version), own_(own) {
    sources_.resize(paths.places);
    for (Place source = 0; source < paths.places; ++source) add_tree(paths, source);
  }

  std::uint64_t version() const { return version_; }
  // Returns the router from which the source's records arrive, or kNoPlace if there is none. The
  // source itself for this router's own tree.
  Place parent(Place source) const { return sources_[source].parent; }
  // Returns the routers to which this router relays records of the source.
  const std::vector<Child>& children(Place source) const { return sources_[source].children; }

 private:
  struct Source {
    Place parent = kNoPlace;
    std::vector<Child> children = {};
  };

  void add_tree(const Paths& paths, Place source) {
    Source& entry = sources_[source];
    entry.parent = paths.parent(source, own_);
    if (entry.parent == kNoPlace) return;
    for (Place at = 0; at < paths.places; ++at) {
      if (at == own_ || at == source || paths.parent(source, at) == kNoPlace) continue;
      Places route;
      Place hop = at;
      for (; hop != source && paths.parent(source, hop) != own_; hop = paths.parent(source, hop)) {
        route.set(hop);
      }
      if (hop == source) continue;  // Not below this router.
      route.set(hop);
      Child& child = find_or_add_child(entry, hop);
      child.subtree.set(at);
      if (source == own_) child.routes.emplace_back(at, route);
    }
  }

  static Child& find_or_add_child(Source& entry, Place at) {
    for (Child& child : entry.children) {
      if (child.at == at) return child;
    }
    entry.children.push_back({at});
    return entry.children.back();
  }

  std::uint64_t version_;
  Place own_;
  std::vector<Source> sources_;
};

}  // namespace triad::overlay
