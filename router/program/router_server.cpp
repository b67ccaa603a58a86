#include "router/program/router_server.hpp"

#include <algorithm>
#include <utility>

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
      options.mesh->best_effort_age()};
  Relay& relay = server->relay_;
  server->connect_to_peers(log, most);
  server->upper_.emplace(
      server->links_->loop(), options.mesh->identity, *options.mesh->upper, most, log,
      RouterLink::Events{
          .on_up = [&relay] { relay.on_upper_up(); },
          .on_down = [&relay](std::string_view why) { relay.on_upper_down(why); },
          .on_frame = [&relay](wire::Bytes frame) { return relay.on_upper_frame(frame); }},
      server->dial_to(*options.mesh->upper));
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
    if (peer.made) peer.made->start();
  }
  if (overlay_) overlay_->start();
  watch_peers();
  links_->run();
  stop_links();
  links_->close();
}

void RouterServer::send_to_upper(wire::Bytes prefix, wire::Bytes record) {
  upper_->send(prefix, record);
}

// --- Ranks

transport::Result<void> RouterServer::join_ranks() {
  if (!options_.mesh->ranks) return {};
  auto ranks = RouterRanks::join(options_.rank_port, *options_.mesh, *links_, log_);
  if (!ranks) return ranks.error();
  ranks_ = std::move(*ranks);
  return {};
}

RouterLink::Dial RouterServer::dial_to(const Neighbour& neighbour) {
  if (!neighbour.rank) return {};
  return [this, rank = *neighbour.rank](const transport::LinkOptions& link) {
    return ranks_->connect(rank, link);
  };
}

// --- Peers

transport::Result<void> RouterServer::join_overlay() {
  if (!options_.mesh->overlay) return {};
  auto host = OverlayHost::create(
      *options_.mesh, options_.overlay_key,
      [this](PeerIndex peer, wire::Bytes record) { send_to_peer(peer, kRouterPrefix, record); },
      log_);
  if (!host) return transport::Error{transport::Error::Code::system, host.error().text};
  overlay_ = std::move(*host);
  relay_.set_relaying(overlay_->relaying());
  links_->loop().every(OverlayHost::kTick, [this] { overlay_->on_tick(); });
  return {};
}

void RouterServer::on_peer_link(PeerIndex peer, bool is_up) {
  if (is_up) {
    relay_.on_peer_up(peer);
  } else {
    relay_.on_peer_down(peer);
  }
  if (overlay_) overlay_->on_link(peer, is_up);
}

void RouterServer::connect_to_peers(Log& log, const RouterLink::Limits& limits) {
  for (const Peer& peer : options_.mesh->peers) {
    const auto index = static_cast<PeerIndex>(peers_.size());
    PeerLink& link = peers_.emplace_back();
    RouterLinkEvents events{
        .on_up = [this, index] { on_peer_link(index, true); },
        .on_down = [this, index](std::string_view) { on_peer_link(index, false); },
        .on_frame = [this,
                     index](wire::Bytes frame) { return relay_.on_peer_frame(index, frame); }};
    if (peer.connects) {
      links_->expect_peer(index, std::move(events));
    } else {
      link.made = std::make_unique<RouterLink>(links_->loop(), options_.mesh->identity, peer,
                                               limits, log, std::move(events), dial_to(peer));
    }
  }
}

void RouterServer::send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) {
  if (RouterLink* const made = peers_[peer].made.get()) return made->send(prefix, record);
  links_->send_to_peer(peer, prefix, record);
}

// --- Peers that hold up others

void RouterServer::watch_peers() {
  auto soonest = std::chrono::milliseconds::max();
  for (const Peer& peer : options_.mesh->peers) soonest = std::min(soonest, peer.lost_after);
  if (soonest == std::chrono::milliseconds::max()) return;
  links_->loop().every(std::max<transport::Duration>(soonest / 2, std::chrono::milliseconds(1)),
                       [this] { look_at_peers(); });
}

