// A router with another router between itself and the RTIG. Forwards its clients' records upwards,
// and the records from above to its clients. Forwards updates and interactions between its members
// itself, keeps those that no other member wants (edge_switch.hpp), and sends peers those that
// their members want (peer_routes.hpp). A client behind a router below (lower_routers.hpp) is a
// client like one with a link of its own. Its number on the upper link is its LinkId here. Pure.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/client_links.hpp"
#include "router/edge_switch.hpp"
#include "router/fault.hpp"
#include "router/hop_trial.hpp"
#include "router/link_frame.hpp"
#include "router/member_segment.hpp"
#include "router/member_times.hpp"
#include "router/sink.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

class Relay final : public Sink {
 public:
  // Called from within calls of this class only. Must not call back.
  class Host : public ClientLinks {
   public:
    // A frame in two parts, for the router nearer to the RTIG; valid during the call.
    virtual void send_to_upper(wire::Bytes prefix, wire::Bytes record) = 0;
    // For routers below: same as in LowerRouters.
    virtual void handled(LinkId client, wire::Position position) = 0;
    virtual void passed_before(std::uint64_t session, LinkId from) = 0;
    // The peer is cut off, for this reason, until readmit() is called.
    virtual void peer_is_cut_off(PeerIndex, std::string_view /*why*/) {}
    // A frame in two parts, for a peer with a link that is up; valid during the call.
    virtual void send_to_peer(PeerIndex peer, wire::Bytes prefix, wire::Bytes record) = 0;
    // Handles a peer's word of the overlay. Returns the fault of a wrong word.
    virtual Fault on_overlay_word(PeerIndex, const wire::Record&) {
      return "a record of an overlay that this router does not belong to";
    }
    // Calls on_segment_record() for each record that members have written there so far.
    virtual void read_fabric(FabricId) {}
  };

  // The host and the order outlive the Relay. It compares times by that order in federations in
  // which the router above lets it reduce promises. `name` is this router's. More clients than
  // `clients_max` are refused. `piece`: see InterestLimits.
  Relay(Host& host, const BoundOrder& order, std::string name, std::size_t clients_max,
        std::vector<std::string> peers = {}, std::size_t piece = InterestLimits().piece)
      : host_(host),
        order_(order),
        name_(std::move(name)),
        clients_max_(clients_max),
        piece_(piece) {
    for (std::string& peer : peers) peers_.push_back({.name = std::move(peer)});
  }

  // --- The router nearer to the RTIG.
  void on_upper_up();
  // Its link has ended, or there was none yet: clients are told why, and go.
  void on_upper_down(std::string_view reason);
  // Handles a frame of its link, after the handshake. Returns the fault of a wrong frame.
  Fault on_upper_frame(wire::Bytes frame);

  // Best effort between peers may go by relays; before anything else. It outlives this one.
  void set_relaying(Relaying& relaying) { relaying_ = &relaying; }

  // --- Peers. The link to one has come up, or ended.
  void on_peer_up(PeerIndex peer) { set_peer_up(peer, true); }
  void on_peer_down(PeerIndex peer) { set_peer_up(peer, false); }
  // Handles a frame of its link, after the handshake. Returns the fault of a wrong frame.
  Fault on_peer_frame(PeerIndex peer, wire::Bytes frame);
  // Cuts off the peer if something has waited because of it for longer than the patience. `link`:
  // of the link to it, if that is up. To be called now and then.
  void look_at_peer(PeerIndex peer, const PeerPatience& patience,
                    const std::optional<LeftForPeer>& link, std::chrono::milliseconds now);
  // It may have sessions again.
  void readmit(PeerIndex peer);

  // --- Clients, and routers below.
  void on_up(LinkId client, std::string_view from, bool trusted) override;
  void on_record(LinkId client, wire::Bytes record) override;
  void on_down(LinkId client, std::string_view reason) override;
  void on_backlog(LinkId client, std::size_t bytes) override;
  Fault on_word(LinkId router, const RouterWord& word) override;
  // Sends the digests of interest that has changed since the last call. Called at intervals.
  void tell_digests();
  bool digests_are_due() const;
  // Returns routers that have become late. The interval between calls is the time for an answer.
  // Nothing is taken just now from those in `unread`.
  LateRouters find_late_routers(std::span<const LinkId> unread);
  // --- Segments.
  // Handles a member's record in its segment, or its header if no member wants the rest.
  void on_segment_record(LinkId client, wire::Bytes record);
  bool wants_in_segment(LinkId client, wire::Bytes beginning) const;
  void on_segment_header(LinkId client, wire::Bytes beginning);

