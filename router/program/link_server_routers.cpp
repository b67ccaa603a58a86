// The part of LinkServer for links of routers further from the RTIG: handshake, keepalives and end.
// Also answers programs that ask about this router.
#include <algorithm>
#include <array>
#include <utility>

#include "router/link_frame.hpp"
#include "router/neighbour_router.hpp"
#include "router/program/class_of_service.hpp"
#include "router/program/clock.hpp"
#include "router/program/link_server.hpp"
#include "router/program/long_router_link.hpp"
#include "router/program/status_desk.hpp"
#include "wire/harmless_text.hpp"
#include "wire/limits.hpp"

namespace triad::router {

namespace {

// Interval of the search for routers that acknowledge statements of interest late.
constexpr std::chrono::seconds kAnswerLook{1};

}  // namespace

// Sends our name and version even if the two do not fit, so that both logs can name the fault.
void LinkServer::receive_router_hello(LinkSession& session, const wire::Record& record) {
  const auto hello = wire::decode<wire::RouterHello>(record.payload);
  if (!options_.mesh) {
    return end(session.id, "is a router of a mesh that does not include this " + options_.name +
                               ": start it with --topology FILE");
  }
  if (!hello) return end(session.id, "sent a malformed RouterHello record");
  const std::string name(hello->router);
  const bool is_peer = trunks_.is_peer(name, hello->as_peer);
  if (const auto there = is_peer ? trunks_.find_peer(name) : lower_.find(name)) {
    const LinkSession* const other = sessions_.find(*there);
    return end(session.id, "calls itself router " + name + ", and so does " +
                               (other == nullptr ? "another" : other->link->description()) +
                               ", which is connected already");
  }
  send_message(session, hello_of(options_.mesh->identity));
  if (const auto refusal = trunks_.refusal(*hello, session.link->principal())) {
    sink_.record_turned_away(session.link->description() + ": it " + *refusal);
    return end(session.id, *refusal);
  }
  const Neighbour& neighbour = trunks_.connect(session, name, hello->as_peer);
  const bool as_peer = session.kind == LinkSession::ProgramKind::peer;
  unjoined_.remove(session.id);
  session.keepalive.emplace(Keepalive::Times{neighbour.keepalive, neighbour.lost_after}, now());
  const std::size_t most = options_.link.frame_bytes_max;
  session.link->limit_frames(most, most);
  session.link->limit_unreliable(limits_between_routers(best_effort_age(), options_.hold_bytes));
  for (const std::string& trouble : enable_long_link(*session.link, neighbour.long_link)) {
    log_.warning("the link to router " + name + ": " + trouble);
  }
  log_.info((as_peer ? "peer " : "router ") + name + " has connected from " +
            session.link->description() + " (pid " + std::to_string(hello->process) + " on " +
            wire::host_text(hello->host) + ")");
  if (as_peer) {
    const auto peer = static_cast<PeerIndex>(session.peer);
    return call_for_client(session.id, [&] { trunks_.peer_events(peer).on_up(); });
  }
  if (const auto last = trunks_.replace_lower(name, session.id)) {
    (void)sink_.receive_from_router(session.id, RouterReconnected{*last});
  }
  lower_.add(session.id, name, trunks_.may_name_clients(session.link->principal()));
}

void LinkServer::receive_from_peer(LinkSession& session, transport::Bytes frame) {
  session.keepalive->record_received(now());
  ++session.frames_received;
  session.bytes_received += frame.size();
  const LinkId id = session.id;
  const RouterLinkEvents& events = trunks_.peer_events(static_cast<PeerIndex>(session.peer));
  if (const auto farewell = farewell_reason(frame)) return drop_client(id, *farewell);
  call_for_client(id, [&] {
    if (const auto fault = events.on_frame(frame)) end(id, "sent " + *fault);
  });
}

std::optional<PeerOutput> LinkServer::output_for_peer(PeerIndex peer) {
  const LinkSession* const session = sessions_.find(trunks_.link_of(peer));
  if (session == nullptr) return std::nullopt;
  return make_peer_output(session->bytes_sent, session->link->queued_bytes());
}

void LinkServer::receive_from_router(LinkSession& session, transport::Bytes frame) {
  session.keepalive->record_received(now());
  const LinkId id = session.id;
  if (const auto farewell = farewell_reason(frame)) return drop_client(id, *farewell);
  call_guarded([this] { return lower_.record_sender(); },
               [&] {
                 if (const auto fault = lower_.receive_frame(id, frame)) end(id, "sent " + *fault);
               });
}

void LinkServer::send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) {
  LinkSession* const session = sessions_.find(router);
  if (session == nullptr || session->is_ending) return;
  send_in_class(*loop_, session->key, prefix, record);
  session->keepalive->record_sent(now());
  ++session->frames_sent;
  session->bytes_sent += prefix.size() + record.size();
  sessions_.touch(*session);
}

