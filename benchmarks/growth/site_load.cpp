#include "benchmarks/growth/site_load.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "benchmarks/growth/grown_mesh.hpp"
#include "benchmarks/growth/stand_in.hpp"
#include "overlay/relay_paths.hpp"
#include "records/assert.hpp"
#include "wire/random.hpp"

namespace triad::growth {

namespace {

// Map of the sites: random places in a square. Glass fibre takes 22 ms for 4,500 km.
constexpr std::uint64_t kSideMax = 4'500;  // Side of the square, in km.
constexpr double kMicrosecondsPerKm = 5;
constexpr overlay::Delay kLeast = 500;  // Least delay, in microseconds.
constexpr std::uint64_t kMap = 7;

const wire::ObjectClassHandle kSeen{kFirstClass};

// Makes the topology. The RTIG has a router of its own without federates; each other router is a
// site.
topology::Topology sites_of(const SiteLoad& load) {
  topology::Topology topology;
  topology.groups.push_back({"sites"});
  for (std::size_t at = 0; at <= load.sites; ++at) {
    topology::Router router;
    router.name = at == 0 ? "rtig" : "site" + std::to_string(at);
    router.host = router.name;
    router.listen.push_back(*transport::parse_url("tcp://" + router.name + ":60400"));
    topology.routers.push_back(router);
    topology.groups.front().routers.push_back(at);
  }
  if (load.out_degree > 0) {
    topology::Overlay& overlay = topology.groups.front().overlay.emplace();
    overlay.registry = 1;
    overlay.is_signed = load.is_signed;
  }
  return topology;
}

overlay::Delays delays_between(std::size_t sites) {
  wire::Random random(kMap);
  std::vector<std::pair<double, double>> places;
  for (std::size_t i = 0; i < sites; ++i) {
    const auto east = static_cast<double>(random.below(kSideMax));
    places.emplace_back(east, static_cast<double>(random.below(kSideMax)));
  }
  overlay::Delays delays(sites);
  for (overlay::Place a = 0; a < overlay::end_of_places(sites); ++a) {
    for (overlay::Place b = 0; b < overlay::end_of_places(sites); ++b) {
      const double km =
          std::hypot(places[a].first - places[b].first, places[a].second - places[b].second);
      delays.set_stated(a, b, kLeast + static_cast<overlay::Delay>(km * kMicrosecondsPerKm));
    }
  }
  return delays;
}

void count_delays(const overlay::Paths& paths, const overlay::Delays& delays, SiteCosts& costs) {
  double sum = 0;
  std::size_t ways = 0;
  for (overlay::Place source = 0; source < paths.places; ++source) {
    for (overlay::Place at = 0; at < paths.places; ++at) {
      if (at == source) continue;
      const double ms = overlay::path_delay(paths, delays, source, at) / 1000.0;
      costs.longest_ms = std::max(costs.longest_ms, ms);
      sum += ms;
      ++ways;
    }
  }
  costs.mean_ms = ways == 0 ? 0 : sum / static_cast<double>(ways);
}

// Returns the paths without an overlay: all others are children of each source.
overlay::Paths stars(std::size_t sites) {
  overlay::Paths paths{1, sites, {}};
  for (overlay::Place source = 0; source < overlay::end_of_places(sites); ++source) {
    paths.parents.insert(paths.parents.end(), sites, source);
  }
  return paths;
}

const Count count_of(const Carried& carried) {
  Count count = carried.of(wire::Kind::PeerData);
  const Count& relayed = carried.of(wire::Kind::PeerRelayed);
  count.frames += relayed.frames;
  count.bytes += relayed.bytes;
  return count;
}

void count_links(const GrownMesh& mesh, const SiteLoad& load, SiteCosts& costs) {
  std::vector<std::uint64_t> sent(mesh.topology().routers.size());
  for (const CountedLink& link : mesh.links()) {
    if (!link.between_peers) continue;
    const Count up = count_of(link.up);
    const Count down = count_of(link.down);
    sent[link.lower] += up.frames;
    sent[link.upper] += down.frames;
    costs.bytes += up.bytes + down.bytes;
  }
  for (RouterIndex at = 1; at < sent.size(); ++at) {
    const std::uint64_t own = sent[at] - mesh.relayed_records_at(at);
    costs.passed_on += mesh.relayed_records_at(at);
    costs.sent_by_sources += own;
    costs.most_by_a_source = std::max(costs.most_by_a_source, own / load.objects);
    costs.most_by_a_router = std::max(costs.most_by_a_router, sent[at]);
  }
}

}  // namespace

SiteCosts count(const SiteLoad& load) {
  RTI_ASSERT(load.sites > 0 && load.objects > 0);
  SiteCosts costs;
  GrownMesh mesh(sites_of(load), model_of(1));
  std::vector<std::unique_ptr<StandIn>> federates;
  for (std::size_t site = 1; site <= load.sites; ++site) {
    federates.push_back(std::make_unique<StandIn>(mesh, site, site == 1));
    federates.back()->publish(kSeen);
    federates.back()->subscribe(kSeen);
  }
  for (const auto& federate : federates) {
    federate->register_objects(kSeen, static_cast<std::uint32_t>(load.objects));
  }
  const overlay::Delays delays = delays_between(load.sites);
  overlay::Paths paths = stars(load.sites);
  if (load.out_degree > 0) {
    overlay::Places members;
    for (overlay::Place at = 0; at < overlay::end_of_places(load.sites); ++at) members.set(at);
    paths = overlay::find_paths(
        delays, members, {load.out_degree, static_cast<overlay::Delay>(load.delay_max_ms * 1000)});
    paths.version = 1;
    mesh.use_paths(paths);
  }
  count_delays(paths, delays, costs);
  mesh.settle();
  mesh.begin_counting();
  for (const auto& federate : federates) federate->begin_counting();
  for (const auto& federate : federates) {
    for (std::size_t object = 0; object < load.objects; ++object) {
      federate->update_best_effort(kSeen, federate->object(), load.value_bytes);
      ++costs.updates;
    }
  }
  mesh.settle();
  count_links(mesh, load, costs);
  for (const auto& federate : federates) {
    costs.taken += federate->updates_received();
    costs.faults.insert(costs.faults.end(), federate->faults().begin(), federate->faults().end());
  }
  costs.faults.insert(costs.faults.end(), mesh.faults().begin(), mesh.faults().end());
  return costs;
}

}  // namespace triad::growth
