// Reads the mesh of a scenario file: a topology in the file, the arguments of `rtimesh make`, or
// the name of a topology file. Used by read_scenario().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/rtirun/run_scenario.hpp"
#include "topology/draft_fields.hpp"

namespace triad::rtirun {

class MeshReader {
 public:
  MeshReader(const MeshLoader& load, topology::ProblemLog& log) : load_(load), log_(log) {}

  // Returns nothing after a fault.
  std::optional<ScenarioMesh> read(const topology::YamlNode& node,
                                   const std::vector<HostSpec>& hosts);

 private:
  std::optional<ScenarioMesh> read_file(const topology::YamlNode& node,
                                        const std::vector<HostSpec>& hosts);
  std::optional<ScenarioMesh> read_make(const topology::Fields& fields,
                                        const topology::YamlNode& node,
                                        const std::vector<HostSpec>& hosts);
  // Assigns each router of the topology, with its `text`, to a host of the scenario. If that fails,
  // logs the reason at the node and returns nothing.
  std::optional<ScenarioMesh> place(const topology::YamlNode& node,
                                    const topology::Topology& topology, const std::string& text,
                                    const std::vector<HostSpec>& hosts);

  const MeshLoader& load_;
  topology::ProblemLog& log_;
};

}  // namespace triad::rtirun
