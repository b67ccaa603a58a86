// The part of a router in an MPI job (rank_job.hpp), with links by a RankHub and bells over TCP.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mpi/rank_bells.hpp"
#include "mpi/rank_hub.hpp"
#include "mpi/rank_job.hpp"

namespace triad::mpi {

class RouterRanks final : public RankJob {
 public:
  RouterRanks(const router::MeshRanks& ranks, router::LinkServer& links, router::Log& log)
      : ranks_(ranks), links_(links), log_(log) {}
  // Joins the job (join_job()). Called once, before any other function.
  Result<void> open(const std::shared_ptr<RankPort>& port, const router::MeshPlace& mesh);

  std::unique_ptr<transport::Link> connect(Rank to,
                                           const transport::LinkOptions& options) override {
    return hub_->connect(to, options);
  }
  End stop() override;

 private:
  // Ends this router if MPI has failed.
  void check_fault();
  // End this router, because another rank was stopped or is lost.
  void record_stopped_rank(Rank rank);
  void record_lost_rank(Rank rank, const std::string& reason);
  std::string rank_name(Rank rank) const;

  const router::MeshRanks ranks_;
  router::LinkServer& links_;
  router::Log& log_;
  std::shared_ptr<RankHub> hub_;
  std::unique_ptr<RankBells> bells_;
  bool is_ending_ = false;
  bool has_failed_ = false;  // another rank was lost, or MPI failed
  std::optional<Rank> lost_;
};

}  // namespace triad::mpi
