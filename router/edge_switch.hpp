// Passes updates and interactions between the members of one federation that are behind the same
// router, without the way to the RTIG and back. A record goes to the RTIG as well if a member
// beyond this router may want it, and to each peer with members that want it (peer_routes.hpp).
// Pure, part of a Relay.
//
// A member's data waits in an OrderGate until its causes have been forwarded (docs/internals.md,
// "Routers"): the log up to its stamp, and the effects of its sender's earlier requests and
// messages in time-stamp order. The router above reports both before it sends any record that could
// depend on them.
#pragma once

#include <boost/container/flat_set.hpp>
#include <boost/unordered/unordered_flat_map.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "records/record_class.hpp"
#include "router/interest_exchange.hpp"
#include "router/link_id.hpp"
#include "router/member_routers.hpp"
#include "router/member_streams.hpp"
#include "router/order_gate.hpp"
#include "router/peer_routes.hpp"
#include "router/requests_under_way.hpp"
#include "wire/record.hpp"

namespace triad::router {

class EdgeSwitch : private PeerRoutes::Inside {
 public:
  class Host : public InterestExchange::Host, public PeerRoutes::Host {
   public:
    // Records that all records sent before begin_direct() have been forwarded.
    virtual void record_forwarded_before(std::uint64_t /*session*/, LinkId /*from*/) {}
  };
  // Sends one complete record, valid during the call, to one client.
  using Deliver = std::function<void(LinkId client, wire::Bytes record)>;

  // Keeps a reference to the host. `piece`: InterestLimits::piece.
  EdgeSwitch(Deliver deliver, Host& host, std::size_t piece = InterestLimits().piece)
      : deliver_(std::move(deliver)),
        host_(host),
        interest_(host, InterestExchange::Place::below_root,
                  {.keys_end = records::kLocalKeysEnd, .piece = piece}),
        peers_(host, *this, log_) {}

  // --- Members.
  struct Newcomer {
    FederateHandle member;
    LinkId via;  // router below with the member's link; none: the link ends at this router
    // Records that it sent before it had applied the log up to here are ignored.
    wire::Position since = 0;
    bool moved = false;  // same as in wire::ClientAdmitted
    bool recovers = false;
    bool may_return = false;
  };
  // Adds a member, and removes the client's earlier membership: a restore gives clients other
  // handles.
  void add(LinkId client, const Newcomer& newcomer);
  void remove(LinkId client);
  // Records that the client's link has ended, or no longer reaches this router. The client remains
  // a member until remove(), but receives no records.
  void record_link_end(LinkId client);
  bool empty() const { return members_.empty(); }

  // --- Recovery (member_streams.hpp).
  MemberStreams& streams() { return streams_; }
  const MemberStreams& streams() const { return streams_; }
  // Drops all records that wait here, at the beginning of an epoch. Their senders send them again.
  void begin_epoch();
  // Returns true if the link of a member here has ended.
  bool has_lost_members() const { return gone_ != 0; }

  // --- Records.
  // Handles a record of a client. Returns true if the record must go to the RTIG as well. `came`:
  // by the client's link, or in its segment, whose other members have read the record themselves.
  enum class ArrivalPath { by_link, in_segment };
  [[nodiscard]] bool receive_from_client(LinkId client, const wire::Record& record,
                                         ArrivalPath came = ArrivalPath::by_link);
  // Returns whether a record in the client's segment is wanted by a member that does not read it
  // there. Looks at the header only.
  bool has_other_receivers(LinkId client, const wire::Record& beginning) const;
  // Calls visit(client, member) for each member here that receives this record of a peer or of the
  // router above (RecordRules::is_chosen_at_each_hop): a member with a link of its own, or one
  // member of each router below that gets the record.
  template <class Visit>
  void for_each_receiver(const wire::Record& record, Visit&& visit);
  // Returns the position of the client's last record, if all that it has sent by its link, and the
  // log that it had applied, have been forwarded. Empty: not yet, or the client is not here.
  std::optional<wire::Position> fully_forwarded_position(LinkId client) const;
  wire::Position forwarded_log_position() const { return log_.position(); }
  // Records whether the client shares memory with others here.
  void set_in_segment(LinkId client, bool in_segment);
  // Records that no client shares memory here any more.
  void end_segment();
  // Records that all members here have been sent the log up to there. Ends a restore that ends
  // there, and releases held records.
  void record_log_forwarded(wire::Position position);
  // Applies the log position of a record from above, before the record is forwarded.
  void record_log_position(const wire::RecordHeader& header);
  // Records that the RTIG has handled the client's records up to there, and all their effects are
  // here.
  void record_handled(LinkId client, wire::Position position);

