#include "tools/rtirun/run_launches.hpp"

#include <algorithm>

#include "tools/rtimesh/router_process.hpp"
#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

namespace {

// Returns the path of one of Triad's programs on a host.
std::string program_on(const Scenario& scenario, const std::string& host, const std::string& name) {
  if (host == kThisHost) return rtimesh::program_path(name);
  const auto spec = std::ranges::find(scenario.hosts, host, &HostSpec::name);
  if (spec == scenario.hosts.end() || spec->programs.empty()) return name;
  return spec->programs + "/" + name;
}

// Returns the URL for a federate: that of its router, of a router on its host, or of the rtig.
std::string url_for(const Scenario& scenario, const Federate& federate, const std::string& host) {
  if (!scenario.mesh) return scenario.url;
  if (!federate.router.empty()) return scenario.mesh->urls.at(federate.router);
  for (const RouterProcess& process : scenario.mesh->processes) {
    if (process.host == host) return scenario.mesh->urls.at(process.uplinks.front().router);
  }
  return scenario.mesh->urls.at(scenario.mesh->processes.front().uplinks.front().router);
}

}  // namespace

Launch launch_of(const Scenario& scenario, std::size_t process, unsigned start,
                 const std::string& host, const std::string& mesh_file) {
  Launch launch{.process = process, .start = start};
  const std::size_t routers = router_count(scenario);
  if (process > routers) {
    const Federate& federate = scenario.federates[process - routers - 1];
    launch.name = federate.name;
    launch.command = federate.command;
    launch.directory = federate.directory;
    launch.environment = {{"RTI_URL", url_for(scenario, federate, host)}};
    launch.environment.insert(launch.environment.end(), federate.environment.begin(),
                              federate.environment.end());
    return launch;
  }
  const bool has_rtig = process == kRtig;
  launch.command = {program_on(scenario, host, has_rtig ? "rtig" : "rtirouter")};
  if (scenario.mesh) {
    const RouterProcess& router = scenario.mesh->processes[process];
    launch.name = router.name;
    launch.command.insert(launch.command.end(),
                          {"--topology", host == kThisHost ? mesh_file : kMeshFileName});
    launch.command.insert(launch.command.end(), router.arguments.begin(), router.arguments.end());
  } else {
    launch.name = "rtig";
    launch.directory = scenario.rtig_directory;
    launch.command.insert(launch.command.end(), {"--listen", scenario.listen});
  }
  if (has_rtig) {
    launch.command.insert(launch.command.end(), scenario.rtig_arguments.begin(),
                          scenario.rtig_arguments.end());
  }
  return launch;
}

}  // namespace triad::rtirun
