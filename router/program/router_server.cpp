#include "router/program/router_server.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "router/program/clock.hpp"
#include "wire/limits.hpp"

namespace triad::router {

namespace {

// Bytes in the queue to the router above at which all clients pause, and at which they resume. The
// router above always reads. Members of one federation pause and resume at the same number of bytes
// held for their federation.
constexpr std::size_t kUpperQueueMost = std::size_t{4} << 20;
constexpr std::size_t kUpperQueueLess = std::size_t{1} << 20;

// Time allowed for requests that clients sent before they learned that this router leaves.
constexpr std::chrono::seconds kUnderWay{1};

// Least time between two acknowledgements of members' records.
constexpr std::chrono::milliseconds kAcknowledgeInterval{100};

std::vector<std::string> names_of(const std::vector<Peer>& peers) {
  std::vector<std::string> names;
  names.reserve(peers.size());
  for (const Peer& peer : peers) names.push_back(peer.name);
  return names;
}

}  // namespace

transport::Result<std::unique_ptr<RouterServer>> RouterServer::create(RouterServerOptions options,
                                                                      Log& log) {
  options.name = "router " + options.mesh->identity.router;
  options.process = options.mesh->identity.process;
  options.host = options.mesh->identity.host;
  std::unique_ptr<RouterServer> server(new RouterServer(options, log));
  if (auto begun = server->begin(options, server->memory_events()); !begun) return begun.error();
  if (const auto joined = server->join_ranks(); !joined) return joined.error();
  if (const auto joined = server->join_overlay(); !joined) return joined.error();
  const RouterLink::Limits most{
      options.message_bytes_max + wire::kRecordBytesAdded + kLinkPrefixBytesMax,
      options.mesh->best_effort_age(), options.link.tls, options.link.is_tls_required};
  server->connect_to_peers(log, most);
  server->connect_to_upper(log, most);
  return server;
}

RouterServer::RouterServer(const RouterServerOptions& options, Log& log)
    : ProgramHost(relay_, log),
      options_(options),
      relay_(*this, time_order_, options.mesh->identity.router, options.clients_max,
             names_of(options.mesh->peers)) {}

// Destroys all users of the event loop before the loop.
RouterServer::~RouterServer() {
  upper_.reset();
  peers_.clear();
  ranks_.reset();
  links_.reset();
}

void RouterServer::run() {
  upper_->start();
  for (PeerLink& peer : peers_) {
    if (peer.link) peer.link->start();
  }
  if (overlay_) overlay_->start();
  watch_peers();
  links_->run();
  stop_links();
  links_->close();
}

void RouterServer::send_to_upper(wire::Bytes prefix, wire::Bytes record) {
  upper_->send_record(prefix, record);
}

// --- Ranks

transport::Result<void> RouterServer::join_ranks() {
  if (!options_.mesh->ranks) return {};
  auto ranks = mpi::join_job(options_.rank_port, *options_.mesh, *links_, log_);
  if (!ranks) return ranks.error();
  ranks_ = std::move(*ranks);
  return {};
}

RouterLink::Dial RouterServer::dial_by_rank() {
  return [this](mpi::Rank rank, const transport::LinkOptions& link) {
    return ranks_->connect(rank, link);
  };
}

// --- The router above

void RouterServer::connect_to_upper(Log& log, const RouterLink::Limits& limits) {
  upper_.emplace(
      links_->loop(), options_.mesh->identity, options_.mesh->uppers, limits, log,
      RouterLink::Events{
          .on_up =
              [this] {
                relay_.record_upper_connected();
                watch_way();
              },
          .on_down =
              [this](std::string_view why) {
                if (way_timer_) links_->loop().cancel_timer(*std::exchange(way_timer_, {}));
                leaves_upper_ = false;
                relay_.record_upper_lost(why);
              },
          .on_frame = [this](wire::Bytes frame) { return relay_.receive_frame_from_upper(frame); }},
      dial_by_rank());
}

void RouterServer::watch_way() {
  if (options_.mesh->uppers.size() == 1) return;
  const auto patience = upper_->other_end().lost_after;
  way_timer_ = links_->loop().add_timer(patience, [this, patience] {
    way_timer_.reset();
    upper_->try_next("the RTIG has not answered by it for " + seconds_text(patience));
  });
}

void RouterServer::record_way(bool leads_to_rtig) {
  if (leads_to_rtig) {
    if (way_timer_) links_->loop().cancel_timer(*std::exchange(way_timer_, {}));
    upper_->confirm();
  } else if (options_.mesh->uppers.size() > 1 && !upper_->waits_for_first()) {
    leaves_upper_ = true;
    links_->request_turn();
  }
}

// --- Peers

transport::Result<void> RouterServer::join_overlay() {
  if (!options_.mesh->overlay) return {};
  auto host = overlay::join_overlay(
      *options_.mesh, options_.overlay_key,
      [this](PeerIndex peer, wire::Bytes record) { send_to_peer(peer, kRouterPrefix, record); },
      log_);
  if (!host) return transport::Error{transport::Error::Code::system, host.error().text};
  overlay_ = std::move(*host);
  relay_.set_relaying(overlay_->relays());
  links_->loop().add_periodic_timer(overlay::RouterOverlay::kTick,
                                    [this] { overlay_->process_timers(); });
  return {};
}

void RouterServer::record_peer_link_state(PeerIndex peer, bool is_up) {
  if (is_up) {
    relay_.record_peer_connected(peer);
  } else {
    relay_.record_peer_lost(peer);
  }
  if (overlay_) overlay_->record_link_state(peer, is_up);
}

void RouterServer::connect_to_peers(Log& log, const RouterLink::Limits& limits) {
  for (const Peer& peer : options_.mesh->peers) {
    const auto index = static_cast<PeerIndex>(peers_.size());
    PeerLink& link = peers_.emplace_back();
    RouterLink::Limits as_peer = limits;
    as_peer.as_peer = true;
    RouterLinkEvents events{
        .on_up = [this, index] { record_peer_link_state(index, true); },
        .on_down = [this, index](std::string_view) { record_peer_link_state(index, false); },
        .on_frame =
            [this, index](wire::Bytes frame) {
              return relay_.receive_frame_from_peer(index, frame);
            }};
    if (peer.connects_here) {
      links_->set_peer_events(index, std::move(events));
    } else {
      link.link = std::make_unique<RouterLink>(links_->loop(), options_.mesh->identity,
                                               std::vector{static_cast<const Neighbour&>(peer)},
                                               as_peer, log, std::move(events), dial_by_rank());
    }
  }
}

void RouterServer::send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) {
  if (RouterLink* const made = peers_[peer].link.get()) return made->send_record(prefix, record);
  links_->send_to_peer(peer, prefix, record);
}

