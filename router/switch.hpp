// One federation at a router below the RTIG's. Decides where each record of a member, of the router
// above and of a peer goes next. Combines four parts: data and interest (edge_switch.hpp), logical
// time (time_exchange.hpp), members that share memory (member_segment.hpp), and requests that wait
// on their way up (up_gate.hpp). Pure, part of a Relay, which finds the Switch of each record and
// keeps the clients.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "router/edge_switch.hpp"
#include "router/fault.hpp"
#include "router/link_frame.hpp"
#include "router/member_segment.hpp"
#include "router/relay_host.hpp"
#include "router/time_exchange.hpp"
#include "router/up_gate.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::router {

// Numbers and sums of all federations at a router.
struct SwitchCounts {
  std::uint64_t last_number = 0;          // of words that routers below answer
  std::uint64_t last_fabric = 0;          // number of the last segment
  std::vector<std::size_t> held_of_peer;  // index: peer; bytes of its data that wait here
};

class Switch final : EdgeSwitch::Host, TimeExchange::Host, MemberSegment::Host {
 public:
  // Keeps the references, which must outlive the Switch. `piece` is the most entries and cells in
  // one record of interest.
  Switch(RelayHost& host, SwitchCounts& counts, const BoundOrder& order, std::string name,
         std::size_t piece);
  Switch(const Switch&) = delete;
  Switch& operator=(const Switch&) = delete;

  const std::string& name() const { return name_; }
  // Returns true if it has no member and no session with a peer.
  bool empty() const { return edge_.empty() && !edge_.peers().has_sessions(); }

  // --- Members.
  struct Newcomer {
    LinkId client;
    FederateHandle federate;
    wire::Position since = 0;
    bool moved = false;
    bool has_link = true;    // false: its link has ended, and the router above does not know yet
    bool has_queue = false;  // output for it is queued
    bool recovers = false;   // these two as in wire::ClientAdmitted
    bool may_return = false;
  };
  // Adds a member, or a present one under a new handle after a restore.
  void add_member(const Newcomer& newcomer);
  enum class Departure : std::uint8_t {
    resigned,  // or it is a member elsewhere
    cut_off,   // the router above has ended its link
  };
  // Removes a member of which the router above says that it is none any more.
  void remove_member(LinkId client, Departure departure);
  // Records that the client's link has ended. It stays a member until remove_member().
  void record_link_end(LinkId client);
  // Returns the member at the client; none: the client is not a member here.
  std::optional<EdgeSwitch::Place> member(LinkId client) const { return edge_.member(client); }
  // Returns the client of the member; null: the member is not here.
  const LinkId* find(FederateHandle member) const { return edge_.find(member); }
  // Records whether output for the client is queued.
  void record_queue(LinkId client, bool has_queue) { segment_.record_queue(client, has_queue); }

  // --- Records of members.
  struct Received {
    Fault fault = {};       // of a record that its sender may not send
    LinkId faulty = {};     // the client to blame for it
    bool went_up = false;   // or waits for that
    bool was_kept = false;  // no member beyond this router wants it
  };
  // Returns true if the client shares memory with members here. Then the caller reads the segment
  // before receive_from_client(): records that a member wrote there precede those of its link.
  bool shares_memory(LinkId client) const { return segment_.contains(client); }
  // Returns the memory of the members here that share memory; none: there are no such members.
  std::optional<FabricId> fabric() const {
    return segment_.empty() ? std::nullopt : std::optional(fabric_);
  }
  Received receive_from_client(LinkId client, const wire::Record& record);
  // Handle a record in the segment, or its header if needs_segment_record() returns false.
  Received receive_from_segment(LinkId client, const wire::Record& record);
  bool needs_segment_record(LinkId client, const wire::Record& beginning) const;
  Received receive_segment_header(LinkId client, const wire::Record& beginning);
  // Sends a word to the router above, after the data that peers have yet to receive if
  // `waits_for_peers`.
  void queue_word_up(wire::Bytes word, bool waits_for_peers) {
    send_up({}, kRouterPrefix, word, waits_for_peers);
  }

