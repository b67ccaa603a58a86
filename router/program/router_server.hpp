// Hosts a Relay: a router of a mesh that is not the RTIG's. Serves clients and the routers below by
// a LinkServer, and passes on what they send by a link to the router above. Used by the rtirouter
// program, and by tests in a thread of theirs.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/time_order.hpp"
#include "router/program/link_server.hpp"
#include "router/program/overlay_host.hpp"
#include "router/program/router_link.hpp"
#include "router/program/router_ranks.hpp"
#include "router/relay.hpp"

namespace triad::router {

struct RouterServerOptions : LinkServerOptions {
  std::size_t clients_max = std::size_t{1} << 20;
  // Where mesh->ranks says that it is one.
  std::shared_ptr<transport::RankPort> rank_port = {};
  // The file with its private key, where it is in an overlay; empty: the mesh's file says it.
  std::string overlay_key = {};
};

class RouterServer : private Relay::Host, private Sink {
 public:
  // `options.mesh` has an upper router. The log must outlive the server.
  static transport::Result<std::unique_ptr<RouterServer>> create(RouterServerOptions options,
                                                                 Log& log);

  LinkServer& links() { return *links_; }
  // Serves until links().stop(), or until the MPI job ends of which it is a rank.
  void run();
  // It has ended because another rank was lost, or MPI failed.
  bool has_failed() const { return has_failed_; }

 private:
  RouterServer(const RouterServerOptions& options, Log& log);

  // --- Relay::Host
  void send_to_upper(wire::Bytes prefix, wire::Bytes record) override;
  void send_to_client(LinkId client, wire::Bytes record) override { links_->send(client, record); }
  void admit(LinkId client, const Membership& membership) override {
    links_->admit(client, membership);
  }
  void resign(LinkId client, wire::Position log_position) override {
    links_->resign(client, log_position);
  }
  LinkId router_of(LinkId client) const override { return links_->router_of(client); }
  void handled(LinkId client, wire::Position position) override {
    links_->handled(client, position);
  }
  void log_passed(std::string_view federation, wire::Position position) override {
    links_->log_passed(federation, position);
  }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return links_->send_to_router(router, word);
  }
  void warn(std::string_view line) override { log_.warning(line); }
  void passed_before(std::uint64_t session, LinkId from) override {
    links_->passed_before(session, from);
  }
  void send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) override;
  void peer_is_cut_off(PeerIndex peer, std::string_view why) override;
  Fault on_overlay_word(PeerIndex peer, const wire::Record& word) override {
    return overlay_->on_word(peer, word);
  }
  void disconnect(LinkId client, std::string_view reason) override {
    links_->disconnect(client, reason);
  }
  void stays(LinkId client, std::string_view reason) override;
  wire::BestEffortLosses unreliable_dropped(LinkId client) override {
    return links_->unreliable_dropped(client);
  }

  bool enter_segment(LinkId client, const Membership& membership) override;
  void leave_segment(LinkId client) override;
  void end_segment(std::string_view federation) override;
  void publish_in_segment(std::string_view federation, wire::Bytes record) override;
  void read_segment(std::string_view federation) override;

  // --- Sink
  void on_up(LinkId client, std::string_view from, bool trusted) override {
    relay_.on_up(client, from, trusted);
  }
  void on_record(LinkId client, wire::Bytes record) override { relay_.on_record(client, record); }
  void on_down(LinkId client, std::string_view reason) override { relay_.on_down(client, reason); }
  void on_backlog(LinkId client, std::size_t bytes) override { relay_.on_backlog(client, bytes); }
  Fault on_word(LinkId router, const RouterWord& word) override {
    return relay_.on_word(router, word);
  }
  void on_failure(LinkId client, Failure why) override;
  void end_turn() override;
  void after_flush() override;
  Fault on_query(Query query, wire::RouterStatus& status) override;

  Fault leave_mesh();
  void stop_links();

  struct PeerLink {
    std::unique_ptr<RouterLink> made = {};  // null: the peer connects to this router
    std::uint32_t cuts = 0;                 // how often it was cut off
  };
  transport::Result<void> join_ranks();
  RouterLink::Dial dial_to(const Neighbour& neighbour);
  transport::Result<void> join_overlay();
  void on_peer_link(PeerIndex peer, bool is_up);
  void connect_to_peers(Log& log, const RouterLink::Limits& limits);
  void watch_peers();
  void look_at_peers();
  void pause_who_waits();
  MemoryEvents memory_events();
  FabricCoordinator* fabric_of(std::string_view federation);  // null: nobody shares memory there

  const RouterServerOptions options_;
  Log& log_;
  // A router above begins to let reduce only where times are of this kind.
  const core::TimeOrder time_order_{core::DoubleTime::kName};
  std::unique_ptr<OverlayHost> overlay_;  // null: it is in none; the relay uses it
  Relay relay_;
  std::unique_ptr<LinkServer> links_;
  struct Sharing {
    FabricId fabric;
    FederateHandle member;
  };
  std::map<std::string, FabricId, std::less<>> fabric_ids_;  // by federation
  std::map<LinkId, Sharing> sharing_;
  std::uint64_t last_fabric_ = 0;
  std::unique_ptr<RouterRanks> ranks_;  // uses the loop of links_
  bool has_failed_ = false;
  bool may_end_ = false;  // it has been leaving for a while
  PausedClients paused_;
  std::vector<PeerLink> peers_;      // as in MeshPlace; they use the loop of links_
  std::optional<RouterLink> upper_;  // uses the loop of links_
};

}  // namespace triad::router