  // Acknowledges the words of peers and sends routers below the next piece of a long statement.
  // Called again soon while turn_is_due().
  bool turn_is_due() const;
  void end_turn() override;
  void after_flush() override;
  // Begins to leave the mesh: sends its own clients to another router for their next request, and
  // asks the RTIG to move its members. A member that does not move stays until it resigns. A second
  // call asks again.
  void leave_mesh();
  bool is_leaving() const { return leaving_; }
  // No client behind it is a member or waits for an answer.
  bool may_end() const;
  // Name of the client's federation execution. Empty: it is no member.
  std::string_view federation_of(LinkId client) const;
  std::size_t client_count() const { return clients_.size(); }
  // visit(federation, bytes): bytes of its members' records that wait here to be passed between
  // them, for a peer to receive it, or to go up behind that.
  template <class Visit>
  void for_each_held(Visit&& visit) const {
    for (const auto& [name, federation] : federations_) visit(name, federation.held_bytes());
  }
  // Calls visit(federation, fabric) for each federation with members that share memory here.
  template <class Visit>
  void for_each_fabric(Visit&& visit) const {
    for (const auto& [name, federation] : federations_) {
      if (!federation.segment.empty()) visit(name, federation.fabric);
    }
  }
  // Number of clients' records that did not go up since the upper link came up, because no member
  // beyond it wanted them.
  std::uint64_t records_kept() const { return records_kept_; }

 private:
  TRIAD_IN_TRIAL(friend class HopChoice; wire::RecordHeader last_of_trial_;)
  // With members behind this router.
  struct Federation final : EdgeSwitch::Host, MemberTimes::Host, MemberSegment::Host {
    Federation(Relay& its_relay, std::string its_name);
    // Sends a record to the router above, through the gate.
    void send_up(LinkId client, wire::Bytes prefix, wire::Bytes record, bool waits_for_peers);
    void forget(LinkId client);
    void send_all_up();
    void pass_up(const UpGate::Held& held);

    std::uint64_t state_to_peer(PeerIndex peer, const wire::OutsideInterest& outside) override {
      return edge.peers().tell_interest(peer, outside);
    }
    void answer_peer(PeerIndex peer, std::uint64_t round) override {
      edge.peers().tell_taken(peer, round);
    }
    void send_word_up(wire::Bytes word) override { relay.host_.send_to_upper(kRouterPrefix, word); }
    void answer_member(FederateHandle member, wire::Position, InterestExchange::Answer,
                       wire::Bytes record) override;
    void passed_before(std::uint64_t session, LinkId from) override;
    void send_to_peer(PeerIndex peer, wire::Bytes word) override;
    void send_through_upper(wire::Bytes word) override;
    void begin_direct(std::uint64_t session) override;
    void peers_have_received() override;
    void end_session(std::uint64_t session) override;
    std::size_t note_held(PeerIndex peer, std::ptrdiff_t change) override;
    std::size_t held_bytes() const {
      return edge.held_bytes() + edge.peers().unreceived_bytes() + going_up.bytes();
    }

    std::string_view federation() const override { return name; }
    std::uint64_t new_number() override { return ++relay.last_number_; }
    bool send_to_router(LinkId router, wire::Bytes word) override {
      return relay.host_.send_to_router(router, word);
    }
    void state_time(const wire::TimeStated& stated) override;
    void tell_member(FederateHandle member, wire::Bytes record) override;

    void send_by_link(LinkId client, wire::Bytes record) override {
      relay.host_.send(client, record);
    }
    void publish(wire::Bytes record) override { relay.host_.publish(fabric, {}, record); }
    std::optional<wire::Position> passed_on(LinkId client) const override {
      return edge.passed_on(client);
    }
    wire::Position log_passed() const override { return edge.log_passed(); }
    bool is_behind(LinkId client) const override;

    Relay& relay;
    const std::string name;
    EdgeSwitch edge;
    MemberTimes times;
    MemberSegment segment{*this};
    FabricId fabric{};  // memory of the segment
    UpGate going_up;
  };
  struct Client {
    Federation* federation = nullptr;  // null: it is no member
    FederateHandle federate = {};
    wire::Position since = 0;
    std::uint32_t admissions = 0;
    std::size_t backlog = 0;
    wire::Position asked = 0;  // its last request to the RTIG, until that is answered
    std::size_t told_backlog = 0;
    wire::BestEffortLosses told_dropped;
  };

