// Routers of a scenario: the processes of its mesh, their hosts, and the URL of each router. Made
// from a topology; independent of files and of running routers.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "topology/read_topology.hpp"
#include "topology/yaml_tree.hpp"

namespace triad::rtirun {

struct HostSpec;

// Process with one or several routers.
struct RouterProcess {
  // Link that a router needs to be ready.
  struct Uplink {
    std::string router;
    std::string url;   // At which the router answers.
    std::string next;  // Next router towards the RTIG; empty for that of the RTIG.
  };
  std::string name;  // Name of its first router; of the RTIG's process "rtig".
  std::string host;  // Name in `hosts`.
  std::vector<std::string> arguments = {};  // For rtirouter, after those for the file.
  std::vector<Uplink> uplinks = {};
};

struct ScenarioMesh {
  std::string name;  // Of the mesh.
  std::string text;  // Of its file.
  std::string rtig_url;
  std::vector<RouterProcess> processes;           // The first one has the RTIG.
  std::map<std::string, std::string> urls = {};   // RTI_URL of federates, by router.
  std::map<std::string, std::string> hosts = {};  // Host, by router.
};

// Returns the mesh of a topology, or the reason why rtirun cannot run it.
rtimesh::Outcome<ScenarioMesh> mesh_of(const topology::Topology& topology, const std::string& text,
                                       const std::vector<HostSpec>& hosts);

// Returns a node as YAML text that is read back to the same node.
std::string as_yaml(const topology::YamlNode& node);

}  // namespace triad::rtirun
