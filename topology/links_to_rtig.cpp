#include "topology/links_to_rtig.hpp"

#include <deque>

namespace triad::topology {

namespace {

RouterIndex other_end(const Link& link, RouterIndex end) {
  return link.connecting_router == end ? link.accepting_router : link.connecting_router;
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

}  // namespace triad::topology