  // --- Records of the router above.
  // Delivers a record of which each router chooses the receivers. Returns false if its frame names
  // all receivers instead, because times cannot be compared.
  bool deliver(const wire::Record& record, const records::RecordRules& rules,
               LinkId representative);
  // Applies the log position of a record before it is delivered. Records that waited for that
  // position go first.
  void record_log_position(const wire::RecordHeader& header) { edge_.record_log_position(header); }
  // Delivers a record to this member.
  void deliver_to(LinkId client, const wire::Record& record);
  void record_handled(LinkId client, wire::Position position);
  void record_log_forwarded(wire::Position position) { edge_.record_log_forwarded(position); }
  void receive_from_upper(const wire::OutsideInterest& outside);
  // Returns false if the interest stated here differs from the digest, for the first time.
  [[nodiscard]] bool receive_from_upper(const wire::OutsideInterestDigest& digest);
  void receive_from_upper(const wire::TimeBegins& begins);
  void receive_from_upper(const wire::MemberTimeChanged& changed) {
    time_.receive_from_upper(changed);
  }
  Fault receive_from_upper(const wire::TimeTold& told) { return time_.receive_from_upper(told); }

  // --- Recovery (member_streams.hpp).
  class RecoveryPart {
   public:
    explicit RecoveryPart(Switch& of) : of_(of) {}
    // Handles a step, and passes it to routers below.
    void receive_step(const wire::FederationRecovers& step);
    // Handles acknowledgements of a router below, or of the one above (MemberStreams::kUpper).
    void receive_acknowledgements(LinkId router, const wire::StreamsReceived& streams) {
      of_.edge_.streams().record_received(router, streams.received);
    }
    // Acknowledges the members' records that all receivers beyond this router have. Called at
    // intervals.
    void send_acknowledgements();
    bool acknowledgements_are_due() const {
      return of_.may_acknowledge() && of_.edge_.streams().has_stable();
    }

   private:
    Switch& of_;
  };
  RecoveryPart recovery() { return RecoveryPart(*this); }

  // --- Words of routers below, and peers.
  Fault receive_statement(LinkId router, const wire::TimeStated& stated) {
    return time_.receive_statement(router, stated);
  }
  InterestExchange& interest() { return edge_.interest(); }
  const InterestExchange& interest() const { return edge_.interest(); }
  PeerRoutes& peers() { return edge_.peers(); }
  // Begins direct forwarding between two routers below. Returns true if all that `direct.from` has
  // sent before has been forwarded; if not, it gives ForwardedBefore later.
  [[nodiscard]] bool begin_direct(LinkId from, LinkId to, std::uint64_t session) {
    return edge_.begin_direct(from, to, session);
  }
  void end_direct(LinkId from, LinkId to) { edge_.end_direct(from, to); }
  std::vector<std::pair<LinkId, InterestDigest>> collect_digests() {
    return edge_.collect_digests();
  }
  // Returns the client's member if it is here and has stated another interest.
  std::optional<wire::FederateHandle> find_mismatch(LinkId client, InterestDigest digest) {
    const auto member = edge_.member(client);
    if (!member || edge_.streams().is_in_recovery()) return std::nullopt;
    if (edge_.matches_digest(client, digest)) return std::nullopt;
    return member->federate;
  }

  // --- Turns.
  bool turn_is_due() const;
  void end_turn();
  void after_flush() { segment_.after_flush(); }
  // Sends all that waits on its way up. Called before the Switch is destroyed.
  void release_all_up();
  // Returns the bytes of members' records that wait here.
  std::size_t held_bytes() const;

