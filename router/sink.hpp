// Interface that receives the events of a program's links: clients, their records, and the words of
// routers below. The program of the RTIG, router::Relay and the program of a Relay implement it.
// LinkServer and LowerRouters call it. A client is a federate's RTIA or a tool. Its link ends at
// this program or at a router below; its LinkId does not say which. A word is a message between
// routers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "policy/principal.hpp"
#include "router/fault.hpp"
#include "router/link_end.hpp"
#include "router/link_id.hpp"
#include "router/neighbour_router.hpp"
#include "wire/codec.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

// --- Words of a router below. Their views are valid during the call.

// Digest of the interest that a client has stated, as the named router has received it.
struct ClientInterestDigest {
  LinkId client;
  std::string_view router;
  std::uint64_t digest = 0;
};
// A router below has another digest than the router below it. The client has to state its interest
// again.
struct ClientDigestMismatch {
  LinkId client;
};
// The router with the client's link leaves the mesh. The client, if it is a member, has to move.
struct ClientMustMove {
  LinkId client;
};
// From now on router `from` sends the data of its members in the federation directly to router `to`
// (router/peer_sessions.hpp).
struct DirectForwarding {
  std::string_view federation;
  LinkId from;
  LinkId to;
  std::uint64_t session = 0;
};
// The direct session between the two has ended.
struct DirectForwardingEnded {
  std::string_view federation;
  LinkId from;
  LinkId to;
};
// The router was at the link `before` the last time that it was connected.
struct RouterReconnected {
  LinkId before;
};
// Its link has ended.
struct RouterGone {};
using RouterMessage =
    std::variant<wire::OutsideInterestTaken, wire::OutsideInterestDoubted, wire::TimeStated,
                 wire::StreamsReceived, wire::AttachRouter, ClientInterestDigest,
                 ClientDigestMismatch, ClientMustMove, DirectForwarding, DirectForwardingEnded,
                 RouterReconnected, RouterGone>;

// Routers that have not acknowledged the interest in a federation in time, each with the name of
// that federation. Subscriptions no longer wait for them. For the host's log.
using LateRouters = std::vector<std::pair<NeighbourRouter, std::string>>;

// A client that has connected. The view is valid during the call.
struct NewClient {
  std::string_view transport;  // "tcp 127.0.0.1:51234"
  policy::Principal principal = {};
  bool is_trusted = false;  // it may send operators' requests
};

// Cause of a failed call: out of memory, or another exception.
enum class Failure : std::uint8_t { no_memory, defect };

class Sink {
 public:
  virtual ~Sink() = default;

  // Adds a client, which has connected.
  virtual void add_client(LinkId client, const NewClient& arrived) = 0;
  // Handles one complete record, valid during the call.
  virtual void receive_from_client(LinkId client, wire::Bytes record) = 0;
  // Removes a client, whose link has ended. Not called after a disconnect by the sink.
  virtual void remove_client(LinkId client, std::string_view reason, LinkEnd end) = 0;
  // Reports that `bytes` in all are queued for the client now.
  virtual void record_backlog(LinkId client, std::size_t bytes) = 0;
  // Handles a word of a router below. Returns the fault of a wrong word.
  virtual Fault receive_from_router(LinkId router, const RouterMessage& word) = 0;
  // Records that a peer was turned away before it became a client, because of its identity or its
  // handshake.
  virtual void record_turned_away(std::string_view /*reason*/) {}
  // Records that an earlier call for this client threw an exception. That call did all, part or
  // none of its work.
  virtual void record_failure(LinkId, Failure) {}
  // Ends a turn: all its input has been handled. Output is flushed next.
  virtual void end_turn() {}
  // Ends a flush: output has been flushed, and record_backlog() has been called.
  virtual void after_flush() {}
  // Prepares for the end of the program, before all clients are told.
  virtual void begin_end() {}
  // Answers a tool: adds the sink's part to the router's status, or begins to leave the mesh.
  // Returns the reason of a refusal. Views in the status stay valid until the next call.
  enum class Query : std::uint8_t { status, leave_mesh };
  virtual Fault answer_query(Query, wire::RouterStatus&) { return {}; }
};

}  // namespace triad::router
