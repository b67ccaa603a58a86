// Which of the routers below pass on to each other directly what members of a federation execution
// send (peer_routes.hpp), as the router above them arranges it: two that have a link to each other
// and members of the same federation have a session, are told who is behind the other and what the
// RTIG has taken of theirs, and pass words to each other through this router while they have no
// link. Pure, part of a LowerRouters.
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
    // A complete record for the router, behind all that was sent to it; valid during the call.
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
  };

  explicit PeerSessions(Host& host) : host_(host) {}

  // --- Routers below.
  void router_came(LinkId router, std::string_view name);
  void router_gone(LinkId router);
  Fault on(LinkId router, const wire::PeerLinkState& state);
  // What one says to another: it is passed on. What is wrong with it, if something is.
  Fault pass_on(LinkId from, const wire::Record& word);
  // What the members behind one send from here on, it passes on directly.
  struct Direct {
    std::string federation;
    LinkId from;
    LinkId to;
  };
  // `begun` stays empty where there is no such session any more.
  Fault begin_direct(LinkId from, std::uint64_t session, std::optional<Direct>& begun);
  // Ends a session for a router that its peer holds up. Returns a fault if it may not do that.
  Fault end(LinkId from, std::uint64_t session);
  // All that they had sent before has been passed on to the other.
  void passed_before(std::uint64_t session, LinkId from);
  // Of which it is so no more since this was asked last.
  std::vector<Direct> take_ended() { return std::exchange(ended_, {}); }

  // --- Members behind them.
  void member_came(LinkId router, std::string_view federation, FederateHandle member);
  void member_gone(LinkId router, std::string_view federation, FederateHandle member,
                   wire::Position log_position);
  // The RTIG has taken its records up to there.
  void handled(LinkId router, std::string_view federation, FederateHandle member,
               wire::Position position);
  // All members become others.
  void restored(std::string_view federation);

  // Opens the sessions that there may be now.
  void end_turn();

 private:
  using Members = std::map<FederateHandle, wire::Position>;  // what the RTIG has taken of theirs
  struct Router {
    std::string name;
    std::set<std::string, std::less<>> linked;  // as it says
    // How often it has ended its sessions with a peer.
    struct Ends {
      bool now = false;
      std::uint32_t times = 0;
    };
    std::map<std::string, Ends> ends;
  };
  struct Federation {
    std::map<LinkId, Members> members;  // of each router that has some
    std::set<std::uint64_t> sessions;
    bool changed = false;
  };
  struct Session {
    std::string federation;
    LinkId routers[2];
    bool direct[2] = {false, false};  // from the one to the other
    std::size_t side(LinkId router) const { return routers[0] == router ? 0 : 1; }
    bool has(LinkId router) const { return routers[0] == router || routers[1] == router; }
    LinkId other(LinkId router) const { return routers[1 - side(router)]; }
  };

  bool are_linked(LinkId one, LinkId other) const;
  void open(const std::string& name, Federation& federation);
  void open(const std::string& name, Federation& federation, LinkId one, LinkId other);
  void close(std::uint64_t session);
  void close_all(Federation& federation, LinkId router);
  template <class Visit>
  void for_each_peer(std::string_view federation, LinkId router, Visit&& visit);
  template <class Message>
  void tell(LinkId router, const Message& message);

  Host& host_;
  std::map<LinkId, Router> routers_;
  std::map<std::string, Federation, std::less<>> federations_;
  std::map<std::uint64_t, Session> sessions_;
  std::uint64_t last_session_ = 0;
  bool changed_ = false;
  std::vector<Direct> ended_;
  wire::Buffer out_;
};

}  // namespace triad::router
