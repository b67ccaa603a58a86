// The part of LinkServer for links of routers further from the RTIG: handshake, keepalives and end.
// Also answers programs that ask about this router.
#include <algorithm>
#include <array>
#include <utility>

#include "router/link_frame.hpp"
#include "router/peer.hpp"
#include "router/program/class_of_service.hpp"
#include "router/program/clock.hpp"
#include "router/program/link_server.hpp"
#include "router/program/long_router_link.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"

namespace triad::router {

namespace {

// Interval of the search for routers that acknowledge statements of interest late.
constexpr std::chrono::seconds kAnswerLook{1};

}  // namespace

// Sends our name and version even if the two do not fit, so that both logs can name the fault.
void LinkServer::take_router_hello(LinkSession& session, const wire::Record& record) {
  const auto hello = wire::decode<wire::RouterHello>(record.payload);
  if (!options_.mesh) {
    return end(session.id, "is a router of a mesh that does not include this " + options_.name +
                               ": start it with --topology FILE");
  }
  if (!hello) return end(session.id, "sent a malformed RouterHello record");
  const MeshPlace& mesh = *options_.mesh;
  const std::string name(hello->router);
  if (const auto there = find_connected(name)) {
    const LinkSession* const other = sessions_.find(*there);
    return end(session.id, "calls itself router " + name + ", and so does " +
                               (other == nullptr ? "another" : other->link->peer()) +
                               ", which is connected already");
  }
  tell(session, hello_of(mesh.identity));
  std::vector<std::string> names;
  for (const Neighbour& lower : mesh.lower) names.push_back(lower.name);
  for (const Peer& peer : mesh.peers) {
    if (peer.connects) names.push_back(peer.name);
  }
  if (const auto why = why_refused(mesh.identity, *hello, names)) {
    return end(session.id, *why);
  }
  const auto lower = std::ranges::find(mesh.lower, name, &Neighbour::name);
  const bool as_peer = lower == mesh.lower.end();
  const auto peer = std::ranges::find(mesh.peers, name, &Neighbour::name);
  const Neighbour& neighbour = as_peer ? *peer : *lower;
  session.who = as_peer ? LinkSession::Who::peer : LinkSession::Who::router;
  unjoined_.remove(session.id);
  session.keepalive.emplace(Keepalive::Times{neighbour.keepalive, neighbour.lost_after}, now());
  const std::size_t most = options_.link.frame_bytes_max;
  session.link->limit_frames(most, most);
  session.link->limit_unreliable(limits_between_routers(best_effort_age(), options_.hold_bytes));
  for (const std::string& trouble : begin_long_way(*session.link, neighbour.long_link)) {
    log_.warning("the link to router " + name + ": " + trouble);
  }
  log_.info((as_peer ? "peer " : "router ") + name + " has connected from " + session.link->peer() +
            " (pid " + std::to_string(hello->process) + " on " + wire::host_text(hello->host) +
            ")");
  if (!as_peer) {
    const auto [last, is_first] = lower_links_.try_emplace(name, session.id);
    if (!is_first) {
      (void)sink_.on_word(session.id, RouterBack{std::exchange(last->second, session.id)});
    }
    return lower_.add(session.id, name);
  }
  session.peer = static_cast<std::size_t>(peer - mesh.peers.begin());
  ExpectedPeer& expected = expected_[session.peer];
  expected.link = session.id;
  carry_out(session.id, [&] { expected.events.on_up(); });
}

std::optional<LinkId> LinkServer::find_connected(const std::string& router) const {
  for (std::size_t peer = 0; peer < expected_.size(); ++peer) {
    const bool is_it = options_.mesh->peers[peer].name == router;
    if (is_it && expected_[peer].link != LinkId{}) return expected_[peer].link;
  }
  return lower_.find(router);
}

void LinkServer::expect_peer(PeerIndex peer, RouterLinkEvents events) {
  expected_[peer].events = std::move(events);
}

void LinkServer::take_from_peer(LinkSession& session, transport::Bytes frame) {
  session.keepalive->received(now());
  ++session.frames_received;
  session.bytes_received += frame.size();
  const LinkId id = session.id;
  const ExpectedPeer& from = expected_[session.peer];
  if (const auto farewell = farewell_of(frame)) return lose(id, *farewell);
  carry_out(id, [&] {
    if (const auto fault = from.events.on_frame(frame)) end(id, "sent " + *fault);
  });
}

std::optional<LeftForPeer> LinkServer::left_for_peer(PeerIndex peer) {
  const LinkSession* const session = sessions_.find(expected_[peer].link);
  if (session == nullptr) return std::nullopt;
  return left_of(session->bytes_sent, session->link->queued_bytes());
}

void LinkServer::take_from_router(LinkSession& session, transport::Bytes frame) {
  session.keepalive->received(now());
  const LinkId id = session.id;
  if (const auto farewell = farewell_of(frame)) return lose(id, *farewell);
  carry_out_for([this] { return lower_.taken_of(); },
                [&] {
                  if (const auto fault = lower_.take(id, frame)) end(id, "sent " + *fault);
                });
}

void LinkServer::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  LinkSession* const session = sessions_.find(router);
  if (session == nullptr || session->ending) return;
  send_in_class(*loop_, session->key, prefix, record);
  session->keepalive->sent(now());
  ++session->frames_sent;
  session->bytes_sent += prefix.size() + record.size();
  sessions_.touch(*session);
}

