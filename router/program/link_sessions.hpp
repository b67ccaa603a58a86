// The links of a server with the server's state of each, and the list of links to examine again
// because of new output or a backlog. Used by LinkServer. Does not interpret records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "router/keepalive.hpp"
#include "router/link_id.hpp"
#include "router/program/link_limits.hpp"
#include "transport/event_loop.hpp"
#include "wire/best_effort.hpp"

namespace triad::router {

struct LinkSession {
  // Kind of program at the other end, known from its first record. A stranger has sent none, a
  // router is one below, a peer is a peer router, and an inquirer asks about this router.
  enum class ProgramKind : std::uint8_t { stranger, client, router, peer, inquirer };

  LinkId id;
  transport::LinkKey key{};
  transport::Link* link = nullptr;           // the loop owns it
  std::optional<transport::TimerKey> timer;  // for the handshake, or for the delivery of output
  ProgramKind kind = ProgramKind::stranger;
  std::size_t peer = 0;  // of a peer: its index in MeshPlace::peers
  bool is_trusted = false;
  std::string address;      // address_of() the peer
  bool is_unjoined = true;  // of a client: it is not a member
  std::string federation;   // of the member at this link; empty: no member
  FrameWatch frame;
  bool is_ending = false;  // disconnected by the sink; the queue is still flushed
  bool is_listed = false;  // in the list of LinkSessions::touch()
  bool is_paused = false;  // LinkServer::pause()
  std::size_t reported_backlog = 0;
  std::uint64_t reported_dropped = 0;  // total
  std::optional<Keepalive> keepalive;  // of a router or a peer
  // Counts of a link to a peer, for status reports. LowerRouters counts links to routers below.
  std::uint64_t frames_sent = 0;
  std::uint64_t bytes_sent = 0;
  std::uint64_t frames_received = 0;
  std::uint64_t bytes_received = 0;
  bool is_of_router() const { return kind == ProgramKind::router || kind == ProgramKind::peer; }

  // Returns best effort dropped on this side or missed by the other end.
  [[nodiscard]] wire::BestEffortLosses dropped() const {
    const transport::DatagramChannel* const channel = link->capabilities().datagrams;
    if (channel == nullptr) return {link->losses(), 0, 0};
    return {link->losses(), channel->dropped(), channel->lost()};
  }
};

class LinkSessions {
 public:
  LinkSession& add(LinkId id, transport::LinkKey key, transport::Link& link) {
    LinkSession& session = by_id_[id];
    session.id = id;
    session.key = key;
    session.link = &link;
    by_key_.emplace(key, &session);
    return session;
  }
  // Returns null if there is no such session, or no longer.
  [[nodiscard]] LinkSession* find(LinkId id) {
    const auto at = by_id_.find(id);
    return at == by_id_.end() ? nullptr : &at->second;
  }
  [[nodiscard]] LinkSession* find(transport::LinkKey key) const {
    const auto at = by_key_.find(key);
    return at == by_key_.end() ? nullptr : at->second;
  }
  // Gives the session another number, its key from now on. The session must not be in touch()'s
  // list.
  void renumber(LinkSession& session, LinkId id) {
    auto node = by_id_.extract(session.id);
    node.key() = id;
    session.id = id;
    by_id_.insert(std::move(node));
  }
  void remove(LinkId id, transport::LinkKey key) {
    by_key_.erase(key);
    by_id_.erase(id);
  }
  void clear() {
    by_key_.clear();
    by_id_.clear();
  }
  [[nodiscard]] std::size_t size() const { return by_id_.size(); }
  // Iterates in an arbitrary order, which must not reach the federations.
  [[nodiscard]] auto begin() { return by_id_.begin(); }
  [[nodiscard]] auto end() { return by_id_.end(); }
  [[nodiscard]] auto begin() const { return by_id_.begin(); }
  [[nodiscard]] auto end() const { return by_id_.end(); }

  // Lists a session that has new output or is to end.
  void touch(LinkSession& session) {
    if (session.is_listed) return;
    session.is_listed = true;
    touched_.push_back(session.id);
  }
  // Examines each touched session, and those that record_backlog() reported with queued bytes at
  // the last call. Sessions that `look` touches are examined in the next round. Calls `flush`
  // before each round.
  template <class Flush, class Look>
  void examine_touched(Flush&& flush, Look&& look) {
    touched_.insert(touched_.end(), lagging_.begin(), lagging_.end());
    lagging_.clear();
    while (!touched_.empty()) {
      flush();
      settling_.swap(touched_);
      for (const LinkId id : settling_) {
        if (LinkSession* const session = find(id)) look(*session);
      }
      settling_.clear();
    }
  }
  // Records the backlog of the session that examine_touched() is examining. Called from within
  // examine_touched().
  void record_backlog(LinkSession& session, std::size_t bytes) {
    session.is_listed = bytes > 0;
    if (session.is_listed) lagging_.push_back(session.id);
  }

 private:
  std::unordered_map<LinkId, LinkSession> by_id_;
  std::unordered_map<transport::LinkKey, LinkSession*> by_key_;
  std::vector<LinkId> touched_;   // in this turn
  std::vector<LinkId> settling_;  // sessions of the current round; empty outside examine_touched()
  std::vector<LinkId> lagging_;
};

}  // namespace triad::router