 private:
  // --- EdgeSwitch::Host
  std::string_view federation() const override { return name_; }
  std::uint64_t new_number() override { return ++counts_.last_number; }
  bool send_to_router(LinkId router, wire::Bytes word) override {
    return host_.send_to_router(router, word);
  }
  void send_word_up(wire::Bytes word) override { host_.send_to_upper(kRouterPrefix, word); }
  std::uint64_t state_to_peer(PeerIndex peer, const wire::OutsideInterest& outside) override {
    return edge_.peers().send_interest(peer, outside);
  }
  void answer_peer(PeerIndex peer, std::uint64_t round) override {
    edge_.peers().send_interest_taken(peer, round);
  }
  void answer_member(FederateHandle member, wire::Position, InterestExchange::Answer,
                     wire::Bytes record) override;
  void record_forwarded_before(std::uint64_t session, LinkId from) override {
    host_.notify(ForwardedBefore{session, from});
  }
  void send_to_peer(PeerIndex peer, wire::Bytes word) override {
    host_.send_to_peer(peer, kRouterPrefix, word);
  }
  void send_through_upper(wire::Bytes word) override { host_.send_to_upper(kRouterPrefix, word); }
  void begin_direct(std::uint64_t session) override;
  void record_peer_receipt() override;
  void end_session(std::uint64_t session) override;
  std::size_t record_held_bytes(PeerIndex peer, std::ptrdiff_t change) override {
    return counts_.held_of_peer[peer] += static_cast<std::size_t>(change);
  }
  // --- TimeExchange::Host
  void send_time_statement(const wire::TimeStated& stated) override;
  void send_lbts(std::span<const FederateHandle> to, const wire::LbtsTold& told,
                 wire::Position log) override;
  // --- MemberSegment::Host
  void send_by_link(LinkId client, wire::Bytes record) override {
    host_.send_record(client, record);
  }
  void publish(wire::Bytes record) override { host_.publish(fabric_, {}, record); }
  std::optional<wire::Position> fully_forwarded_position(LinkId client) const override {
    return edge_.fully_forwarded_position(client);
  }
  wire::Position forwarded_log_position() const override { return edge_.forwarded_log_position(); }

  // Sends a record to the router above, after the data that peers have yet to receive if
  // `waits_for_peers`. `client`: its sender; zero: this router.
  void send_up(LinkId client, wire::Bytes prefix, wire::Bytes record, bool waits_for_peers);
  // Returns true if members of the federation may return after the loss of their links.
  bool recovers() const { return edge_.streams().is_enabled(); }
  bool may_acknowledge() const {
    return edge_.streams().may_acknowledge() && !edge_.has_lost_members();
  }
  // Handles an acknowledgement of a member with a link to this router. Its part about the RTIG's
  // records goes up.
  Fault receive_acknowledgement(LinkId client, const wire::Record& record);
  // Records that the record goes to this client, or to the router below with its link.
  void record_sent_down(const wire::RecordHeader& header, LinkId client) {
    const LinkId via = host_.router_of(client);
    edge_.streams().record_sent_down(header, via == LinkId{} ? client : via);
  }
  // Handles a member's word about the segment. Returns true if the record needs nothing more.
  bool receive_segment_word(LinkId client, const wire::Record& record, Received& result);
  // Delivers a member's data, after the records of the segment that its sender wrote before.
  void deliver_data(LinkId client, wire::Bytes record);
  // Sends the record after the records of the segment that may be its causes.
  void send_after_segment(LinkId client, wire::Bytes record) {
    if (!segment_.empty()) segment_.send_read_positions(client);
    host_.send_record(client, record);
  }
  void add_to_segment(const Newcomer& newcomer);
  void forward_up(LinkId client, const wire::Record& record);

  RelayHost& host_;
  SwitchCounts& counts_;
  const std::string name_;
  EdgeSwitch edge_;
  TimeExchange time_;
  MemberSegment segment_{*this};
  FabricId fabric_{};  // memory of the segment
  UpGate up_gate_;
  wire::Buffer prefix_out_;
  wire::Buffer lbts_out_;
};

}  // namespace triad::router
