#include "tools/rtirun/scenario_mesh.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <optional>

#include "tools/rtirun/run_scenario.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/topology.hpp"

namespace triad::rtirun {

namespace {

using topology::RouterIndex;
using topology::Topology;

// Returns the scenario's host of a router; nothing if it has none. Without `hosts` all run here.
std::optional<std::string> host_of(const topology::Router& router,
                                   const std::vector<HostSpec>& hosts) {
  if (hosts.empty() || router.host == kThisHost || router.host == "localhost") return kThisHost;
  for (const HostSpec& host : hosts) {
    const std::string address = host.address.substr(host.address.find('@') + 1);
    if (host.name == router.host || address == router.host) return host.name;
  }
  return std::nullopt;
}

// Returns the URL for federates, which join the nearest router of the mesh.
std::string federate_url(const topology::Router& router) {
  transport::Url url = topology::url_to_reach(router, router.listen.front());
  if (url.scheme == transport::Url::Scheme::tcp) url.scheme = transport::Url::Scheme::mesh;
  return to_string(url);
}

RouterProcess process_of(const Topology& topology, const std::vector<RouterIndex>& routers,
                         const std::string& host) {
  const auto next = topology::next_routers_to_rtig(topology);
  const topology::Router& first = topology.routers[routers.front()];
  RouterProcess process{.name = first.name, .host = host};
  if (routers.front() == topology.rtig) {
    process.name = "rtig";
  } else if (routers.size() == 1) {
    process.arguments = {"--name", first.name};
  } else {
    process.arguments = {"--process", first.process};
  }
  for (const RouterIndex i : routers) {
    const topology::Router& router = topology.routers[i];
    process.uplinks.push_back({router.name,
                               to_string(topology::url_to_reach(router, router.listen.front())),
                               next[i] ? topology.routers[*next[i]].name : std::string()});
  }
  return process;
}

}  // namespace

rtimesh::Outcome<ScenarioMesh> mesh_of(const Topology& topology, const std::string& text,
                                       const std::vector<HostSpec>& hosts) {
  const topology::Router& at_rtig = topology.routers[topology.rtig];
  ScenarioMesh mesh{.name = topology.name,
                    .text = text,
                    .rtig_url = to_string(topology::url_to_reach(at_rtig, at_rtig.listen.front())),
                    .processes = {}};
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    const topology::Router& router = topology.routers[i];
    if (router.is_rank || router.listen.empty()) {
      return rtimesh::Fault{"router \"" + router.name +
                            "\" is a rank of an MPI job; only mpirun starts ranks"};
    }
    const auto host = host_of(router, hosts);
    if (!host) {
      return rtimesh::Fault{"router \"" + router.name + "\" is on host \"" + router.host +
                            "\", which is not in `hosts`"};
    }
    mesh.hosts[router.name] = *host;
    mesh.urls[router.name] = federate_url(router);
    const auto routers = topology::routers_of_process(topology, i);
    if (routers.front() != i) continue;  // Another router of the process.
    RouterProcess process = process_of(topology, routers, *host);
    const auto place = i == topology.rtig ? mesh.processes.begin() : mesh.processes.end();
    mesh.processes.insert(place, std::move(process));
  }
  return mesh;
}

// JSON is YAML.
std::string as_yaml(const topology::YamlNode& node) {
  using Kind = topology::YamlNode::Kind;
  std::string text;
  switch (node.kind) {
    case Kind::null:
      return "~";
    case Kind::text:
      return boost::json::serialize(node.text);
    case Kind::list:
      for (const auto& item : node.items) text += (text.empty() ? "" : ", ") + as_yaml(item);
      return "[" + text + "]";
    case Kind::map:
      break;
  }
  for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
    text += (i == 0 ? "" : ", ") + as_yaml(node.items[i]) + ": " + as_yaml(node.items[i + 1]);
  }
  return "{" + text + "}";
}

}  // namespace triad::rtirun
