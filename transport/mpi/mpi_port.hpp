// Makes this process a rank of the MPI job in which mpirun started it. Called by rtirouter if its
// topology has MPI links.
#pragma once

#include <memory>

#include "transport/mpi/rank_port.hpp"

namespace triad::transport {

// Returns the port. Call once per process. Blocks until all ranks have called it. Fails if this
// program was built without MPI.
[[nodiscard]] Result<std::unique_ptr<RankPort>> open_mpi_port();

}  // namespace triad::transport
