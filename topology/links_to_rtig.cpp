#include "topology/links_to_rtig.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

namespace triad::topology {

namespace {

RouterIndex other_end(const Link& link, RouterIndex end) {
  return link.connecting_router == end ? link.accepting_router : link.connecting_router;
}

// Links by their ends.
std::map<std::pair<RouterIndex, RouterIndex>, Link> all_links_of(const Topology& topology) {
  std::map<std::pair<RouterIndex, RouterIndex>, Link> links;
  for (const Link& link : links_of(topology))
    links[std::minmax(link.connecting_router, link.accepting_router)] = link;
  for (const Link& link : spare_links_of(topology))
    links.try_emplace(std::minmax(link.connecting_router, link.accepting_router), link);
  return links;
}

// Routers of a group that may have a link to the next group, and the routers to which they may have
// it.
struct Exits {
  std::vector<RouterIndex> own;
  std::vector<RouterIndex> far;
};

// Returns the exits towards the RTIG of a group that does not have it.
Exits exits_of(const Topology& topology, GroupIndex index,
               const std::vector<std::optional<RouterIndex>>& next) {
  const Group& group = topology.groups[index];
  const auto exit = *std::ranges::find_if(group.routers, [&](RouterIndex router) {
    return topology.routers[*next[router]].group != index;
  });
  if (exit == group.head && next[exit] == group.parent) return {heads_of(group), parents_of(group)};
  const Group& child = topology.groups[topology.routers[*next[exit]].group];
  Exits exits{parents_of(child), heads_of(child)};
  std::erase_if(exits.own, [&](RouterIndex one) { return topology.routers[one].group != index; });
  return exits;
}

}  // namespace

std::vector<std::optional<Link>> links_to_rtig(const Topology& topology) {
  const std::vector<Link> links = links_of(topology);
  std::vector<std::vector<const Link*>> links_at(topology.routers.size());
  for (const Link& link : links) {
    links_at[link.connecting_router].push_back(&link);
    links_at[link.accepting_router].push_back(&link);
  }
  std::vector<std::optional<Link>> found(topology.routers.size());
  std::deque<RouterIndex> reached{topology.rtig};
  for (; !reached.empty(); reached.pop_front()) {
    for (const Link* const link : links_at[reached.front()]) {
      const RouterIndex neighbor = other_end(*link, reached.front());
      if (neighbor == topology.rtig || found[neighbor]) continue;
      found[neighbor] = *link;
      reached.push_back(neighbor);
    }
  }
  return found;
}

std::vector<std::optional<RouterIndex>> next_routers_to_rtig(const Topology& topology) {
  const std::vector<std::optional<Link>> links = links_to_rtig(topology);
  std::vector<std::optional<RouterIndex>> next(links.size());
  for (RouterIndex i = 0; i < links.size(); ++i) {
    if (links[i]) next[i] = other_end(*links[i], i);
  }
  return next;
}

std::vector<std::vector<Way>> ways_to_rtig(const Topology& topology) {
  const auto next = next_routers_to_rtig(topology);
  const auto links = all_links_of(topology);
  std::vector<std::vector<Way>> ways(topology.routers.size());
  const auto add = [&](RouterIndex from, RouterIndex to) {
    ways[from].push_back({to, links.at(std::minmax(from, to))});
  };
  for (GroupIndex index = 0; index < topology.groups.size(); ++index) {
    const Group& group = topology.groups[index];
    if (topology.routers[topology.rtig].group == index) {
      for (const RouterIndex router : group.routers) {
        if (router != topology.rtig) add(router, topology.rtig);
      }
      continue;
    }
    const Exits exits = exits_of(topology, index, next);
    for (const RouterIndex router : group.routers) {
      for (const RouterIndex exit : exits.own) {
        if (exit != router) {
          add(router, exit);
        } else {
          for (const RouterIndex far : exits.far) add(router, far);
        }
      }
    }
  }
  return ways;
}

}  // namespace triad::topology