// --- Peers that hold up others

void RouterServer::watch_peers() {
  auto soonest = std::chrono::milliseconds::max();
  for (const Peer& peer : options_.mesh->peers) soonest = std::min(soonest, peer.lost_after);
  if (soonest == std::chrono::milliseconds::max()) return;
  links_->loop().add_periodic_timer(
      std::max<transport::Duration>(soonest / 2, std::chrono::milliseconds(1)),
      [this] { check_peers(); });
}

void RouterServer::check_peers() {
  for (PeerIndex peer = 0; peer < peers_.size(); ++peer) {
    const RouterLink* const made = peers_[peer].link.get();
    const auto link = made != nullptr ? made->peer_output() : links_->output_for_peer(peer);
    const auto patience = PeerPatience::from_lost_after(options_.mesh->peers[peer].lost_after);
    relay_.check_peer_patience(peer, patience, link, now());
  }
}

void RouterServer::record_peer_cut_off(PeerIndex peer, std::string_view reason) {
  constexpr std::chrono::seconds kFirst{60};
  constexpr std::uint32_t kDoublingsMax = 6;
  const std::chrono::seconds length = kFirst * (1 << std::min(peers_[peer].cuts++, kDoublingsMax));
  const std::string name = "peer " + options_.mesh->peers[peer].name;
  log_.warning(name + " is cut off for " + seconds_text(length) + ": it " + std::string(reason) +
               "; until then the router above forwards their data");
  links_->loop().add_timer(length, [this, peer, name] {
    log_.info(name + " is no longer cut off");
    relay_.readmit(peer);
  });
}

// --- Members that share memory (router/member_segment.hpp)

