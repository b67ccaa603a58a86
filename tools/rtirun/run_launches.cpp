#include "tools/rtirun/run_launches.hpp"

#include "tools/rtimesh/router_process.hpp"
#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

Launch launch_of(const Scenario& scenario, std::size_t process, unsigned start) {
  Launch launch{.process = process, .start = start};
  if (process == kRtig) {
    launch.name = "rtig";
    launch.command = {rtimesh::program_path("rtig"), "--listen", scenario.listen};
    launch.command.insert(launch.command.end(), scenario.rtig_arguments.begin(),
                          scenario.rtig_arguments.end());
    launch.directory = scenario.rtig_directory;
    return launch;
  }
  const Federate& federate = scenario.federates[process - 1];
  launch.name = federate.name;
  launch.command = federate.command;
  launch.directory = federate.directory;
  launch.environment = {{"RTI_URL", scenario.listen}};
  launch.environment.insert(launch.environment.end(), federate.environment.begin(),
                            federate.environment.end());
  return launch;
}

}  // namespace triad::rtirun
