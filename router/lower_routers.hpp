// The routers with a link to this one that are further from the RTIG, and the clients behind them:
// one link carries the records of all of them. A client has a number on its router's link, and a
// LinkId here, as one with a link of its own has. A record for several clients behind the same
// router is sent once. A pure state machine, beside the RTIG and in every router that has others
// below it.
//
// The router at the other end is not trusted: a forbidden frame ends its link and the clients
// behind it, and no other link. Each number and text that it sends has a limit, and
// the memory that its words take here is counted for its link.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "router/fan_out.hpp"
#include "router/fault.hpp"
#include "router/link_frame.hpp"
#include "router/notice.hpp"
#include "router/peer_sessions.hpp"
#include "router/sink.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class LowerRouters : private PeerSessions::Host {
 public:
  // Called from within calls of this class only.
  class Host {
   public:
    virtual ~Host() = default;
    // Sends a frame in two parts, valid during the call, to one of the routers.
    virtual void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record) = 0;
    // Returns a number that no link has had; none if the numbers are used up.
    virtual LinkId new_client() = 0;
    // Handles the first record of a client. Returns the answer if the client is not served now; the
    // RTIG then does not see the record. None: it is served.
    virtual std::optional<wire::ComeAgain> postponement_of(LinkId, wire::Bytes /*first_record*/) {
      return std::nullopt;
    }
    // Returns the address of a client by its transport (Newcomers::Origin).
    virtual std::uint64_t address_of(std::string_view /*transport*/) { return 0; }
  };

  // Whether the sink is the RTIG, or another router between it and this one.
  enum class SinkKind { rtig, relay };
  // No router serves more clients (router/program/router_server.hpp).
  static constexpr std::size_t kClientsOfRouterMax = std::size_t{1} << 20;
  // Keeps references to `sink` and `host`, which must outlive this object. `clients_of_router_max`:
  // greatest number of clients behind one router at a time. Sessions get numbers above
  // `last_session` (PeerSessions).
  LowerRouters(Sink& sink, Host& host, SinkKind beside,
               std::size_t clients_of_router_max = kClientsOfRouterMax,
               std::uint64_t last_session = 0)
      : sink_(sink),
        host_(host),
        sink_kind_(beside),
        clients_of_router_max_(clients_of_router_max),
        peers_(*this, last_session) {}

  // --- Routers. `has_identity`: the router has proved its name, so the identities that it states
  // for its clients count. Otherwise its clients are anonymous.
  void add(LinkId router, std::string_view name, bool has_identity = false);
  // Removes the router. All clients behind it leave, for this reason.
  void remove(LinkId router, std::string_view reason);
  bool contains(LinkId router) const { return routers_.contains(router); }
  const std::string& name(LinkId router) const { return routers_.at(router).name; }
  // Returns the link of the router, if it is connected.
  std::optional<LinkId> find(std::string_view name) const;
  bool has_members_of_any(LinkId router,
                          const std::set<std::string, std::less<>>& federations) const;
  // Handles a frame of the router's link. Returns the fault of a wrong frame.
  Fault receive_frame(LinkId router, wire::Bytes frame);
  // Returns the sender of the record that the last call of receive_frame() began to carry out: a
  // client, or the router itself.
  LinkId record_sender() const { return record_sender_; }
  // Return the memory, about, that the clients behind the router and their texts take, and that of
  // all routers.
  std::size_t held_bytes(LinkId router) const;
  std::size_t held_bytes() const;
  // Records the number of bytes in the queue of the router's link.
  void record_backlog(LinkId router, std::size_t bytes);

  // --- Clients behind them.
  bool has_client(LinkId client) const { return clients_behind_.contains(client); }
  void send_to_client(LinkId client, wire::Bytes record);
  // Returns the link of the client's router.
  LinkId router_of(LinkId client) const {
    const auto at = clients_behind_.find(client);
    return at == clients_behind_.end() ? LinkId{} : at->second.router;
  }
  // Returns the client's address by Host::address_of(); 0: none or unknown.
  std::uint64_t address_of(LinkId client) const {
    const auto at = clients_behind_.find(client);
    return at == clients_behind_.end() ? 0 : at->second.address;
  }
  // Handles a notice, and sends it to the routers that it concerns. Does nothing for a client that
  // is not behind one of them.
  void notify(const Notice& notice) {
    std::visit([this](const auto& one) { apply_notice(one); }, notice);
  }
  // Sends a complete record for the router itself, after all earlier output of its link. Returns
  // false if the link has ended.
  bool send_to_router(LinkId router, wire::Bytes word) override;
  // Flushes the records sent before, then ends the client's link.
  void disconnect(LinkId client, std::string_view reason);
  wire::BestEffortLosses best_effort_losses(LinkId client) const {
    return clients_behind_.at(client).dropped;
  }
  // Sends the collected frames. Called at the end of each turn, and before other output of these
  // links.
  void flush();

  // Returns the state of each link, for people. The host adds the losses.
  std::vector<wire::RouterLinkInfo> status() const;

 private:
  struct Router {
    Router(std::string its_name, FanOut::Send send)
        : name(std::move(its_name)), fan_out(std::move(send)) {}
    const std::string name;
    bool has_identity = false;
    FanOut fan_out;                          // counts frames and bytes
    std::map<ClientNumber, LinkId> clients;  // by their numbers
    // Highest announced number. A client with a lower number that is not in `clients` has gone.
    ClientNumber last_number = 0;
    std::size_t text_bytes = 0;  // of its clients
    // The federations of the members behind it: of each how many there are, and how far the router
    // knows that the log has passed.
    struct Federation {
      std::size_t members = 0;
      wire::Position log_sent = 0;
      wire::Position restored_at = 0;  // Membership::since of the last restore
    };
    std::map<std::string, Federation, std::less<>> federations;
    // Records that the RTIG has taken, of which the router is to know before anything else.
    std::vector<wire::ClientHandled> handled;
    std::size_t backlog = 0;
    bool has_collected_frames = false;  // something may wait in fan_out
    std::uint64_t frames_sent = 0;
    std::uint64_t bytes_sent = 0;
    std::uint64_t frames_received = 0;
    std::uint64_t bytes_received = 0;
  };
  struct Client {
    LinkId router;
    ClientNumber number = 0;
    std::uint64_t address = 0;
    std::size_t text_bytes = 0;  // of ClientUp and of its first record
    std::size_t backlog = 0;     // at its own link
    wire::BestEffortLosses dropped = {};
    std::string federation = {};  // empty: it is no member
    std::uint32_t admissions = 0;
    FederateHandle federate = {};
    wire::Position since = 0;      // records from before it are ignored
    bool has_sent_record = false;  // its first record
    // Its link has ended. Its router waits until it is no longer a member.
    bool has_gone = false;
  };

  void apply_notice(const MemberAdmitted& admitted);
  void apply_notice(const MemberResigned& resigned);
  void apply_notice(const MemberStays& stays);
  void apply_notice(const RequestsHandled& handled);
  void apply_notice(const LogForwarded& forwarded);
  void apply_notice(const ForwardedBefore& before) {
    peers_.record_forwarded_before(before.session, before.from);
  }
  // Returns the client behind one of the routers; null: it is not there.
  Client* find_client(LinkId client) {
    const auto at = clients_behind_.find(client);
    return at == clients_behind_.end() ? nullptr : &at->second;
  }
  Fault receive_from_client(LinkId router, Router& from, ClientNumber number, LinkId client,
                            wire::Bytes record);
  // Answers a request to create a federation with a FED that is too long.
  void refuse_long_request(LinkId client, wire::Bytes record);
  // Asks a client to come again later if too many join at once. Only at the RTIG. Returns true if
  // so.
  bool postpone_if_needed(LinkId client, wire::Bytes record);
  Fault receive_from_router(LinkId router, Router& from, const wire::Record& record);
  // Handle words of a router below, each described in wire/messages/router_messages.hpp.
  Fault receive_message(LinkId router, Router& from, const wire::ClientUp& up);
  Fault receive_message(LinkId router, Router& from, const wire::ClientDown& down);
  Fault receive_message(LinkId router, Router& from, const wire::ClientBacklog& backlog);
  Fault receive_message(LinkId router, Router& from, const wire::ClientInterestDigests& digests);
  Fault receive_message(LinkId router, Router& from, const wire::ClientInterestDoubted& doubted) {
    return notify_sink<ClientDigestMismatch>(router, from, doubted.client);
  }
  Fault receive_message(LinkId router, Router& from, const wire::ClientToMove& to_move) {
    return notify_sink<ClientMustMove>(router, from, to_move.client);
  }
  // Passes a word about one of the router's clients to the sink.
  template <class Word>
  Fault notify_sink(LinkId router, Router& from, ClientNumber client);
  Fault receive_message(LinkId router, Router& from, const wire::PeerLinkState& state);
  Fault receive_message(LinkId router, Router& from, const wire::PeerDirect& direct);
  Fault receive_message(LinkId router, Router&, const wire::PeersPart& part) {
    return peers_.end_session(router, part.session);
  }
  Fault receive_message(LinkId, Router&, const wire::RouterAlive&) { return {}; }
  // Give these words of a router to the sink. Return its fault.
  Fault receive_message(LinkId router, Router&, wire::OutsideInterestTaken&& taken) {
    return sink_.receive_from_router(router, taken);
  }
  Fault receive_message(LinkId router, Router&, wire::OutsideInterestDoubted&& doubted) {
    return sink_.receive_from_router(router, doubted);
  }
  Fault receive_message(LinkId router, Router&, wire::TimeStated&& stated) {
    return sink_.receive_from_router(router, stated);
  }
  Fault receive_message(LinkId router, Router&, wire::StreamsReceived&& streams) {
    return sink_.receive_from_router(router, streams);
  }
  Fault receive_message(LinkId router, Router&, wire::AttachRouter&& attach) {
    return sink_.receive_from_router(router, attach);
  }
  static Fault unannounced_fault(ClientNumber number);
  // Records that the RTIG has handled this record of the client; send_handled() tells the client's
  // router.
  void queue_handled(LinkId router, ClientNumber number, wire::Bytes bytes);
  void send_handled(Router& to);
  // Tells the peers of the client's router how far the RTIG has handled the client's records.
  void record_handled_for_peers(const Client& client, wire::Position position);
  // Ends the client's membership here and at peers of its router, which come to know it after
  // `log_position`.
  void remove_membership(Client& client, wire::Position log_position = 0);
  void leave_for_restore(const Client& client, wire::Position since);
  // Tells the sink which pairs of routers no longer exchange data directly.
  void report_ended_directs();
  void send_frame(LinkId router, wire::Bytes prefix, wire::Bytes record);
  template <class Message>
  void send_message(LinkId router, const Message& message);
  void erase_client(LinkId client);

  Sink& sink_;
  Host& host_;
  const SinkKind sink_kind_;
  const std::size_t clients_of_router_max_;
  std::map<LinkId, Router> routers_;
  boost::unordered_flat_map<LinkId, Client, std::hash<LinkId>> clients_behind_;
  PeerSessions peers_;
  std::vector<LinkId> with_collected_frames_;
  LinkId record_sender_;
  std::size_t text_bytes_ = 0;  // of all routers
  wire::Buffer out_;
  wire::Buffer handled_out_;  // sent before out_
};

}  // namespace triad::router