// A router's link serves many clients: the more is queued for it, the more of them wait.
void LinkServer::settle_router(LinkSession& session, std::size_t backlog) {
  const LinkId id = session.id;
  if (backlog > options_.resign_bytes) {
    return end(
        id, "does not read what is sent to it: " + std::to_string(backlog) + " bytes are queued");
  }
  if (session.who == LinkSession::Who::peer) return;  // the Relay holds its unacknowledged data
  carry_out(id, [&] { lower_.on_backlog(id, backlog); });
}

// Shortest keepalive of the routers above and below. Without such routers: the greatest number.
std::chrono::milliseconds LinkServer::soonest_keepalive() const {
  auto soonest = std::chrono::milliseconds::max();
  if (!options_.mesh) return soonest;
  for (const Neighbour& lower : options_.mesh->lower) soonest = std::min(soonest, lower.keepalive);
  if (const auto& upper = options_.mesh->upper) soonest = std::min(soonest, upper->keepalive);
  return soonest;
}

bool LinkServer::has_routers_to_watch() const {
  return soonest_keepalive() != std::chrono::milliseconds::max() &&
         !(options_.mesh->lower.empty() && options_.mesh->peers.empty());
}

void LinkServer::watch_routers() {
  if (!has_routers_to_watch()) return;
  auto soonest = soonest_keepalive();
  for (const Peer& peer : options_.mesh->peers) soonest = std::min(soonest, peer.keepalive);
  loop_->every(std::max<transport::Duration>(soonest / 4, std::chrono::milliseconds(1)),
               [this] { look_at_routers(); });
}

// A paused router cannot answer, so it is not late.
void LinkServer::watch_interest(std::function<void()> tell_digests, FindLateRouters find_late) {
  const auto soonest = soonest_keepalive();
  if (soonest == std::chrono::milliseconds::max()) return;
  loop_->every(soonest, std::move(tell_digests));
  if (!has_routers_to_watch()) return;
  loop_->every(kAnswerLook, [this, find_late = std::move(find_late)] {
    if (!pauses_all_) tell_of_late(find_late(unread_routers()));
  });
}

std::vector<LinkId> LinkServer::unread_routers() const {
  std::vector<LinkId> unread;
  for (const auto& [id, session] : sessions_) {
    if (!session.paused || !session.is_of_router()) continue;
    unread.push_back(
        session.who == LinkSession::Who::peer ? as_link(static_cast<PeerIndex>(session.peer)) : id);
  }
  return unread;
}

