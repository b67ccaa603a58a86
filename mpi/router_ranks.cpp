#include "mpi/router_ranks.hpp"

#include <utility>

namespace triad::mpi {

namespace {

using router::MeshPlace;
using router::MeshRanks;
using router::Neighbour;
using router::Peer;

struct LinkedRanks {
  std::vector<Rank> all = {};
  std::vector<Rank> connect = {};  // those that connect to this rank
};

LinkedRanks find_linked_ranks(const MeshPlace& mesh) {
  LinkedRanks linked;
  const auto add = [&](const Neighbour& neighbour, bool connects) {
    if (!neighbour.rank) return;
    linked.all.push_back(*neighbour.rank);
    if (connects) linked.connect.push_back(*neighbour.rank);
  };
  for (const router::Neighbour& upper : mesh.uppers) add(upper, false);
  for (const Neighbour& lower : mesh.lower) add(lower, true);
  for (const Peer& peer : mesh.peers) add(peer, peer.connects_here);
  return linked;
}

}  // namespace

Result<std::unique_ptr<RankJob>> join_job(const std::shared_ptr<RankPort>& port,
                                          const MeshPlace& mesh, router::LinkServer& links,
                                          router::Log& log) {
  auto ranks = std::make_unique<RouterRanks>(*mesh.ranks, links, log);
  if (const auto opened = ranks->open(port, mesh); !opened) return opened.error();
  return std::unique_ptr<RankJob>(std::move(ranks));
}

Result<void> RouterRanks::open(const std::shared_ptr<RankPort>& port, const MeshPlace& mesh) {
  const LinkedRanks linked = find_linked_ranks(mesh);
  auto hub = RankHub::create(port, linked.connect);
  if (!hub) return hub.error();
  hub_ = std::move(*hub);
  const auto listening = links_.acceptor().listen_with(
      [this](const transport::LinkOptions& options) { return hub_->listen(options); });
  if (!listening) return listening.error();

  transport::EventLoop& loop = links_.loop();
  const transport::LinkKey key =
      loop.add(hub_->waitable(), [this, hub = hub_](std::size_t pieces_max) {
        const std::size_t count = hub->serve(pieces_max);
        check_fault();
        return count;
      });
  std::vector<std::string> hosts;
  for (const MeshRanks::Member& member : ranks_.members) hosts.push_back(member.host);
  auto bells = RankBells::open(
      loop, *port, hosts, linked.all,
      {.on_ring =
           [this, &loop, key](Rank from, std::uint64_t sent) {
             hub_->receive_ring(from, sent);
             loop.serve_in_next_turn(key);
           },
       .on_stopped = [this](Rank rank) { record_stopped_rank(rank); },
       .on_lost = [this](Rank rank,
                         const std::string& reason) { record_lost_rank(rank, reason); }});
  if (!bells) return bells.error();
  bells_ = std::move(*bells);
  hub_->set_ringer(bells_.get());
  log_.info("is rank " + std::to_string(ranks_.own_rank) + " of the " +
            std::to_string(ranks_.members.size()) + " of an MPI job");
  return {};
}

RouterRanks::End RouterRanks::stop() {
  // Input that has arrived shows if all other ranks still exist.
  is_ending_ = true;
  links_.loop().run_once(transport::Duration::zero());
  if (lost_) {
    bells_->send_lost(*lost_);
  } else if (!has_failed_) {
    bells_->send_stopped();
  }
  hub_->set_ringer(nullptr);
  bells_.reset();
  return has_failed_ ? End::failed : End::orderly;
}

void RouterRanks::check_fault() {
  if (hub_->fault().empty() || std::exchange(has_failed_, true)) return;
  log_.error("MPI has failed; this router and all ranks of its MPI job end: " + hub_->fault());
  links_.stop();
}

void RouterRanks::record_stopped_rank(Rank rank) {
  if (std::exchange(is_ending_, true)) return;
  log_.info(rank_name(rank) + " was stopped; all ranks of its MPI job end");
  links_.stop();
}

void RouterRanks::record_lost_rank(Rank rank, const std::string& reason) {
  if (rank < 0 || static_cast<std::size_t>(rank) >= ranks_.members.size()) return;
  if (std::exchange(has_failed_, true)) return;
  lost_ = rank;
  log_.error(rank_name(rank) + " is lost; all ranks of its MPI job end: " + reason);
  links_.stop();
}

std::string RouterRanks::rank_name(Rank rank) const {
  return "router " + ranks_.members.at(static_cast<std::size_t>(rank)).router + ", rank " +
         std::to_string(rank) + ",";
}

}  // namespace triad::mpi
