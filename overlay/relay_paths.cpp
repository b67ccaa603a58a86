#include "overlay/relay_paths.hpp"

#include <algorithm>
#include <tuple>

namespace triad::overlay {

namespace {

Delay sum(Delay a, Delay b) {
  return a == kNoDelay || b == kNoDelay || a >= kNoDelay - b ? kNoDelay : a + b;
}

// Delays within one step count as equal.
constexpr Delay kSteps = 16;
Delay in_steps(Delay delay, const Bounds& bounds) {
  return delay / std::max<Delay>(bounds.delay_max / kSteps, 1);
}

// One tree during its construction.
class GrowingTree {
 public:
  GrowingTree(const Delays& delays, const Bounds& bounds, Place source, Place* parents,
              std::vector<std::size_t>& loads)
      : delays_(delays),
        bounds_(bounds),
        source_(source),
        parents_(parents),
        loads_(loads),
        delays_to_(delays.places(), kNoDelay),
        children_(delays.places(), 0) {
    parents_[source] = source;
    delays_to_[source] = 0;
    in_tree_.push_back(source);
  }

  void add(Place at) {
    if (const Place relay = best_parent(at); relay != kNoPlace) {
      ++children_[relay];
      if (relay != source_) ++loads_[relay];
      attach(at, relay);
    } else if (delays_.between(source_, at) != kNoDelay) {
      attach(at, source_);
    }
  }

 private:
  Place best_parent(Place at) const {
    Place best = kNoPlace;
    std::tuple<Delay, std::size_t, Delay, Place> best_is;
    for (const Place one : in_tree_) {
      if (children_[one] >= bounds_.out_degree) continue;
      const Delay delay = sum(delays_to_[one], delays_.between(one, at));
      if (delay == kNoDelay || delay > bounds_.delay_max) continue;
      // Records that the source sends itself do not count as load: its children need them from the
      // source in any case.
      const std::size_t load = one == source_ ? 0 : loads_[one];
      const std::tuple one_is{in_steps(delay, bounds_), load, delay, one};
      if (best == kNoPlace || one_is < best_is) {
        best = one;
        best_is = one_is;
      }
    }
    return best;
  }

  void attach(Place at, Place parent) {
    parents_[at] = parent;
    delays_to_[at] = sum(delays_to_[parent], delays_.between(parent, at));
    in_tree_.push_back(at);
  }

  const Delays& delays_;
  const Bounds& bounds_;
  const Place source_;
  Place* const parents_;
  std::vector<std::size_t>& loads_;  // For each relay, its children in all trees.
  std::vector<Delay> delays_to_;
  std::vector<std::size_t> children_;
  std::vector<Place> in_tree_;
};

std::vector<Place> listed(const Places& members, std::size_t places) {
  std::vector<Place> all;
  for (Place at = 0; at < end_of_places(places); ++at) {
    if (members.test(at)) all.push_back(at);
  }
  return all;
}

}  // namespace

// Adds the nearest members first, because they become relays of the others. Among about equally
// near members the one with the least load comes first, so that the load is spread evenly over
// similar routers.
Paths find_paths(const Delays& delays, const Places& members, const Bounds& bounds) {
  Paths paths{.version = 0, .places = delays.places()};
  paths.parents.assign(paths.places * paths.places, kNoPlace);
  std::vector<std::size_t> loads(paths.places, 0);
  const std::vector<Place> all = listed(members, paths.places);
  for (const Place source : all) {
    GrowingTree tree(delays, bounds, source, &paths.parents[source * paths.places], loads);
    std::vector<Place> others = all;
    std::erase(others, source);
    std::ranges::sort(others, {}, [&](Place at) {
      const Delay delay = delays.between(source, at);
      return std::tuple(in_steps(delay, bounds), loads[at], delay, at);
    });
    for (const Place at : others) tree.add(at);
  }
  return paths;
}

Delay delay_to(const Paths& paths, const Delays& delays, Place source, Place at) {
  Delay delay = 0;
  while (at != source) {
    const Place parent = paths.parent(source, at);
    if (parent == kNoPlace) return kNoDelay;
    delay = sum(delay, delays.between(parent, at));
    at = parent;
  }
  return delay;
}

Fault why_no_trees(const Paths& paths) {
  if (paths.places > kPlacesMax || paths.parents.size() != paths.places * paths.places) {
    return "paths for a wrong number of routers";
  }
  for (Place source = 0; source < paths.places; ++source) {
    const bool is_there = paths.parent(source, source) == source;
    for (Place at = 0; at < paths.places; ++at) {
      const Place parent = paths.parent(source, at);
      if (parent == kNoPlace || (at == source && is_there)) continue;
      if (!is_there || parent >= paths.places || parent == at) return "paths that are not trees";
      Place up = at;
      std::size_t steps = 0;
      while (up != source) {
        if (up >= paths.places || ++steps > paths.places) return "paths with a cycle";
        up = paths.parent(source, up);
      }
    }
  }
  return {};
}

}  // namespace triad::overlay
