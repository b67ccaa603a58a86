#include "tests/fuzz/topology_property.hpp"

#include <algorithm>
#include <set>

#include "tests/fuzz/problems_property.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/read_topology.hpp"

namespace triad::topology {

namespace {

std::string_view broken_in_ways(const Topology& topology) {
  const auto next = next_routers_to_rtig(topology);
  const auto ways = ways_to_rtig(topology);
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    if (ways[i].empty() != !next[i]) return "no way, or one from the RTIG";
    if (next[i] && ways[i].front().next != *next[i]) return "another first way";
    std::set<RouterIndex> seen{i};
    for (const Way& way : ways[i]) {
      if (!seen.insert(way.next).second) return "a way twice";
      const auto ends = std::minmax(way.link.connecting_router, way.link.accepting_router);
      if (ends != std::minmax(i, way.next)) return "a way by another link";
    }
  }
  return {};
}

std::string_view broken_in_topology(const Topology& topology) {
  const auto routers = topology.routers.size();
  if (topology.rtig >= routers) return "the RTIG is nowhere";
  std::size_t expected = topology.groups.size() - 1;
  for (GroupIndex i = 0; i < topology.groups.size(); ++i) {
    const Group& group = topology.groups[i];
    if (group.head >= routers || topology.routers[group.head].group != i) return "no head";
    expected += group.routers.size() * (group.routers.size() - 1) / 2;
  }
  const std::vector<Link> links = links_of(topology);
  if (links.size() != expected) return "links are missing, or too many";
  std::set<std::pair<RouterIndex, RouterIndex>> seen;
  for (const Link& link : links) {
    if (link.connecting_router >= routers || link.accepting_router >= routers)
      return "a link to nowhere";
    if (!seen.insert(std::minmax(link.connecting_router, link.accepting_router)).second)
      return "a link twice";
  }
  if (const auto broken = broken_in_ways(topology); !broken.empty()) return broken;
  if (depth_of(topology) > topology.groups.size()) return "deeper than there are groups";
  if (!canonical_text(topology).ends_with("\n")) return "a canonical text without an end";
  return {};
}

}  // namespace

std::string_view broken_property(std::string_view text) {
  const auto topology = read_topology(text, "input");
  return topology ? broken_in_topology(*topology) : broken_in_problems(topology.error(), text);
}

}  // namespace triad::topology
