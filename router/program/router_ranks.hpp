// A router as a rank of an MPI job: its links to other ranks, and the common end of all ranks. Used
// by RouterServer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "router/program/link_server.hpp"
#include "router/program/mesh_place.hpp"
#include "router/program/program_log.hpp"
#include "transport/mpi/rank_bells.hpp"
#include "transport/mpi/rank_hub.hpp"
#include "transport/mpi/rank_port.hpp"

namespace triad::router {

class RouterRanks {
 public:
  // Blocks until all ranks have called it. `links` must have `mesh` as its place. `links` and `log`
  // must outlive the result.
  static transport::Result<std::unique_ptr<RouterRanks>> join(
      const std::shared_ptr<transport::RankPort>& port, const MeshPlace& mesh, LinkServer& links,
      Log& log);

  std::unique_ptr<transport::Link> connect(transport::Rank to,
                                           const transport::LinkOptions& options) {
    return hub_->connect(to, options);
  }

  // Tells the other ranks to end, unless MPI has failed. Returns `failed` if a rank was lost or MPI
  // failed. Called once.
  enum class End { orderly, failed };
  End stop();

 private:
  RouterRanks(const MeshRanks& ranks, LinkServer& links, Log& log)
      : ranks_(ranks), links_(links), log_(log) {}
  transport::Result<void> open(const std::shared_ptr<transport::RankPort>& port,
                               const MeshPlace& mesh);
  // Ends this router if MPI has failed.
  void check_fault();
  // End this router, because another rank was stopped or is lost.
  void record_stopped_rank(transport::Rank rank);
  void record_lost_rank(transport::Rank rank, const std::string& reason);
  std::string rank_name(transport::Rank rank) const;

  const MeshRanks ranks_;
  LinkServer& links_;
  Log& log_;
  std::shared_ptr<transport::RankHub> hub_;
  std::unique_ptr<transport::RankBells> bells_;
  bool is_ending_ = false;
  bool has_failed_ = false;  // another rank was lost, or MPI failed
  std::optional<transport::Rank> lost_;
};

}  // namespace triad::router
