// Replaces mpi_port.cpp in builds without MPI.
#include "transport/mpi/mpi_port.hpp"

namespace triad::transport {

Result<std::unique_ptr<RankPort>> open_mpi_port() {
  return error(Error::Code::system,
               "this program was built without MPI: install an MPI (Debian: libopenmpi-dev) and "
               "build it again");
}

}  // namespace triad::transport