// A router's link serves many clients: the more is queued for it, the more of them wait.
void LinkServer::examine_router(LinkSession& session, std::size_t backlog) {
  const LinkId id = session.id;
  if (backlog > options_.resign_bytes) {
    return end(
        id, "does not read what is sent to it: " + std::to_string(backlog) + " bytes are queued");
  }
  if (session.kind == LinkSession::ProgramKind::peer)
    return;  // the Relay holds its unacknowledged data
  call_for_client(id, [&] { lower_.record_backlog(id, backlog); });
}

void LinkServer::watch_routers() {
  const auto interval = trunks_.watch_interval();
  if (!interval) return;
  loop_->add_periodic_timer(
      std::max<transport::Duration>(*interval / 4, std::chrono::milliseconds(1)),
      [this] { check_routers(); });
}

// A paused router cannot answer, so it is not late.
void LinkServer::set_interest_checks(std::function<void()> tell_digests,
                                     FindLateRouters find_late) {
  const auto interval = trunks_.digest_interval();
  if (!interval) return;
  loop_->add_periodic_timer(*interval, std::move(tell_digests));
  if (!trunks_.watch_interval()) return;
  loop_->add_periodic_timer(kAnswerLook, [this, find_late = std::move(find_late)] {
    if (!has_paused_all_) log_late_routers(find_late(unread_routers()));
  });
}

std::vector<NeighbourRouter> LinkServer::unread_routers() const {
  std::vector<NeighbourRouter> unread;
  for (const auto& [id, session] : sessions_) {
    if (!session.is_paused || !session.is_of_router()) continue;
    if (session.kind == LinkSession::ProgramKind::peer) {
      unread.emplace_back(static_cast<PeerIndex>(session.peer));
    } else {
      unread.emplace_back(id);
    }
  }
  return unread;
}

// Subscriptions do not wait for a router that does not apply interest.
void LinkServer::log_late_routers(const LateRouters& late) {
  for (const auto& [router, federation] : late) {
    const LinkId* const link = std::get_if<LinkId>(&router);
    if (link != nullptr && !lower_.contains(*link)) continue;
    const std::string& name = link != nullptr
                                  ? lower_.name(*link)
                                  : options_.mesh->peers.at(std::get<PeerIndex>(router)).name;
    log_.warning("router " + name + " does not acknowledge the interest in federation " +
                 wire::quoted(federation) +
                 ": subscriptions no longer wait for it, and may miss data sent there");
  }
}

// The silence of a paused router means nothing, because nothing is read from it.
void LinkServer::check_routers() {
  const std::chrono::milliseconds at = now();
  std::vector<LinkId> lost;
  for (auto& [id, session] : sessions_) {
    if (!session.is_of_router() || session.is_ending) continue;
    if (session.is_paused) session.keepalive->record_received(at);
    const transport::Link::IncompleteFrame begun = session.link->incomplete_frame();
    session.keepalive->record_progress(begun.number, begun.bytes, at);
    if (session.keepalive->peer_is_lost(at)) {
      lost.push_back(id);
    } else if (session.keepalive->keepalive_is_due(at)) {
      send_message(session, wire::RouterAlive{});
    }
  }
  std::ranges::sort(lost);
  for (const LinkId id : lost) {
    if (sessions_.find(id) != nullptr) drop_client(id, "no input from it for too long");
  }
}

// --- Requests about this router

void LinkServer::receive_query(LinkSession& session, transport::Bytes frame) {
  StatusDesk desk(options_.mesh, sink_, sessions_, trunks_, lower_, reception_);
  const auto answer = desk.answer(frame, session.is_trusted, options_.link.multicast.get());
  if (const auto* const misuse = std::get_if<StatusDesk::Misuse>(&answer)) {
    end(session.id, misuse->text);
  } else if (const auto* const refusal = std::get_if<StatusDesk::Refusal>(&answer)) {
    send_message(session, wire::Refused{wire::ErrorCode::RTIinternalError, refusal->text});
  } else {
    send_message(session, std::get<wire::RouterStatus>(answer));
  }
}

}  // namespace triad::router
