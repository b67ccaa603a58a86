// A router with another router between itself and the RTIG. Forwards its clients' records upwards,
// and the records from above to its clients. It has a Switch for each federation with members
// behind it, which decides where a record goes. A client behind a router below (lower_routers.hpp)
// is a client like one with a link of its own. Its number on the upper link is its LinkId here.
// Pure.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/link_frame.hpp"
#include "router/relay_host.hpp"
#include "router/sink.hpp"
#include "router/switch.hpp"
#include "router/way_up.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class Relay final : public Sink {
 public:
  using Host = RelayHost;

  // Keeps references to `host` and `order`, which must outlive the Relay. `order` compares times in
  // federations in which this router reduces promises. `name`: name of this router. More clients
  // than `clients_max` are refused. `piece`: greatest number of entries and cells in one record of
  // interest.
  Relay(Host& host, const BoundOrder& order, std::string name, std::size_t clients_max,
        std::vector<std::string> peers = {}, std::size_t piece = InterestLimits().piece)
      : host_(host),
        order_(order),
        name_(std::move(name)),
        clients_max_(clients_max),
        piece_(piece) {
    counts_.held_of_peer.resize(peers.size());
    for (std::string& peer : peers) peers_.push_back({.name = std::move(peer)});
  }

  // --- The router nearer to the RTIG.
  void record_upper_connected();
  // Records that the link to the upper router has ended, or that there was none yet: clients
  // receive the reason, and their links end.
  void record_upper_lost(std::string_view reason);
  // Handles a frame of its link, after the handshake. Returns the fault of a wrong frame.
  Fault receive_frame_from_upper(wire::Bytes frame);

  // Sets the relays that best effort between peers may use. Called before anything else. They
  // outlive this object.
  void set_relaying(BestEffortRelays& relaying) { relaying_ = &relaying; }

  // --- Peers.
  // Record that the link to the peer has come up, or has ended.
  void record_peer_connected(PeerIndex peer) { set_peer_up(peer, true); }
  void record_peer_lost(PeerIndex peer) { set_peer_up(peer, false); }
  // Handles a frame of the peer's link, after the handshake. Returns the fault of a wrong frame.
  Fault receive_frame_from_peer(PeerIndex peer, wire::Bytes frame);
  // Cuts off the peer if a record has waited because of it for longer than the patience. `link`:
  // counts of the link to the peer, if it is up. Called at intervals.
  void check_peer_patience(PeerIndex peer, const PeerPatience& patience,
                           const std::optional<PeerOutput>& link, std::chrono::milliseconds now);
  // Permits the peer to have sessions again.
  void readmit(PeerIndex peer);

  // --- Clients, and routers below.
  void add_client(LinkId client, const NewClient& arrived) override;
  void receive_from_client(LinkId client, wire::Bytes record) override;
  void remove_client(LinkId client, std::string_view reason, LinkEnd end) override;
  void record_backlog(LinkId client, std::size_t bytes) override;
  Fault receive_from_router(LinkId router, const RouterMessage& word) override;
  // Sends the digests of interest that has changed since the last call. Called at intervals.
  void send_digests();
  bool digests_are_due() const;
  // Acknowledges members' records in federations that recover. Called at intervals.
  void send_acknowledgements();
  bool acknowledgements_are_due();
  // Returns routers that have become late. The interval between calls is the time for an answer.
  // Routers in `unread` are skipped, because nothing is read from them at present.
  LateRouters find_late_routers(std::span<const NeighbourRouter> unread);
  // --- Segments.
  // Handles a member's record in its segment, or its header if no member wants the rest.
  void receive_from_segment(LinkId client, wire::Bytes record);
  bool needs_segment_record(LinkId client, wire::Bytes beginning) const;
  void receive_segment_header(LinkId client, wire::Bytes beginning);

  // Acknowledges the words of peers and sends routers below the next piece of a long statement.
  // The host calls it again soon while turn_is_due().
  bool turn_is_due() const;
  void end_turn() override;
  void after_flush() override;
  // Begins to leave the mesh: sends its own clients to another router for their next request, and
  // asks the RTIG to move its members. A member that does not move stays until it resigns. A second
  // call asks again.
  void leave_mesh();
  bool is_leaving() const { return is_leaving_; }
  // Ends the links of clients that may return by other routers, without a reason. Called before the
  // router ends, which tells the others why.
  void release_returning_clients(std::string_view reason);
  // Returns whether this router may end: no client behind it is a member or waits for an answer.
  bool may_end() const;
  // Returns the name of the client's federation execution; empty if it is no member.
  std::string_view federation_of(LinkId client) const;
  std::size_t client_count() const { return clients_.size(); }
  // Calls visit(federation, bytes) for each federation: bytes of its members' records that wait
  // here for their causes, for a peer, or to go up after earlier data.
  template <class Visit>
  void for_each_held(Visit&& visit) const {
    for (const auto& [name, federation] : federations_) visit(name, federation.held_bytes());
  }
  // Calls visit(federation, fabric) for each federation with members that share memory here.
  template <class Visit>
  void for_each_fabric(Visit&& visit) const {
    for (const auto& [name, federation] : federations_) {
      if (const auto fabric = federation.fabric()) visit(name, *fabric);
    }
  }
  // Returns the number of clients' records that did not go up since the upper link came up, because
  // no member beyond it wanted them.
  std::uint64_t records_kept() const { return records_kept_; }

 private:
  struct Client {
    Switch* federation = nullptr;  // null: it is no member
    FederateHandle federate = {};  // the last that it had; the answer to its resignation names it
    std::uint32_t admissions = 0;
    std::size_t backlog = 0;
    wire::Position pending_request = 0;  // its last request to the RTIG, until that is answered
    std::size_t reported_backlog = 0;
    wire::BestEffortLosses reported_dropped;
    // It is a member that may return, has made no request yet, or repeats its last one by a new
    // link.
    bool may_return = true;
    bool has_made_request = false;
  };

  Fault receive_record_from_upper(const wire::Record& record);
  // Delivers a record of which each router chooses the receivers. `representative`: a member here,
  // which names the federation. Returns false if the frame names all receivers instead.
  bool deliver(LinkId representative, const wire::Record& record);
  // Forgets the pending request of a member that a record of the log answers.
  void record_answer_of_log(const Switch& of, const wire::RecordHeader& header);
  // Handles a record of a client that is no member.
  Switch::Received forward_up(LinkId client, const wire::Record& record);
  // Ends the link of a client that has sent a faulty record, and counts a record that went no
  // further.
  void apply(const Switch::Received& result);
  void disconnect_faulty(LinkId client, std::string_view fault);
  // Handle words of the router above, each described in wire/messages/router_messages.hpp.
  Fault receive_message(const wire::ClientDown& down);
  Fault receive_message(const wire::ClientAdmitted& admitted);
  Fault receive_message(const wire::ClientResigned& resigned);
  Fault receive_message(const wire::ClientHandled& handled);
  Fault receive_message(const wire::LogPassed& passed);
  Fault receive_message(const wire::OutsideInterest& outside);
  Fault receive_message(const wire::OutsideInterestDigest& digest);
  Fault receive_message(const wire::TimeBegins& begins);
  Fault receive_message(const wire::MemberTimeChanged& changed);
  Fault receive_message(const wire::TimeTold& told);
  Fault receive_message(const wire::FederationRecovers& step);
  Fault receive_message(const wire::StreamsReceived& streams);
  Fault receive_message(const wire::PeersMeet& meet);
  Fault receive_message(const wire::PeersPart& part);
  Fault receive_message(const wire::PeerMember& member) { return forward_to_peer_routes(member); }
  Fault receive_message(const wire::PeerMemberGone& gone);
  Fault receive_message(const wire::PeerHandled& handled) {
    return forward_to_peer_routes(handled);
  }
  Fault receive_message(const wire::PeerDirect& direct) { return forward_to_peer_routes(direct); }
  Fault receive_message(const wire::RouterAlive&) { return {}; }
  Fault receive_message(const wire::RouterAttached& attached);
  Fault receive_message(const wire::RouterDetached& detached);
  Fault receive_message(const wire::ClientStays& stays);
  // Handle the words of a router below.
  Fault receive_message(LinkId router, const wire::OutsideInterestTaken& taken);
  Fault receive_message(LinkId router, const wire::OutsideInterestDoubted& doubted);
  Fault receive_message(LinkId router, const wire::TimeStated& stated);
  Fault receive_message(LinkId router, const wire::StreamsReceived& streams);
  Fault receive_message(LinkId router, const RouterReconnected& back);
  Fault receive_message(LinkId router, const wire::AttachRouter& attach);
  Fault receive_message(LinkId router, const RouterGone&) {
    way_up_.forget(router);
    return {};
  }
  Fault receive_message(LinkId router, const ClientInterestDigest& interest);
  Fault receive_message(LinkId router, const ClientDigestMismatch& doubted);
  Fault receive_message(LinkId router, const ClientMustMove& leaves);
  Fault receive_message(LinkId router, const DirectForwarding& direct);
  Fault receive_message(LinkId router, const DirectForwardingEnded& ended);
  template <class Message>
  Fault forward_to_peer_routes(const Message& message);
  // Handles a peer's word that came through the upper router.
  void receive_from_peer_through_upper(const wire::Record& word);
  // Handles a peer's word of the overlay.
  Fault receive_overlay_record(PeerIndex peer, const wire::Record& word);
  // Delivers best effort that peers relay, and relays it further.
  Fault receive_relayed(PeerIndex peer, const wire::Record& word);
  Switch* federation_of_session(std::uint64_t session);
  void set_peer_up(PeerIndex peer, bool up);
  // Tells the upper router and all federations whether the peer can be reached directly.
  void send_link_state(PeerIndex peer);
  // Exchanges no more data with the peer directly, until readmit().
  void cut_off(PeerIndex peer, std::string_view reason);
  // Forgets the client's pending request if this record answers it.
  static void record_answer(Client& of, const wire::RecordHeader& header);
  // Applies the record's log position, before the record is forwarded.
  void record_log_position(const LinkFrame& frame, const wire::Record& record);
  Switch* find(std::string_view name);  // null: it has no member here
  // Returns the federation, and adds it if needed.
  Switch& federation(std::string_view name);
  // Returns the client's federation, or its federation until its link ended; null if it is no
  // member.
  Switch* federation_of_member(LinkId client) const;
  // Removes the client from its federation.
  void remove_membership(LinkId client, Switch::Departure departure = Switch::Departure::resigned);
  // Tells routers below that members without a link are no longer members. Called if the upper link
  // is lost.
  void erase_departing(const std::string& reason);
  void send_words(const WayUp::Words& words);
  // Sends digests of the clients' interest to the upper router.
  void send_client_digests(Switch& of);
  void erase_if_empty(Switch& federation);
  // Tells the client the reason, and ends its link.
  void refuse_client(LinkId client, const std::string& text);
  template <class Message>
  void send_message_to_upper(const Message& message);

  Host& host_;
  const BoundOrder& order_;
  const std::string name_;
  const std::size_t clients_max_;
  const std::size_t piece_;
  bool upper_is_up_ = false;
  WayUp way_up_;
  std::string down_reason_ = "it has just been started";
  bool is_leaving_ = false;
  LinkId last_announced_;  // to the router above
  std::uint64_t records_kept_ = 0;
  boost::unordered_flat_map<LinkId, Client, std::hash<LinkId>> clients_;
  // Clients with ended links that the RTIG has not resigned yet. Until then their records are still
  // forwarded.
  std::unordered_map<LinkId, Switch*> departing_;
  std::map<std::string, Switch, std::less<>> federations_;
  struct Peer {
    std::string name;
    bool is_up = false;   // its link
    bool is_cut = false;  // it has no sessions, as if its link were not up
    bool is_linked() const { return is_up && !is_cut; }
  };
  std::vector<Peer> peers_;
  BestEffortRelays* relaying_ = nullptr;  // null: there is no overlay
  SwitchCounts counts_;
  std::unordered_map<std::uint64_t, Switch*> sessions_;  // with peers
  wire::Buffer prefix_out_;
  wire::Buffer out_;
};

template <class Message>
Fault Relay::forward_to_peer_routes(const Message& message) {
  Switch* const federation = federation_of_session(message.session);
  if (federation != nullptr) federation->peers().receive_from_upper(message);
  return {};
}

template <class Message>
void Relay::send_message_to_upper(const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send_to_upper(kRouterPrefix, out_);
}

}  // namespace triad::router