void RouterServer::look_at_peers() {
  for (PeerIndex peer = 0; peer < peers_.size(); ++peer) {
    const RouterLink* const made = peers_[peer].made.get();
    const auto link = made != nullptr ? made->left() : links_->left_for_peer(peer);
    const auto patience = PeerPatience::of(options_.mesh->peers[peer].lost_after);
    relay_.look_at_peer(peer, patience, link, now());
  }
}

void RouterServer::peer_is_cut_off(PeerIndex peer, std::string_view why) {
  constexpr std::chrono::seconds kFirst{60};
  constexpr std::uint32_t kDoublingsMax = 6;
  const std::chrono::seconds length = kFirst * (1 << std::min(peers_[peer].cuts++, kDoublingsMax));
  const std::string name = "peer " + options_.mesh->peers[peer].name;
  log_.warning(name + " is cut off for " + seconds(length) + ": it " + std::string(why) +
               "; until then the router above forwards their data");
  links_->loop().add_timer(length, [this, peer, name] {
    log_.info(name + " is no longer cut off");
    relay_.readmit(peer);
  });
}

// --- Members that share memory (router/member_segment.hpp)

MemoryEvents RouterServer::memory_events() {
  return {
      .on_record = [this](LinkId link,
                          wire::Bytes record) { relay_.on_segment_record(link, record); },
      .wants = [this](LinkId link,
                      wire::Bytes beginning) { return relay_.wants_in_segment(link, beginning); },
      .on_header_only =
          [this](LinkId link, wire::Bytes beginning) { relay_.on_segment_header(link, beginning); },
      // The router writes only a few bytes there for each member that joins or leaves.
      .on_backlog = [](LinkId, std::size_t) {}};
}

void RouterServer::read_fabric(FabricId fabric) {
  if (FabricCoordinator* const at = links_->fabrics().find(fabric)) at->drain_all();
}

// --- Turns, and the end

void RouterServer::on_failure(LinkId client, Failure why) {
  if (links_->has_link(client)) return links_->lose(client, text_of(why));
  if (!links_->serves(client)) return;
  relay_.on_down(client, text_of(why));
  links_->disconnect(client, text_of(why));
}

void RouterServer::after_flush() {
  relay_.after_flush();
  if (relay_.turn_is_due()) links_->turn_again();
  pause_who_waits();
  if (!may_end_ || !relay_.may_end() || links_->has_routers_below()) return;
  may_end_ = false;  // only once
  log_.info("leaves the mesh: no member is behind it");
  links_->stop();
}

Fault RouterServer::on_query(Query query, wire::RouterStatus& status) {
  Fault fault = query == Query::leave_mesh ? leave_mesh() : Fault();
  status.links.push_back(upper_->status(relay_.client_count(), relay_.records_kept()));
  for (const PeerLink& peer : peers_) {
    if (peer.made) status.links.push_back(peer.made->status(0, 0));
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
  links_->serve_no_newcomers();
  if (asked_before) return {};
  log_.info("is asked to leave the mesh: it serves no newcomers, and its members move");
  links_->loop().add_timer(kUnderWay, [this] { may_end_ = true; });
  return {};
}

void RouterServer::stays(LinkId client, std::string_view reason) {
  if (links_->router_of(client) != LinkId{}) return links_->stays(client, reason);
  log_.warning(reason);
}

// Members of one federation do not wait for another federation's records.
void RouterServer::pause_who_waits() {
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
    links_->fabrics().pause(fabric, paused_.has(federation));
  });
}

void RouterServer::stop_links() {
  for (PeerLink& peer : peers_) {
    if (peer.made) peer.made->stop("router " + options_.mesh->identity.router + " was stopped");
  }
  upper_->stop("router " + options_.mesh->identity.router + " was stopped");
  if (ranks_) has_failed_ = ranks_->stop() == RouterRanks::End::failed;
  ranks_.reset();
}

}  // namespace triad::router
