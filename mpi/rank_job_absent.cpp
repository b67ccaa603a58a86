// The functions of rank_job.hpp in a build without MPI.
#include "mpi/rank_job.hpp"

namespace triad::mpi {

namespace {

Error no_mpi() {
  return transport::error(
      Error::Code::system,
      "this program was built without MPI: install an MPI (Debian: libopenmpi-dev) and build it "
      "again");
}

}  // namespace

Result<std::unique_ptr<RankPort>> open_port() {
  return no_mpi();
}

Result<std::unique_ptr<RankJob>> join_job(const std::shared_ptr<RankPort>&,
                                          const router::MeshPlace&, router::LinkServer&,
                                          router::Log&) {
  return no_mpi();
}

}  // namespace triad::mpi
