#include "tools/rtirun/run_launches.hpp"

#include <algorithm>
#include <string>

#include "tools/rtimesh/router_process.hpp"
#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

namespace {

// Returns the path of one of Triad's programs on the host of the rtig.
std::string program_on(const Scenario& scenario, const std::string& name) {
  const auto host = std::ranges::find(scenario.hosts, scenario.rtig_host, &HostSpec::name);
  if (scenario.rtig_host == kThisHost || host == scenario.hosts.end()) {
    return rtimesh::program_path(name);
  }
  return host->programs.empty() ? name : host->programs + "/" + name;
}

}  // namespace

Launch launch_of(const Scenario& scenario, std::size_t process, unsigned start) {
  Launch launch{.process = process, .start = start};
  if (process == kRtig) {
    launch.name = "rtig";
    launch.command = {program_on(scenario, "rtig"), "--listen", scenario.listen};
    launch.command.insert(launch.command.end(), scenario.rtig_arguments.begin(),
                          scenario.rtig_arguments.end());
    launch.directory = scenario.rtig_directory;
    return launch;
  }
  const Federate& federate = scenario.federates[process - 1];
  launch.name = federate.name;
  launch.command = federate.command;
  launch.directory = federate.directory;
  launch.environment = {{"RTI_URL", scenario.url}};
  launch.environment.insert(launch.environment.end(), federate.environment.begin(),
                            federate.environment.end());
  return launch;
}

}  // namespace triad::rtirun