  // Returns the digests of members that have stated interest since the last call.
  std::vector<std::pair<LinkId, InterestDigest>> collect_digests();
  // Returns false at the first difference from the client's interest here. Then returns true until
  // the client states its complete interest again.
  [[nodiscard]] bool matches_digest(LinkId client, InterestDigest digest);

  // Returns the interest of members here and beyond the link upwards.
  InterestExchange& interest() { return interest_; }
  const InterestExchange& interest() const { return interest_; }
  // Handles the root's answer to a client's statement of interest. Returns true if the answer is
  // kept until the statement is settled here and below as well.
  bool keeps_settled_answer(LinkId client, const wire::Record& answer);
  struct Place {
    FederateHandle federate;
    LinkId via;
    wire::Position since = 0;
    bool has_gone = false;  // its link has ended
  };
  // Returns the client's member as it was added; nothing if it is not here.
  std::optional<Place> member(LinkId client) const {
    const Member* const at = find_member(client);
    if (at == nullptr) return std::nullopt;
    return Place{at->federate, at->via, at->since, at->has_gone};
  }
  template <class Visit>
  void for_each_member(Visit&& visit) const {
    for (const auto& [client, member] : members_) {
      visit(Place{member->federate, member->via, member->since, member->has_gone});
    }
  }
  // Returns the link of the member; null if it is not here.
  const LinkId* find(FederateHandle member) const {
    const auto at = by_federate_.find(member);
    return at == by_federate_.end() ? nullptr : &at->second->client;
  }

  // --- Routers below. From now on `from` forwards its members' records directly to `to`. Returns
  // whether all their earlier records have been forwarded. If not, Host::record_forwarded_before()
  // is called later.
  [[nodiscard]] bool begin_direct(LinkId from, LinkId to, std::uint64_t session);
  void end_direct(LinkId from, LinkId to) { interest_.set_direct(from, to, false); }

  // Returns the peers of this router.
  PeerRoutes& peers() { return peers_; }
  const PeerRoutes& peers() const { return peers_; }

  // Returns the bytes of members' data that waits here.
  std::size_t held_bytes() const { return gate_.bytes(); }

 private:
  struct Member {
    LinkId client;
    FederateHandle federate;
    LinkId via;
    wire::Position since = 0;
    bool in_segment = false;
    bool has_gone = false;             // its link has ended
    wire::Position last_position = 0;  // its last record that came by its link
    wire::Position last_stamp = 0;     // stamp of that record
    // Its last record that the RTIG must handle first: its position or, if the federation recovers,
    // its number in `requests`.
    wire::Position pending_request = 0;
    RequestsUnderWay requests;
    OrderGate::Lane lane;
  };

  // --- PeerRoutes::Inside
  void deliver_from_peer(const wire::Record& record) override;
  void add_peer(PeerIndex peer) override { interest_.add_peer(peer); }
  void remove_peer(PeerIndex peer) override { interest_.remove_peer(peer); }
  Fault apply_peer_interest(PeerIndex peer, const wire::PeerInterest& states) override {
    return interest_.receive_statement_from_peer(peer, states);
  }
  void record_peer_acknowledgement(PeerIndex peer, std::uint64_t round) override {
    interest_.receive_answer_from_peer(peer, round);
  }
  void forward_all_up() override { interest_.ignore_upper(); }
  void request_complete_interest() override { interest_.ask_upper_again(); }