// Subscriptions do not wait for a router that does not apply interest.
void LinkServer::tell_of_late(const LateRouters& late) {
  for (const auto& [router, federation] : late) {
    if (!is_peer(router) && !lower_.contains(router)) continue;
    const std::string& name =
        is_peer(router) ? options_.mesh->peers.at(peer_of(router)).name : lower_.name(router);
    log_.warning("router " + name + " does not acknowledge the interest in federation " +
                 wire::quoted(federation) +
                 ": subscriptions no longer wait for it, and may miss data sent there");
  }
}

// The silence of a paused router means nothing, because nothing is read from it.
void LinkServer::look_at_routers() {
  const std::chrono::milliseconds at = now();
  std::vector<LinkId> lost;
  for (auto& [id, session] : sessions_) {
    if (!session.is_of_router() || session.ending) continue;
    if (session.paused) session.keepalive->received(at);
    const transport::Link::BegunFrame begun = session.link->begun_frame();
    session.keepalive->receiving(begun.number, begun.bytes, at);
    if (session.keepalive->peer_is_lost(at)) {
      lost.push_back(id);
    } else if (session.keepalive->alive_is_due(at)) {
      tell(session, wire::RouterAlive{});
    }
  }
  std::ranges::sort(lost);
  for (const LinkId id : lost) {
    if (sessions_.find(id) != nullptr) lose(id, "no input from it for too long");
  }
}

// --- Requests about this router

void LinkServer::take_query(LinkSession& session, transport::Bytes frame) {
  const auto record = wire::parse_record(frame);
  const auto kind = record ? record->header.message_kind() : wire::Kind::none;
  const bool to_leave = kind == wire::Kind::LeaveMesh;
  if (!to_leave && kind != wire::Kind::QueryRouterStatus) {
    return end(session.id, "may only request the status of this router or that it leaves the mesh");
  }
  wire::RouterStatus status;
  Fault fault;
  if (to_leave && !session.trusted) {
    fault = "only programs of its user on its host may ask it to leave the mesh";
  } else {
    fault = sink_.on_query(to_leave ? Sink::Query::leave_mesh : Sink::Query::status, status);
  }
  if (fault) return tell(session, wire::Refused{wire::ErrorCode::RTIinternalError, *fault});
  add_to_status(status);
  tell(session, status);
}

void LinkServer::add_to_status(wire::RouterStatus& status) {
  const MeshPlace& mesh = *options_.mesh;
  status.mesh = mesh.identity.mesh;
  status.router = mesh.identity.router;
  status.leaving = leaving_;
  for (const auto& [id, other] : sessions_) {
    if (other.who == LinkSession::Who::client && !other.ending) ++status.clients;
  }
  std::map<std::string_view, const LinkSession*> peers;  // in the order of their names
  for (const ExpectedPeer& expected : expected_) {
    const LinkSession* const peer = sessions_.find(expected.link);
    if (peer != nullptr && !peer->ending) peers.emplace(mesh.peers[peer->peer].name, peer);
  }
  for (const auto& [name, peer] : peers) {
    status.links.push_back({name, true, "", 0, peer->frames_sent, peer->bytes_sent,
                            peer->frames_received, peer->bytes_received, 0, peer->dropped(),
                            long_link_info(*peer->link)});
  }
  auto lower = lower_.status();
  for (wire::RouterLinkInfo& link : lower) {
    if (const LinkSession* const other = sessions_.find(*lower_.find(link.router))) {
      link.dropped = other->dropped();
      link.long_link = long_link_info(*other->link);
    }
  }
  status.links.insert(status.links.end(), lower.begin(), lower.end());
  for (const Neighbour& neighbour : mesh.lower) {
    if (lower_.find(neighbour.name)) continue;
    const auto lost = why_lost_.find(neighbour.name);
    const std::string_view why =
        lost == why_lost_.end() ? std::string_view("it has not connected") : lost->second;
    status.links.push_back({neighbour.name, false, why, 0, 0, 0, 0, 0, 0, {}});
  }
  status.multicast = multicast_info();
}

}  // namespace triad::router
