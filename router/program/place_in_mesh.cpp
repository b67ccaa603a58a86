#include "router/program/place_in_mesh.hpp"

#include <unistd.h>

#include <algorithm>

#include "files/regular_file.hpp"
#include "router/program/program_start.hpp"
#include "topology/read_topology.hpp"
#include "topology/topology_hash.hpp"
#include "topology/ways_to_rtig.hpp"

namespace triad::router {

namespace {

using topology::RouterIndex;
using topology::Topology;

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

Neighbour neighbour(const Topology& topology, RouterIndex router, const topology::Link& link) {
  Neighbour neighbour;
  neighbour.name = topology.routers[router].name;
  neighbour.url = topology.routers[router].listen.front();
  neighbour.keepalive = link.options.keepalive;
  neighbour.lost_after = link.options.peer_lost_after;
  neighbour.retry_smallest = link.options.retry_smallest;
  neighbour.retry_largest = link.options.retry_largest;
  return neighbour;
}

// What a file may ask for that no router does yet.
std::optional<std::string> not_there_yet(const topology::Router& router) {
  const std::string of = "router " + router.name + ": ";
  if (!router.process.empty()) return of + "`process`, several routers in one process,";
  return std::nullopt;
}

}  // namespace

wire::Result<PlaceInMesh> place_in_mesh(const std::string& file, std::string_view name) {
  const auto text = files::read_regular_file(file, topology::kFileBytesMax);
  if (!text) return refusal("\"" + file + "\": " + text.error().reason);
  const auto topology = topology::read_topology(*text, file);
  if (!topology) {
    std::string problems;
    for (const topology::Problem& problem : topology.error()) {
      problems += (problems.empty() ? "" : "\n") + problem.text();
    }
    return refusal(problems);
  }
  if (name.empty()) return place_in_mesh(*topology, topology->rtig);
  const auto named = std::ranges::find(topology->routers, name, &topology::Router::name);
  if (named == topology->routers.end()) {
    std::string names;
    for (const topology::Router& router : topology->routers) {
      names += (names.empty() ? "" : ", ") + router.name;
    }
    return refusal(file + " has no router \"" + std::string(name) + "\"; it has " + names);
  }
  const auto own = static_cast<RouterIndex>(named - topology->routers.begin());
  if (own == topology->rtig) {
    return refusal("the RTIG is at router " + named->name + ": start it there, rtig --topology " +
                   file);
  }
  return place_in_mesh(*topology, own);
}

wire::Result<PlaceInMesh> place_in_mesh(const Topology& topology, RouterIndex own) {
  const topology::Router& router = topology.routers[own];
  if (const auto what = not_there_yet(router)) return refusal(*what + " is not there yet");
  PlaceInMesh place;
  place.mesh.identity = {topology.name, topology::topology_hash(topology),
                         router.name,   TRIAD_VERSION,
                         host_name(),   static_cast<std::uint32_t>(::getpid())};
  const auto ways = topology::ways_to_rtig(topology);
  const auto next = topology::next_to_rtig(topology);
  if (next[own]) place.mesh.upper = neighbour(topology, *next[own], *ways[own]);
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    if (next[i] == own) place.mesh.lower.push_back(neighbour(topology, i, *ways[i]));
  }
  for (const topology::Link& link : topology::links_of(topology)) {
    const bool connects = link.accepts == own;
    if (link.relation != topology::Link::Relation::peers || (!connects && link.connects != own)) {
      continue;
    }
    const RouterIndex other = connects ? link.connects : link.accepts;
    if (!next[own] || next[other] != next[own]) continue;
    place.mesh.peers.push_back({neighbour(topology, other, link), connects});
  }
  for (const topology::Router& each : topology.routers) {
    place.mesh.rules[each.name] = {each.federates_regulate, each.classes, each.queue_bytes};
  }
  for (const transport::Url& url : router.listen) place.listen.push_back(to_string(url));
  place.members = router.members;
  return place;
}

}  // namespace triad::router
