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
    Places behind = {};  // Places below this child, including the child.
    // For each place in `behind`, the routers on the path to it, including the place. Filled only
    // in the tree of this router.
    std::vector<std::pair<Place, Places>> ways = {};
  };

  // Builds the table from valid paths: why_no_trees() must return nothing.
  RelayTable(const Paths& paths, Place own) : version_(paths.version), own_(own) {
    sources_.resize(paths.places);
    for (Place source = 0; source < paths.places; ++source) add(paths, source);
  }

  std::uint64_t version() const { return version_; }
  // Returns the router from which the source's records arrive, or kNoPlace if there is none.
  Place parent(Place source) const { return sources_[source].parent; }
  // Returns the routers to which this router relays records of the source.
  const std::vector<Child>& children(Place source) const { return sources_[source].children; }

 private:
  struct Source {
    Place parent = kNoPlace;
    std::vector<Child> children = {};
  };

  void add(const Paths& paths, Place source) {
    Source& of = sources_[source];
    of.parent = paths.parent(source, own_);
    if (of.parent == kNoPlace) return;
    for (Place at = 0; at < paths.places; ++at) {
      if (at == own_ || at == source || paths.parent(source, at) == kNoPlace) continue;
      Places way;
      Place up = at;
      for (; up != source && paths.parent(source, up) != own_; up = paths.parent(source, up)) {
        way.set(up);
      }
      if (up == source) continue;  // Not below this router.
      way.set(up);
      Child& child = child_of(of, up);
      child.behind.set(at);
      if (source == own_) child.ways.emplace_back(at, way);
    }
  }

  static Child& child_of(Source& of, Place at) {
    for (Child& child : of.children) {
      if (child.at == at) return child;
    }
    of.children.push_back({at});
    return of.children.back();
  }

  std::uint64_t version_;
  Place own_;
  std::vector<Source> sources_;
};

}  // namespace triad::overlay
