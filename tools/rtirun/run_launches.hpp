// Programs of a scenario's processes, for their hosts. Used by Supervisor.
#pragma once

#include <cstddef>
#include <string>

#include "tools/rtirun/run_host.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

// Name of the mesh's file in the working directory of other hosts.
inline constexpr const char* kMeshFileName = "mesh.yaml";

// Returns the program of a process of plan_of(scenario) on its host, for a start with this number.
// `mesh_file` is the file of the mesh on this host.
Launch launch_of(const Scenario& scenario, std::size_t process, unsigned start,
                 const std::string& host, const std::string& mesh_file);

}  // namespace triad::rtirun