  void erase(LinkId client);
  // Returns the neighbour by which the member's records come and go.
  static LinkId neighbour_of(const Member& member) {
    return member.via == LinkId{} ? member.client : member.via;
  }
  // Records that a moved member has stated its complete interest, if the record does that.
  void record_complete_statement(FederateHandle by, const wire::Record& record);
  // Records that later data of the member must wait until the RTIG has handled this record.
  void record_request(Member& by, const wire::RecordHeader& header);
  // Forwards the record to its receivers here and at peers, or holds it for them. Returns true if
  // it must also go to the upper router.
  bool forward_data(Member& by, const wire::Record& record, ArrivalPath came);
  // Records that the log has been forwarded up to this position, and releases records held for it.
  void advance_log(wire::Position position);
  void release_all();
  void release(Member& member);
  // Returns false if the lower router `via` has received the record for another member.
  bool is_first_at(LinkId via) { return via == LinkId{} || routers_.begin_router(via); }
  // Returns the client that receives the record for this member; null: none does.
  const LinkId* receiver_for(FederateHandle member) {
    const auto at = by_federate_.find(member);
    if (at == by_federate_.end()) return nullptr;
    const Member& to = *at->second;
    return !to.has_gone && is_first_at(to.via) ? &to.client : nullptr;
  }
  // Returns the member with this link; null if it is not here.
  Member* find_member(LinkId client) const {
    const auto at = members_.find(client);
    return at == members_.end() ? nullptr : at->second.get();
  }
  // Returns true if no record held with this number or a lower one waits for members behind the
  // router.
  bool has_forwarded_all(LinkId router, std::uint64_t number) const;
  // Calls Host::record_forwarded_before() for sessions with all their earlier records forwarded.
  void report_forwarded();

  const Deliver deliver_;
  Host& host_;
  boost::unordered_flat_map<LinkId, std::unique_ptr<Member>, std::hash<LinkId>> members_;
  boost::unordered_flat_map<FederateHandle, Member*, std::hash<FederateHandle>> by_federate_;
  std::size_t gone_ = 0;  // members with ended links
  // Members that have moved here and have not stated their interest since.
  boost::container::flat_set<FederateHandle> unstated_;
  MemberRouters routers_;
  MemberStreams streams_;
  InterestExchange interest_;
  ForwardedLog log_;
  OrderGate gate_{log_};
  PeerRoutes peers_;
  // Sessions for which Host::record_forwarded_before() is still to be called.
  struct PendingDirect {
    LinkId from;
    std::uint64_t session = 0;
    std::uint64_t number = 0;
  };
  std::vector<PendingDirect> pending_direct_;
  std::vector<LinkId> receivers_;           // scratch
  std::vector<PeerIndex> receiving_peers_;  // scratch
};

// Calls `visit` for each receiver here. The cause of a log record by interest receives it, unless
// kNotToCause is set. No member receives its own data.
template <class Visit>
void EdgeSwitch::for_each_receiver(const wire::Record& record, Visit&& visit) {
  const wire::RecordHeader& header = record.header;
  const bool is_log = header.from() == wire::kRtig;
  const bool by_interest = header.has_interest();
  const FederateHandle cause = by_interest && is_log ? header.cause() : header.from();
  routers_.begin_record();
  const auto visit_member = [&](FederateHandle member) {
    const LinkId* const client = receiver_for(member);
    if (client != nullptr) visit(*client, member);
    return client != nullptr;
  };
  const auto visit_other = [&](FederateHandle member) {
    return member != cause && visit_member(member);
  };
  const bool to_cause = is_log && by_interest && (header.flags & wire::kNotToCause) == 0;
  if (to_cause && !TRIAD_DEFECT(log_by_interest_kept_from_its_cause)) (void)visit_member(cause);
  if (!by_interest || header.interest_key >= records::kLocalKeysEnd) {
    for (const auto& [member, entry] : by_federate_) (void)visit_other(member);
    return;
  }
  interest_.filter().for_each_in_groups(record.interest(), [&](const InterestOwner& owner) {
    return owner.is_member() && visit_other(owner.member()) && owner.group != LinkId{};
  });
  if (!is_log || TRIAD_DEFECT(log_kept_from_moved_member)) return;
  for (const FederateHandle member : unstated_) (void)visit_other(member);
}

}  // namespace triad::router
