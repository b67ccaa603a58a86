// Sessions in which two routers below send members' data to each other directly (peer_routes.hpp),
// as the router above them arranges it. Two routers with a link to each other and members of the
// same federation have a session. Each learns the members behind the other and the position up to
// which the RTIG has handled their records. While they have no link, their words pass through this
// router. Pure, part of a LowerRouters.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

using wire::FederateHandle;

class PeerSessions {
 public:
  class Host {
   public:
    virtual ~Host() = default;
    // Sends a complete record, valid during the call, to the router, after all that was sent to it.
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
  };

  // Numbers sessions above `last_session`. Words of a session may reach a peer long after its end.
  // So numbers must not be used again, not even by the next program that serves the routers.
  explicit PeerSessions(Host& host, std::uint64_t last_session = 0)
      : host_(host), last_session_(last_session) {}

  // --- Routers below
  void add_router(LinkId router, std::string_view name);
  void remove_router(LinkId router);
  Fault receive_link_state(LinkId router, const wire::PeerLinkState& state);
  // Forwards a word from one router to the other. Returns the fault of a wrong word.
  Fault forward_to_peer(LinkId from, const wire::Record& word);
  // Router `from` sends the data of members behind it directly to router `to` from now on.
  struct DirectRoute {
    std::string federation;
    LinkId from;
    LinkId to;
  };
  // Returns a fault if the router may not do that. `begun` stays empty if the session has ended.
  Fault begin_direct(LinkId from, std::uint64_t session, std::optional<DirectRoute>& begun);
  // Ends a session at the request of router `from`, which its peer holds up. Returns a fault if the
  // router may not do that.
  Fault end_session(LinkId from, std::uint64_t session);
  // Records that all data that members behind `from` sent before has been forwarded to the other
  // router.
  void record_forwarded_before(std::uint64_t session, LinkId from);
  // Returns the directions that ended since the last call.
  std::vector<DirectRoute> take_ended_directs() { return std::exchange(ended_, {}); }

  // --- Members behind them
  void add_member(LinkId router, std::string_view federation, FederateHandle member);
  void remove_member(LinkId router, std::string_view federation, FederateHandle member,
                     wire::Position log_position);
  // Records that the RTIG has handled the member's records up to this position.
  void record_handled(LinkId router, std::string_view federation, FederateHandle member,
                      wire::Position position);
  // Ends the federation's sessions, and removes its members behind this router, because a restore
  // replaces all members. end_turn() opens new sessions.
  void begin_restore(LinkId router, std::string_view federation);

  // Opens sessions that have become possible.
  void end_turn();

 private:
  using Members = std::map<FederateHandle, wire::Position>;  // value: position handled by the RTIG
  struct Router {
    std::string name;
    std::set<std::string, std::less<>>
        linked_peers;  // names of its peers with a link, as it states
    // Sessions with a peer that the router has ended.
    struct EndedSessions {
      bool now = false;
      std::uint32_t times = 0;
    };
    std::map<std::string, EndedSessions> ended_sessions;
  };
  struct Federation {
    std::map<LinkId, Members> members;  // index: router with members
    std::set<std::uint64_t> sessions;
    bool changed = false;
  };
  struct Session {
    std::string federation;
    LinkId routers[2];
    bool direct[2] = {false, false};  // index: sender
    std::size_t side(LinkId router) const { return routers[0] == router ? 0 : 1; }
    bool contains(LinkId router) const { return routers[0] == router || routers[1] == router; }
    LinkId other_router(LinkId router) const { return routers[1 - side(router)]; }
  };

  // Returns true if each of the two routers reports that its link to the other is up.
  bool are_linked(LinkId one, LinkId other) const;
  // Begins the missing sessions of linked routers with members, or one session of two routers.
  void open(const std::string& name, Federation& federation);
  void open(const std::string& name, Federation& federation, LinkId one, LinkId other);
  // Ends a session and tells both routers; close_all() ends those of one router.
  void close(std::uint64_t session);
  void close_all(Federation& federation, LinkId router);
  // Calls visit(session, peer) for each session of the router in the federation.
  template <class Visit>
  void for_each_peer(std::string_view federation, LinkId router, Visit&& visit);
  template <class Message>
  void send_message(LinkId router, const Message& message);

  Host& host_;
  std::map<LinkId, Router> routers_;
  std::map<std::string, Federation, std::less<>> federations_;
  std::map<std::uint64_t, Session> sessions_;
  std::uint64_t last_session_;
  bool changed_ = false;
  std::vector<DirectRoute> ended_;
  wire::Buffer out_;
};

}  // namespace triad::router
