// Hosts a Relay, a router of a mesh other than the RTIG's. Serves clients and routers below through
// a LinkServer, and forwards their records on a link to the router above. Used by rtirouter, and by
// tests in threads of their own.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_order.hpp"
#include "mpi/rank_job.hpp"
#include "overlay/hosting/overlay.hpp"
#include "router/program/link_server.hpp"
#include "router/program/program_host.hpp"
#include "router/program/router_link.hpp"
#include "router/relay.hpp"

namespace triad::router {

struct RouterServerOptions : LinkServerOptions {
  std::size_t clients_max = std::size_t{1} << 20;
  // Set if mesh->ranks is set.
  std::shared_ptr<mpi::RankPort> rank_port = {};
  // Its private key's file, if the router is in an overlay. Empty: the mesh's file names it.
  std::string overlay_key = {};
};

class RouterServer : private ProgramHost<Relay, Relay::Host> {
 public:
  // Creates a server; the log must outlive it. `options.mesh` must have a router above.
  static transport::Result<std::unique_ptr<RouterServer>> create(RouterServerOptions options,
                                                                 Log& log);

  using ProgramHost::links;
  // Serves until links().stop() is called, or until the router's MPI job ends.
  void run();
  ~RouterServer() override;
  // Returns true if it ended because another rank was lost or MPI failed.
  bool has_failed() const { return has_failed_; }

 private:
  RouterServer(const RouterServerOptions& options, Log& log);

  // --- Relay::Host
  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override;
  void send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override;
  void record_peer_cut_off(PeerIndex peer, std::string_view reason) override;
  Fault receive_overlay_record(PeerIndex peer, const wire::Record& word) override {
    return overlay_->receive_record(peer, word);
  }
  void notify(const Notice& notice) override;
  void read_segment(FabricId fabric) override;
  void record_way(bool leads_to_rtig) override;

  // --- Sink
  void add_client(LinkId client, const NewClient& arrived) override {
    relay_.add_client(client, arrived);
  }
  void receive_from_client(LinkId client, wire::Bytes record) override {
    relay_.receive_from_client(client, record);
  }
  void remove_client(LinkId client, std::string_view reason, LinkEnd end) override {
    relay_.remove_client(client, reason, end);
  }
  void record_failure(LinkId client, Failure failure) override;
  void after_flush() override;
  void begin_end() override {
    relay_.release_returning_clients("router " + options_.mesh->identity.router + " was stopped");
  }
  Fault answer_query(Query query, wire::RouterStatus& status) override;

  // Begins to leave the mesh by order of an operator. Returns the reason if it cannot.
  Fault leave_mesh();
  void stop_links();

  struct PeerLink {
    std::unique_ptr<RouterLink> link = {};  // null: the peer connects to this router
    std::uint32_t cuts = 0;                 // number of times it was cut off
  };
  // Joins the MPI job, if this router is a rank of one.
  transport::Result<void> join_ranks();
  // Returns the function that connects to a neighbour by MPI.
  RouterLink::Dial dial_by_rank();
  void connect_to_upper(Log& log, const RouterLink::Limits& limits);
  // Leaves a router above that does not answer in time, if there are others.
  void watch_way();
  transport::Result<void> join_overlay();
  void record_peer_link_state(PeerIndex peer, bool is_up);
  void connect_to_peers(Log& log, const RouterLink::Limits& limits);
  void watch_peers();
  // Cuts off peers that do not acknowledge in time; watch_peers() starts the timer for it.
  void check_peers();
  // Acknowledges members' records soon, if that is due.
  void schedule_acknowledgements();
  // Stops reading from clients if too much waits for the upper router or is held.
  void pause_waiting_clients();
  // Returns the callbacks for the records in the fabrics of segments.
  MemoryEvents memory_events();

  const RouterServerOptions options_;
  // A router above reduces promises only if the federation's times are of this type.
  const core::TimeOrder time_order_{core::DoubleTime::kName};
  // Overlay of the relay. Null: the router is in none.
  std::unique_ptr<overlay::RouterOverlay> overlay_;
  Relay relay_;
  std::unique_ptr<mpi::RankJob> ranks_;  // uses the loop of links_
  bool has_failed_ = false;
  bool acknowledges_soon_ = false;
  bool may_end_ = false;  // the time kUnderWay has passed since the router was asked to leave
  // Clients that are not read: the queue of the router above is long, or records are held here.
  PausedClients paused_;
  std::vector<PeerLink> peers_;      // index as in MeshPlace; they use the loop of links_
  std::optional<RouterLink> upper_;  // uses the loop of links_
  std::optional<transport::TimerKey> way_timer_;  // until the RTIG has answered by the router above
  bool leaves_upper_ = false;  // the router above has lost its way, and there are others
};

}  // namespace triad::router
