// What takes part in whatever the clients of a program bring: the RTIG, or a router that passes it
// on towards the RTIG. A client is a federate's RTIA or a tool, with a link of its own to the
// program or behind another router; its LinkId does not tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/record.hpp"

namespace triad::router {

class ClientHandler {
 public:
  virtual ~ClientHandler() = default;

  // `transport` is for people: "tcp 127.0.0.1:51234". `trusted`: it may ask for what an operator
  // asks for.
  virtual void on_client_up(LinkId client, std::string_view transport, bool trusted) = 0;
  // A complete record of its; valid during the call.
  virtual void on_client_record(LinkId client, wire::Bytes record) = 0;
  // Its link has ended. Not called for one that was disconnected from here.
  virtual void on_client_down(LinkId client, std::string_view reason) = 0;
  // So much waits for it in queues.
  virtual void on_client_backlog(LinkId client, std::size_t bytes) = 0;

  // A router below says something of itself: what it answers to what it was told, and what it
  // states of the time of those behind it. What is wrong with it, if something is.
  virtual Fault on_router_record(LinkId router, const wire::Record& word) = 0;
  // What the router of that name has of what a client behind it has stated that it wants.
  virtual void on_client_interest(LinkId client, std::string_view router, std::uint64_t digest) = 0;
  // A router between has another digest of that: the RTIG is to let it state all anew.
  virtual void on_client_interest_doubted(LinkId client) = 0;
  // The router of that client, whose own it is, is about to leave the mesh: the RTIG is to let it
  // move, if it is a member.
  virtual void on_client_to_move(LinkId client) = 0;
  // Now and then: tells the routers with a link to this one the digests of what has changed since.
  // Without effect, and none is due, if nothing has.
  virtual void tell_digests() = 0;
  virtual bool digests_are_due() const = 0;

  // To be called again and again, so long after the call before as a router may take for an answer.
  // Those that have not answered in that time, and are waited for no more, by the name of the
  // federation for which they should. Nothing is taken from those in `unread` just now.
  using LateRouters = std::vector<std::pair<LinkId, std::string>>;
  virtual LateRouters find_late_routers(std::span<const LinkId> unread) = 0;
  // The router below that was at the link `before` has come by the link `now`.
  virtual void on_router_back(LinkId before, LinkId now) = 0;

  // What the members of the federation behind one router below send from now on, it passes on
  // directly to those behind another (router/peer_sessions.hpp). Whether all that they had sent
  // before has been passed on; if not, the host is told of the session when it has.
  virtual bool on_direct(std::string_view federation, LinkId from, LinkId to,
                         std::uint64_t session) = 0;
  virtual void on_direct_ended(std::string_view federation, LinkId from, LinkId to) = 0;
};

}  // namespace triad::router
