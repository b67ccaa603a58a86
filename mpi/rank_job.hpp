// A router as a rank of an MPI job: the only header of this folder for router programs, with those
// of the port and of Rank. A program that was built without MPI (TRIAD_WITH_MPI=OFF, or none is
// installed) has the same functions; they return an error.
#pragma once

#include <memory>

#include "mpi/rank.hpp"
#include "mpi/rank_port.hpp"
#include "router/program/link_server.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "transport/link.hpp"
#include "transport/link_options.hpp"

namespace triad::mpi {

// The links of a router to other ranks, and the common end of all ranks.
class RankJob {
 public:
  virtual ~RankJob() = default;
  // Returns a link to a rank. It is open at once: frames wait until the rank accepts it.
  virtual std::unique_ptr<transport::Link> connect(Rank to,
                                                   const transport::LinkOptions& options) = 0;
  // Tells the other ranks to end, unless MPI has failed. Returns `failed` if a rank was lost or MPI
  // failed. Called once.
  enum class End { orderly, failed };
  virtual End stop() = 0;
};

// Makes this process a rank of the MPI job in which mpirun started it. Call once per process.
// Blocks until all ranks have called it.
[[nodiscard]] Result<std::unique_ptr<RankPort>> open_port();

// Joins the job as the router with this place (`mesh.ranks` is set), which `links` serves. Blocks
// until all ranks have called it. `links` and `log` must outlive the result.
[[nodiscard]] Result<std::unique_ptr<RankJob>> join_job(const std::shared_ptr<RankPort>& port,
                                                        const router::MeshPlace& mesh,
                                                        router::LinkServer& links,
                                                        router::Log& log);

}  // namespace triad::mpi