MemoryEvents RouterServer::memory_events() {
  return {.on_record = [this](LinkId link,
                              wire::Bytes record) { relay_.receive_from_segment(link, record); },
          .needs_rest =
              [this](LinkId link, const wire::ParsedFrame& beginning) {
                return relay_.needs_segment_record(link, beginning.bytes());
              },
          .on_header_only =
              [this](LinkId link, const wire::ParsedFrame& beginning) {
                relay_.receive_segment_header(link, beginning.bytes());
              },
          // The router writes only a few bytes there for each member that joins or leaves.
          .on_backlog = [](LinkId, std::size_t) {}};
}

void RouterServer::read_segment(FabricId fabric) {
  if (FabricCoordinator* const at = links_->fabrics().find(fabric)) at->drain_all();
}

// --- Turns, and the end

void RouterServer::record_failure(LinkId client, Failure failure) {
  if (links_->find(client) != nullptr) return links_->drop_client(client, failure_text(failure));
  if (!links_->is_serving(client)) return;
  relay_.remove_client(client, failure_text(failure), LinkEnd::other);
  links_->disconnect(client, failure_text(failure));
}

void RouterServer::after_flush() {
  if (std::exchange(leaves_upper_, false)) {
    upper_->try_next("it has no way to the RTIG");
    links_->request_turn();
  }
  relay_.after_flush();
  if (relay_.turn_is_due()) links_->request_turn();
  schedule_acknowledgements();
  pause_waiting_clients();
  if (!may_end_ || !relay_.may_end() || links_->has_routers_below()) return;
  may_end_ = false;  // only once
  log_.info("leaves the mesh: no member is behind it");
  links_->stop();
}

void RouterServer::schedule_acknowledgements() {
  if (!relay_.acknowledgements_are_due() || std::exchange(acknowledges_soon_, true)) return;
  links_->loop().add_timer(kAcknowledgeInterval, [this] {
    acknowledges_soon_ = false;
    relay_.send_acknowledgements();
    links_->request_turn();
  });
}

Fault RouterServer::answer_query(Query query, wire::RouterStatus& status) {
  Fault fault = query == Query::leave_mesh ? leave_mesh() : Fault();
  status.links.push_back(upper_->status(relay_.client_count(), relay_.records_kept()));
  for (const PeerLink& peer : peers_) {
    if (peer.link) status.links.push_back(peer.link->status(0, 0));
  }
  if (overlay_) status.overlay = overlay_->info();
  return fault;
}

Fault RouterServer::leave_mesh() {
  if (options_.mesh->ranks) return "all ranks of its MPI job end together";
  if (options_.mesh->routers_in_process > 1) {
    return "it shares its process with other routers, and they end together";
  }
  const bool asked_before = relay_.is_leaving();
  relay_.leave_mesh();
  links_->refuse_newcomers();
  if (asked_before) return {};
  log_.info("is asked to leave the mesh: it serves no newcomers, and its members move");
  links_->loop().add_timer(kUnderWay, [this] { may_end_ = true; });
  return {};
}

void RouterServer::notify(const Notice& notice) {
  const auto* const stays = std::get_if<MemberStays>(&notice);
  if (stays != nullptr && links_->router_of(stays->client) == LinkId{}) log_.warning(stays->reason);
  links_->notify(notice);
}

// Members of one federation do not wait for another federation's records.
void RouterServer::pause_waiting_clients() {
  const auto waits = [](std::size_t bytes, bool waited) {
    return bytes > kUpperQueueMost || (waited && bytes >= kUpperQueueLess);
  };
  PausedClients now{.all = waits(upper_->queued_bytes(), paused_.all)};
  relay_.for_each_held([&](const std::string& federation, std::size_t bytes) {
    if (waits(bytes, paused_.federations.contains(federation))) now.federations.insert(federation);
  });
  if (!now.any() && !paused_.any()) return;
  paused_ = std::move(now);
  links_->pause(paused_);
  relay_.for_each_fabric([this](const std::string& federation, FabricId fabric) {
    links_->fabrics().pause(fabric, paused_.is_paused(federation));
  });
}

void RouterServer::stop_links() {
  for (PeerLink& peer : peers_) {
    if (peer.link) peer.link->stop("router " + options_.mesh->identity.router + " was stopped");
  }
  upper_->stop("router " + options_.mesh->identity.router + " was stopped");
  if (ranks_) has_failed_ = ranks_->stop() == mpi::RankJob::End::failed;
  ranks_.reset();
}

}  // namespace triad::router
