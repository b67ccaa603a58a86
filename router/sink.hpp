// What takes what the links of a program bring: the RTIG, or a router that passes it on towards the
// RTIG, with what their program does beside. A client is a federate's RTIA or a tool, with a link
// of its own to the program or behind another router; its LinkId does not tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "router/fault.hpp"
#include "router/link_id.hpp"
#include "wire/codec.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

// --- What a router below says. Views are valid during the call.

// A digest of what a client behind the router of that name has stated that it wants, as that router
// has it.
struct ClientInterest {
  LinkId client;
  std::string_view router;
  std::uint64_t digest = 0;
};
// A router between has another digest of that: the RTIG is to let the client state all anew.
struct ClientDoubted {
  LinkId client;
};
// The client's own router is about to leave the mesh: the RTIG is to let the client move, if the
// client is a member.
struct ClientLeaves {
  LinkId client;
};
// What the members of the federation behind one router below send from now on, that router passes
// on directly to another one (router/peer_sessions.hpp).
struct Direct {
  std::string_view federation;
  LinkId from;
  LinkId to;
  std::uint64_t session = 0;
};
// It does so no more.
struct DirectEnded {
  std::string_view federation;
  LinkId from;
  LinkId to;
};
// The router was at the link `before` the last time that it was connected.
struct RouterBack {
  LinkId before;
};
using RouterWord =
    std::variant<wire::OutsideInterestTaken, wire::OutsideInterestDoubted, wire::TimeStated,
                 ClientInterest, ClientDoubted, ClientLeaves, Direct, DirectEnded, RouterBack>;

// Routers that have not answered in time what they were told of interest, and are waited for no
// more, each with the name of the federation for which it should have answered.
using LateRouters = std::vector<std::pair<LinkId, std::string>>;

// Why a request of a peer failed: there was no memory for it, or it raised another exception.
enum class Failure : std::uint8_t { no_memory, defect };

class Sink {
 public:
  virtual ~Sink() = default;

  // A client has come. `from` is for people: "tcp 127.0.0.1:51234". `trusted`: the client may ask
  // for what an operator asks for.
  virtual void on_up(LinkId client, std::string_view from, bool trusted) = 0;
  // A complete record of the client; valid during the call.
  virtual void on_record(LinkId client, wire::Bytes record) = 0;
  // The client's link has ended. Not called for one that was disconnected from here.
  virtual void on_down(LinkId client, std::string_view reason) = 0;
  // So much waits for the client in queues.
  virtual void on_backlog(LinkId client, std::size_t bytes) = 0;
  // A router below says that. What is wrong with the word, if something is.
  virtual Fault on_word(LinkId router, const RouterWord& word) = 0;
  // The client's record (or its end) has been carried out in part, or not at all.
  virtual void on_failure(LinkId, Failure) {}
  // No more has come for now, before what was sent goes out.
  virtual void end_turn() {}
  // What was sent has been flushed, and on_backlog() was told of what still waits in queues.
  virtual void after_flush() {}
  // An inquirer asks what this router does, or an operator that it leaves the mesh. Adds to the
  // status what its host does not know, as views that stay until the next call. Why the router does
  // not leave, if it does not.
  enum class Query : std::uint8_t { status, leave_mesh };
  virtual Fault on_query(Query, wire::RouterStatus&) { return {}; }
};

}  // namespace triad::router