  Fault take_from_upper(const wire::Record& record);
  void send_to(LinkId client, wire::Bytes record, const wire::RecordHeader* header);
  void deliver(Federation& of, LinkId client, wire::Bytes record);
  void enter_segment(Federation& of, LinkId client, FederateHandle member);
  void take_member_record(LinkId client, const wire::Record& record);
  bool take_of_segment(Federation& of, LinkId client, const wire::Record& record);
  void pass_up(LinkId client, Federation* federation, const wire::Record& record);
  void blame(LinkId client, std::string_view what);
  Fault on(const wire::ClientDown& down);
  Fault on(const wire::ClientAdmitted& admitted);
  Fault on(const wire::ClientResigned& resigned);
  Fault on(const wire::ClientHandled& handled);
  Fault on(const wire::LogPassed& passed);
  Fault on(const wire::OutsideInterest& outside);
  Fault on(const wire::OutsideInterestDigest& digest);
  Fault on(const wire::TimeBegins& begins);
  Fault on(const wire::MemberTimeChanged& changed);
  Fault on(const wire::TimeTold& told);
  Fault on(const wire::PeersMeet& meet);
  Fault on(const wire::PeersPart& part);
  Fault on(const wire::PeerMember& member) { return to_peers(member); }
  Fault on(const wire::PeerMemberGone& gone);
  Fault on(const wire::PeerHandled& handled) { return to_peers(handled); }
  Fault on(const wire::PeerDirect& direct) { return to_peers(direct); }
  Fault on(const wire::RouterAlive&) { return {}; }
  Fault on(const wire::ClientStays& stays);
  // Words of a router below.
  Fault on(LinkId router, const wire::OutsideInterestTaken& taken);
  Fault on(LinkId router, const wire::OutsideInterestDoubted& doubted);
  Fault on(LinkId router, const wire::TimeStated& stated);
  Fault on(LinkId router, const RouterBack& back);
  Fault on(LinkId router, const ClientInterest& interest);
  Fault on(LinkId router, const ClientDoubted& doubted);
  Fault on(LinkId router, const ClientLeaves& leaves);
  Fault on(LinkId router, const Direct& direct);
  Fault on(LinkId router, const DirectEnded& ended);
  template <class Message>
  Fault to_peers(const Message& message);
  void take_from_peer_through_upper(const wire::Record& word);
  Fault take_of_overlay(PeerIndex peer, const wire::Record& word);
  Fault take_relayed(PeerIndex peer, const wire::Record& word);
  Federation* federation_of_session(std::uint64_t session);
  void set_peer_up(PeerIndex peer, bool up);
  void tell_of_link(PeerIndex peer);
  void cut_off(PeerIndex peer, std::string_view why);
  static void note_answer(Client& of, const wire::RecordHeader& header);
  void note_from_above(const LinkFrame& frame, const wire::Record& record);
  void note_time_stamped(LinkId client, bool goes_on);
  static bool takes_time(const Client& of, const wire::Record& record);
  Federation* find(std::string_view name);  // null: it has no member here
  // It is not for the client yet.
  bool keeps(LinkId client, const wire::Record& record) const;
  Federation& federation(std::string_view name);
  // The client's federation, or its federation until its link ended. Null: it is no member.
  Federation* membership_of(LinkId client) const;
  void leave(LinkId client);
  void forget_departing();
  void tell_client_interests(Federation& of);
  void erase_if_empty(Federation& federation);
  void refuse(LinkId client, const std::string& text);
  template <class Message>
  void tell_upper(const Message& message);

  Host& host_;
  const BoundOrder& order_;
  const std::string name_;
  const std::size_t clients_max_;
  const std::size_t piece_;
  bool upper_is_up_ = false;
  std::string why_down_ = "it has just been started";
  bool leaving_ = false;
  LinkId last_announced_;  // to the router above
  std::uint64_t records_kept_ = 0;
  std::unordered_map<LinkId, Client> clients_;
  // Clients with ended links that the RTIG has not resigned yet. Until then their records are still
  // forwarded.
  std::unordered_map<LinkId, Federation*> departing_;
  std::map<std::string, Federation, std::less<>> federations_;
  struct Peer {
    std::string name;
    bool is_up = false;    // its link
    bool is_cut = false;   // it has no sessions, as if its link were not up
    std::size_t held = 0;  // bytes of its data that wait here
    bool is_linked() const { return is_up && !is_cut; }
  };
  std::vector<Peer> peers_;
  Relaying* relaying_ = nullptr;  // null: there is no overlay
  std::uint64_t last_fabric_ = 0;
  std::uint64_t last_number_ = 0;                            // of words that routers below answer
  std::unordered_map<std::uint64_t, Federation*> sessions_;  // with peers
  wire::Buffer prefix_out_;
  wire::Buffer out_;
};

template <class Message>
Fault Relay::to_peers(const Message& message) {
  Federation* const federation = federation_of_session(message.session);
  if (federation != nullptr) federation->edge.peers().on(message);
  return {};
}

template <class Message>
void Relay::tell_upper(const Message& message) {
  out_.clear();
  wire::encode_record({}, message, out_);
  host_.send_to_upper(kRouterPrefix, out_);
}

}  // namespace triad::router
