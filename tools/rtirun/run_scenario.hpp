// A scenario: the rtig and the federates that rtirun starts on this host, read from a YAML file.
// Called by the commands of rtirun. Takes the text and the file's name, and does no I/O.
// docs/deployment.md describes the format.
#pragma once

#include <boost/system/result.hpp>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/rtirun/scenario_mesh.hpp"
#include "topology/read_topology.hpp"

namespace triad::rtirun {

// Limit on the size of a file.
inline constexpr std::size_t kScenarioBytesMax = 1u << 20;
// Limit on the federates of a scenario.
inline constexpr std::size_t kFederatesMax = 1000;

// Condition under which a federate counts as ready.
enum class Readiness { joined, started };
// Effect of a federate's end on the run.
enum class OnExit {
  stop,             // Any end stops the run.
  stop_on_failure,  // An end with a status other than 0 stops the run.
  go_on,            // The run continues.
};

// Name of the host on which rtirun runs.
inline constexpr const char* kThisHost = "this";

// Host that processes may use, by ssh unless its name is kThisHost.
struct HostSpec {
  std::string name;
  std::string address;  // Destination for ssh, such as user@ws1.
  std::vector<std::string> groups = {};
  unsigned cores = 0;          // 0: as many as the host has.
  std::string programs = {};   // Folder of Triad's programs; empty: found in the PATH.
  std::string directory = {};  // Folder of the run, relative to the home folder.
};

// Order in which hosts are filled.
enum class Strategy {
  spread,  // The host with the fewest federates for each core.
  pack,    // The first host with a free core.
};

// Rule for the host of a federate. At most one of `host`, `group` and `beside` is not empty.
struct Placement {
  std::string host = {};
  std::string group = {};
  std::string beside = {};  // Earlier federate on the same host.
  Strategy strategy = Strategy::spread;
};

struct Federate {
  std::string name;                  // Unique in the scenario.
  std::vector<std::string> command;  // Program and arguments; never empty.
  std::string directory = {};        // Working directory; empty: the folder of the file.
  std::vector<std::pair<std::string, std::string>> environment = {};
  Readiness ready = Readiness::joined;
  OnExit on_exit = OnExit::stop_on_failure;
  Placement placement = {};
  std::string router = {};  // Of the mesh; empty: one of the federate's host, or that of the RTIG.
  std::vector<std::string> collect = {};  // Files for `rtirun collect`, as patterns of a shell.
  unsigned restarts_max = 0;              // Restarts after an end with a status other than 0.
};

struct Scenario {
  std::string listen;  // URL at which the rtig listens.
  std::string url;     // RTI_URL of the federates.
  std::string rtig_host = kThisHost;
  std::optional<ScenarioMesh> mesh;         // Routers, with that of the RTIG.
  std::vector<HostSpec> hosts;              // Empty: all processes run on the host of rtirun.
  std::vector<std::string> files;           // Copied to the working directory of other hosts.
  std::vector<std::string> rtig_arguments;  // Further arguments of the rtig.
  std::string rtig_directory;               // Working directory; empty: the folder of the file.
  std::vector<Federate> federates;          // In the order of the file; not empty.
  std::chrono::seconds start_timeout{30};   // Longest time until all federates are ready.
  std::chrono::seconds time_limit{0};       // Longest time of the run; 0: no limit.
};

// Returns the text of the mesh file with this path, or the reason why it cannot be read.
using MeshLoader = std::function<rtimesh::Outcome<std::string>(const std::string& path)>;

// Returns the scenario, or the faults of `text` in its order; never throws. `file` is the file's
// name in messages.
// `load_mesh` reads the file that `mesh` may name.
boost::system::result<Scenario, topology::Problems> read_scenario(std::string_view text,
                                                                  std::string_view file,
                                                                  const MeshLoader& load_mesh = {});

}  // namespace triad::rtirun
