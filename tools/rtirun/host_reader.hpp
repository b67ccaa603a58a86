// Reads the hosts of a scenario file and the placement of its federates. Used by read_scenario().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/rtirun/run_scenario.hpp"
#include "tools/rtirun/variables.hpp"
#include "topology/draft_fields.hpp"

namespace triad::rtirun {

// Limit on the hosts of a scenario.
inline constexpr std::size_t kHostsMax = 1000;

class HostReader {
 public:
  HostReader(const Variables& variables, topology::ProblemLog& log)
      : variables_(variables), log_(log) {}

  // Reads the list `hosts`. `stem` names the folder of the run on other hosts.
  std::vector<HostSpec> read_hosts(const topology::YamlNode& node, const std::string& stem);
  // Reads a `placement`. `federates` are the earlier ones.
  Placement read_placement(const topology::YamlNode& node, const Variables& variables,
                           const std::vector<HostSpec>& hosts,
                           const std::vector<Federate>& federates);
  // Reads the name of a host; returns kThisHost after a fault.
  std::string read_host_name(const topology::Fields& fields, std::string_view key,
                             const Variables& variables, const std::vector<HostSpec>& hosts);

 private:
  HostSpec read_host(const topology::Fields& fields, const Variables& variables,
                     const std::string& stem, const std::vector<HostSpec>& before);
  void check_destination(const topology::Fields& fields, std::string_view key,
                         const topology::YamlNode& node, const std::string& text);
  std::string read_path(const topology::Fields& fields, std::string_view key,
                        const Variables& variables);

  const Variables& variables_;
  topology::ProblemLog& log_;
};

// Returns a folder name for the runs of a file: its name without the ending, with harmless
// characters.
std::string stem_of(std::string_view file);

}  // namespace triad::rtirun
