#include "topology/ways_to_rtig.hpp"

#include <deque>

namespace triad::topology {

namespace {

RouterIndex other_end(const Link& link, RouterIndex end) {
  return link.connects == end ? link.accepts : link.connects;
}

}  // namespace

std::vector<std::optional<Link>> ways_to_rtig(const Topology& topology) {
  const std::vector<Link> links = links_of(topology);
  std::vector<std::vector<const Link*>> links_at(topology.routers.size());
  for (const Link& link : links) {
    links_at[link.connects].push_back(&link);
    links_at[link.accepts].push_back(&link);
  }
  std::vector<std::optional<Link>> ways(topology.routers.size());
  std::deque<RouterIndex> reached{topology.rtig};
  for (; !reached.empty(); reached.pop_front()) {
    for (const Link* const link : links_at[reached.front()]) {
      const RouterIndex there = other_end(*link, reached.front());
      if (there == topology.rtig || ways[there]) continue;
      ways[there] = *link;
      reached.push_back(there);
    }
  }
  return ways;
}

std::vector<std::optional<RouterIndex>> next_to_rtig(const Topology& topology) {
  const std::vector<std::optional<Link>> ways = ways_to_rtig(topology);
  std::vector<std::optional<RouterIndex>> next(ways.size());
  for (RouterIndex i = 0; i < ways.size(); ++i) {
    if (ways[i]) next[i] = other_end(*ways[i], i);
  }
  return next;
}

}  // namespace triad::topology
