#include "router/peer_sessions.hpp"

#include <algorithm>
#include <utility>

#include "records/record_class.hpp"

namespace triad::router {

// --- Routers below

void PeerSessions::add_router(LinkId router, std::string_view name) {
  routers_[router].name = name;
}

void PeerSessions::remove_router(LinkId router) {
  if (routers_.erase(router) == 0) return;
  for (auto at = federations_.begin(); at != federations_.end();) {
    Federation& federation = at->second;
    close_all(federation, router);
    federation.members.erase(router);
    at = federation.members.empty() ? federations_.erase(at) : std::next(at);
  }
}

Fault PeerSessions::receive_link_state(LinkId router, const wire::PeerLinkState& state) {
  constexpr std::size_t kPeersMax = 1000;
  // Each new session costs the peer work, so a router that ends too many sessions with a peer gets
  // no more.
  constexpr std::uint32_t kEndsMax = 20;
  Router& from = routers_.at(router);
  if (!state.up) {
    const auto at = from.linked_peers.find(state.peer);
    if (at != from.linked_peers.end()) from.linked_peers.erase(at);
    return {};
  }
  if (from.linked_peers.size() >= kPeersMax) return "more links to peers than the limit";
  const auto ended = from.ended_sessions.find(std::string(state.peer));
  if (ended != from.ended_sessions.end() && std::exchange(ended->second.now, false) &&
      ++ended->second.times > kEndsMax) {
    return {};
  }
  from.linked_peers.emplace(state.peer);
  for (auto& [name, federation] : federations_) federation.changed = true;
  changed_ = true;
  return {};
}

Fault PeerSessions::forward_to_peer(LinkId from, const wire::Record& word) {
  const auto session = session_of(word);
  if (!session) return "a malformed word for a peer";
  if (*session > last_session_) return "a word of an unknown session";
  const auto at = sessions_.find(*session);
  if (at == sessions_.end()) return {};
  if (!at->second.contains(from)) return "a word of a session of other routers";
  (void)host_.send_to_router(at->second.other_router(from), word.frame);
  return {};
}

Fault PeerSessions::begin_direct(LinkId from, std::uint64_t session,
                                 std::optional<DirectRoute>& begun) {
  if (session > last_session_) return "a word of an unknown session";
  const auto at = sessions_.find(session);
  if (at == sessions_.end()) return {};
  if (!at->second.contains(from)) return "a word of a session of other routers";
  if (std::exchange(at->second.direct[at->second.side(from)], true)) {
    return "a session that it has begun before";
  }
  begun = {at->second.federation, from, at->second.other_router(from)};
  return {};
}

Fault PeerSessions::end_session(LinkId from, std::uint64_t session) {
  if (session > last_session_) return "a word of an unknown session";
  const auto at = sessions_.find(session);
  if (at == sessions_.end()) return {};
  if (!at->second.contains(from)) return "a word of a session of other routers";
  routers_.at(from).ended_sessions[routers_.at(at->second.other_router(from)).name].now = true;
  close(session);
  return {};
}

void PeerSessions::record_forwarded_before(std::uint64_t session, LinkId from) {
  const auto at = sessions_.find(session);
  if (at != sessions_.end()) send_message(at->second.other_router(from), wire::PeerDirect{session});
}

// --- Members

void PeerSessions::add_member(LinkId router, std::string_view federation, FederateHandle member) {
  const auto [at, is_new] = federations_.try_emplace(std::string(federation));
  Members& members = at->second.members[router];
  if (members.empty()) at->second.changed = changed_ = true;
  members[member] = 0;
  for_each_peer(federation, router, [&](std::uint64_t session, LinkId peer) {
    send_message(peer, wire::PeerMember{session, member, 0});
  });
}

void PeerSessions::remove_member(LinkId router, std::string_view federation, FederateHandle member,
                                 wire::Position log_position) {
  const auto at = federations_.find(federation);
  if (at == federations_.end()) return;
  const auto members = at->second.members.find(router);
  if (members == at->second.members.end() || members->second.erase(member) == 0) return;
  for_each_peer(federation, router, [&](std::uint64_t session, LinkId peer) {
    send_message(peer, wire::PeerMemberGone{session, member, log_position});
  });
  if (!members->second.empty()) return;
  close_all(at->second, router);
  at->second.members.erase(members);
  if (at->second.members.empty()) federations_.erase(at);
}

void PeerSessions::record_handled(LinkId router, std::string_view federation, FederateHandle member,
                                  wire::Position position) {
  const auto at = federations_.find(federation);
  if (at == federations_.end()) return;
  const auto members = at->second.members.find(router);
  if (members == at->second.members.end()) return;
  const auto handled = members->second.find(member);
  if (handled == members->second.end()) return;
  handled->second = std::max(handled->second, position);
  for_each_peer(federation, router, [&](std::uint64_t session, LinkId peer) {
    send_message(peer, wire::PeerHandled{session, member, position});
  });
}

void PeerSessions::begin_restore(LinkId router, std::string_view federation) {
  const auto at = federations_.find(federation);
  if (at == federations_.end()) return;
  for (const std::uint64_t session : std::set(at->second.sessions)) close(session);
  at->second.members.erase(router);
  at->second.changed = changed_ = true;
}

// --- Sessions

void PeerSessions::end_turn() {
  if (!std::exchange(changed_, false)) return;
  for (auto& [name, federation] : federations_) {
    if (std::exchange(federation.changed, false)) open(name, federation);
  }
}

bool PeerSessions::are_linked(LinkId one, LinkId other) const {
  const Router& first = routers_.at(one);
  const Router& second = routers_.at(other);
  return first.linked_peers.contains(second.name) && second.linked_peers.contains(first.name);
}

void PeerSessions::open(const std::string& name, Federation& federation) {
  const auto has_session = [&](LinkId one, LinkId other) {
    return std::ranges::any_of(federation.sessions, [&](std::uint64_t number) {
      return sessions_.at(number).contains(one) && sessions_.at(number).contains(other);
    });
  };
  for (auto one = federation.members.begin(); one != federation.members.end(); ++one) {
    if (routers_.at(one->first).linked_peers.empty()) continue;
    for (auto other = std::next(one); other != federation.members.end(); ++other) {
      if (!are_linked(one->first, other->first)) continue;
      if (!has_session(one->first, other->first)) open(name, federation, one->first, other->first);
    }
  }
}

void PeerSessions::open(const std::string& name, Federation& federation, LinkId one, LinkId other) {
  const std::uint64_t number = ++last_session_;
  sessions_[number] = {name, {one, other}};
  federation.sessions.insert(number);
  for (const auto& [router, peer] : {std::pair(one, other), std::pair(other, one)}) {
    send_message(router, wire::PeersMeet{number, name, routers_.at(peer).name});
    for (const auto& [member, position] : federation.members.at(peer)) {
      send_message(router, wire::PeerMember{number, member, position});
    }
  }
}

void PeerSessions::close(std::uint64_t session) {
  const auto at = sessions_.find(session);
  const Session closed = std::move(at->second);
  sessions_.erase(at);
  const auto of = federations_.find(closed.federation);
  if (of != federations_.end()) of->second.sessions.erase(session);
  for (const std::size_t side : {0u, 1u}) {
    if (routers_.contains(closed.routers[side])) {
      send_message(closed.routers[side], wire::PeersPart{session});
    }
    if (closed.direct[side]) {
      ended_.push_back({closed.federation, closed.routers[side], closed.routers[1 - side]});
    }
  }
}

void PeerSessions::close_all(Federation& federation, LinkId router) {
  for (const std::uint64_t session : std::set(federation.sessions)) {
    if (sessions_.at(session).contains(router)) close(session);
  }
}

template <class Visit>
void PeerSessions::for_each_peer(std::string_view federation, LinkId router, Visit&& visit) {
  const auto at = federations_.find(federation);
  if (at == federations_.end()) return;
  for (const std::uint64_t number : at->second.sessions) {
    const Session& session = sessions_.at(number);
    if (session.contains(router)) visit(number, session.other_router(router));
  }
}

template <class Message>
void PeerSessions::send_message(LinkId router, const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  (void)host_.send_to_router(router, out_);
}

}  // namespace triad::router
