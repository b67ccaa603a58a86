#include "router/program/router_placement.hpp"

#include <unistd.h>

#include <algorithm>

#include "files/regular_file.hpp"
#include "records/assert.hpp"
#include "router/program/long_links.hpp"
#include "router/program/program_start.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/read_topology.hpp"
#include "topology/topology_hash.hpp"
#include "version/version.hpp"

namespace triad::router {

namespace {

using topology::RouterIndex;
using topology::Topology;

wire::Error refusal(std::string text) {
  return wire::error(wire::ErrorCode::RTIinternalError, std::move(text));
}

std::string rank_start_advice(const Topology& topology, const std::string& file) {
  return "mpirun -n " + std::to_string(topology::ranks_of(topology).size()) +
         " rtirouter --topology " + file;
}

std::optional<mpi::Rank> rank_of(const std::vector<RouterIndex>& ranks, RouterIndex router) {
  const auto at = std::ranges::find(ranks, router);
  if (at == ranks.end()) return std::nullopt;
  return static_cast<mpi::Rank>(at - ranks.begin());
}

// Returns the address of the router for a link to it. topology/ has checked that it exists.
transport::Url address_for(const topology::Router& router, bool is_encrypted) {
  const auto tls =
      std::ranges::find(router.listen, transport::Url::Scheme::tls, &transport::Url::scheme);
  const bool uses_tls = is_encrypted && tls != router.listen.end();
  return url_to_reach(router, uses_tls ? *tls : router.listen.front());
}

Neighbour neighbour(const Topology& topology, RouterIndex router, const topology::Link& link) {
  Neighbour neighbour;
  neighbour.name = topology.routers[router].name;
  neighbour.url = link.kind == topology::LinkKind::memory
                      ? url_in_process(neighbour.name)
                      : address_for(topology.routers[router], link.options.is_encrypted);
  neighbour.is_encrypted = link.kind == topology::LinkKind::tcp && link.options.is_encrypted;
  neighbour.keepalive = link.options.keepalive;
  neighbour.lost_after = link.options.peer_lost_after;
  neighbour.retry_smallest = link.options.retry_smallest;
  neighbour.retry_largest = link.options.retry_largest;
  if (link.kind == topology::LinkKind::mpi) {
    neighbour.rank = rank_of(topology::ranks_of(topology), router);
  }
  if (link.kind == topology::LinkKind::tcp) {
    neighbour.long_link = long_link_of(link.options.long_link);
  }
  return neighbour;
}

// A rank's host is that of its first URL or, if the URL names none, that of the router.
MeshRanks ranks_with(const Topology& topology, const std::vector<RouterIndex>& ranks,
                     mpi::Rank own) {
  MeshRanks all{.own_rank = own};
  for (const RouterIndex index : ranks) {
    const topology::Router& router = topology.routers[index];
    all.members.push_back({router.name, url_to_reach(router, router.listen.front()).host});
  }
  return all;
}

wire::OverlayPlace place_among(const std::vector<RouterIndex>& routers, RouterIndex router) {
  return static_cast<wire::OverlayPlace>(std::ranges::find(routers, router) - routers.begin());
}

// Returns the overlay that the router is in, or none.
std::optional<MeshOverlay> overlay_of(const Topology& topology, RouterIndex own) {
  const topology::GroupIndex group = topology.routers[own].group;
  const auto routers = topology::routers_of_overlay(topology, group);
  if (std::ranges::find(routers, own) == routers.end()) return std::nullopt;
  const topology::Overlay& written = *topology.groups[group].overlay;
  MeshOverlay overlay;
  overlay.own_place = place_among(routers, own);
  overlay.registry_place = place_among(routers, written.registry);
  for (const RouterIndex router : routers) {
    overlay.names.push_back(topology.routers[router].name);
    overlay.keys.push_back(topology.routers[router].key);
  }
  overlay.out_degree = written.out_degree;
  overlay.delay_max = written.delay_max;
  overlay.update = written.update;
  overlay.keep = written.keep;
  overlay.is_signed = written.is_signed;
  for (const auto& [federation, senders] : written.senders) {
    wire::OverlayPlaces& places = overlay.senders[federation];
    for (const RouterIndex sender : senders) places.set(place_among(routers, sender));
  }
  overlay.file = written.file;
  if (!written.private_keys.empty()) {
    overlay.private_key = written.private_keys + "/" + topology.routers[own].name + ".key";
  }
  return overlay;
}

std::vector<RouterPlacement> places_of(const Topology& topology,
                                       const std::vector<RouterIndex>& all) {
  std::vector<RouterPlacement> places;
  places.reserve(all.size());
  for (const RouterIndex router : all) places.push_back(make_placement(topology, router));
  return places;
}

// Returns the names, each once, separated by commas.
template <class Name>
std::string names_of(const Topology& topology, Name name) {
  std::vector<std::string> seen;
  std::string names;
  for (const topology::Router& router : topology.routers) {
    const std::string& one = router.*name;
    if (one.empty() || std::ranges::find(seen, one) != seen.end()) continue;
    seen.push_back(one);
    names += (names.empty() ? "" : ", ") + one;
  }
  return names;
}

wire::Error rtig_router_error(const Topology& topology, const std::string& file) {
  return refusal("the RTIG is at router " + topology.routers[topology.rtig].name +
                 ": start it there, rtig --topology " + file);
}

}  // namespace

wire::Result<topology::Topology> load_topology(const std::string& file) {
  const auto text = files::read_regular_file(file, topology::kFileBytesMax);
  if (!text) return refusal("\"" + file + "\": " + text.error().reason);
  auto topology = topology::read_topology(*text, file);
  if (topology) {
    if (const auto reason = unsupported_links_reason(*topology))
      return refusal("\"" + file + "\": " + *reason);
    return std::move(*topology);
  }
  std::string problems;
  for (const topology::Problem& problem : topology.error()) {
    problems += (problems.empty() ? "" : "\n") + problem.text();
  }
  return refusal(problems);
}

wire::Result<std::vector<RouterPlacement>> places_beside_rtig(const std::string& file) {
  const auto topology = load_topology(file);
  if (!topology) return topology.error();
  return places_of(*topology, routers_of_process(*topology, topology->rtig));
}

wire::Result<RouterPlacement> place_of_router(const Topology& topology, const std::string& file,
                                              std::string_view name) {
  const auto named = std::ranges::find(topology.routers, name, &topology::Router::name);
  if (named == topology.routers.end()) {
    return refusal(file + " has no router \"" + std::string(name) + "\"; it has " +
                   names_of(topology, &topology::Router::name));
  }
  const auto own = static_cast<RouterIndex>(named - topology.routers.begin());
  const auto together = routers_of_process(topology, own);
  if (together.front() == topology.rtig) return rtig_router_error(topology, file);
  if (together.size() > 1) {
    return refusal("router " + named->name + " is one of process " + named->process +
                   ": start that, rtirouter --topology " + file + " --process " + named->process);
  }
  if (named->is_rank) {
    return refusal("router " + named->name + " listens on mpi://: it starts with the others that " +
                   "do, and without --name, " + rank_start_advice(topology, file));
  }
  return make_placement(topology, own);
}

wire::Result<std::vector<RouterPlacement>> places_of_process(const Topology& topology,
                                                             const std::string& file,
                                                             std::string_view name) {
  const auto first = std::ranges::find(topology.routers, name, &topology::Router::process);
  if (name.empty() || first == topology.routers.end()) {
    const std::string names = names_of(topology, &topology::Router::process);
    return refusal(file + " has no process \"" + std::string(name) + "\"; it has " +
                   (names.empty() ? "none" : names));
  }
  const auto together =
      routers_of_process(topology, static_cast<RouterIndex>(first - topology.routers.begin()));
  if (together.front() == topology.rtig) return rtig_router_error(topology, file);
  return places_of(topology, together);
}

wire::Result<RouterPlacement> place_of_rank(const Topology& topology, const std::string& file,
                                            mpi::Rank rank, mpi::Rank ranks) {
  const std::vector<RouterIndex> members = topology::ranks_of(topology);
  if (members.size() != static_cast<std::size_t>(ranks)) {
    return refusal("this is rank " + std::to_string(rank) + " of " + std::to_string(ranks) +
                   ", and " + std::to_string(members.size()) + " routers of " + file +
                   " listen on mpi://: " + rank_start_advice(topology, file));
  }
  return make_placement(topology, members[static_cast<std::size_t>(rank)]);
}

RouterPlacement make_placement(const Topology& topology, RouterIndex own) {
  const topology::Router& router = topology.routers[own];
  RouterPlacement place;
  place.mesh.identity = {topology.name, topology::topology_hash(topology),
                         router.name,   build_identity(),
                         host_name(),   static_cast<std::uint32_t>(::getpid())};
  const auto ways = topology::ways_to_rtig(topology);
  const auto next = topology::next_routers_to_rtig(topology);
  for (const topology::Way& way : ways[own]) {
    place.mesh.uppers.push_back(neighbour(topology, way.next, way.link));
  }
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    for (const topology::Way& way : ways[i]) {
      if (way.next != own) continue;
      place.mesh.lower.push_back(neighbour(topology, i, way.link));
      place.mesh.lower.back().is_spare = next[i] != own;
    }
  }
  for (const topology::Link& link : topology::links_of(topology)) {
    const bool connects = link.accepting_router == own;
    if (link.relation != topology::Link::Relation::peers ||
        (!connects && link.connecting_router != own)) {
      continue;
    }
    const RouterIndex other = connects ? link.connecting_router : link.accepting_router;
    if (!next[own] || next[other] != next[own]) continue;
    place.mesh.peers.push_back({neighbour(topology, other, link), connects});
  }
  place.mesh.overlay = overlay_of(topology, own);
  const auto together = routers_of_process(topology, own);
  place.mesh.routers_in_process = together.size();
  place.mesh.place_in_process =
      static_cast<std::size_t>(std::ranges::find(together, own) - together.begin());
  for (const topology::Router& each : topology.routers) {
    place.mesh.rules[each.name] = {each.federates_regulate, each.classes, each.queue_bytes,
                                   each.best_effort_age};
  }
  place.mesh.multicast = router.multicast;
  place.mesh.priorities = topology.priorities;
  for (const transport::Url& url : router.listen) place.listen.push_back(to_string(url));
  for (const transport::Url& url : router.share) place.listen.push_back(to_string(url));
  place.members = router.members;
  const auto ranks = topology::ranks_of(topology);
  if (const auto rank = rank_of(ranks, own)) place.mesh.ranks = ranks_with(topology, ranks, *rank);
  return place;
}

}  // namespace triad::router
