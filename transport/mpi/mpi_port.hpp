// Makes this process a rank of the MPI job that mpirun has started it for. Called by rtirouter
// where its topology has links by MPI.
#pragma once

#include <memory>

#include "transport/mpi/rank_port.hpp"

namespace triad::transport {

// Once in a process. Blocks until all ranks have called it. Fails where this program was built
// without MPI.
[[nodiscard]] Result<std::unique_ptr<RankPort>> open_mpi_port();

}  // namespace triad::transport
