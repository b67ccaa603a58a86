// Passes updates and interactions between the members of one federation that are behind the same
// router, without the way to the RTIG and back. What somebody else may want goes to the RTIG as
// well; what nobody wants beyond this router stays here. Pure, part of a Relay.
// What members behind a peer want goes to that (peer_routes.hpp).
//
// A member's data waits in an OrderGate until its causes have been forwarded (docs/internals.md,
// "Routers"): the log up to its stamp, and the effects of its sender's earlier requests and
// messages in time-stamp order. The router above reports both before it sends any record that could
// depend on them.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "router/edge_interest.hpp"
#include "router/link_id.hpp"
#include "router/order_gate.hpp"
#include "router/peer_routes.hpp"
#include "wire/record.hpp"

namespace triad::router {

class EdgeSwitch : private PeerRoutes::Inside {
 public:
  class Host : public EdgeInterest::Host, public PeerRoutes::Host {
   public:
    // What had been sent before begin_direct() has been passed on.
    virtual void passed_before(std::uint64_t /*session*/, LinkId /*from*/) {}
  };
  // One complete record for one client; valid during the call.
  using Deliver = std::function<void(LinkId client, wire::Bytes record)>;

  EdgeSwitch(Deliver deliver, Host& host, std::size_t piece = InterestLimits().piece)
      : deliver_(std::move(deliver)),
        host_(host),
        interest_(host, piece),
        peers_(host, *this, log_) {}

  // --- Members. `via`: the router below by which it is reached; none: it has a link of its own
  // here. Those behind the same router below are that router's to serve. What it sent before it had
  // applied the log up to `since` is void. One that is there already becomes another one, by a
  // restore.
  void add(LinkId client, FederateHandle member, LinkId via, wire::Position since);
  void remove(LinkId client);
  bool empty() const { return members_.empty(); }

  // --- Records.
  // One of a client's. Whether it is to go to the RTIG, too. One that stood in its segment those
  // there have read themselves.
  enum class Came { by_link, in_segment };
  [[nodiscard]] bool take(LinkId client, const wire::Record& record, Came came = Came::by_link);
  // Whether anybody has a use for one that stands in the client's segment, who does not read it
  // there; by its header.
  bool wants(LinkId client, const wire::Record& beginning) const;
  // As MemberSegment::Host has it.
  std::optional<wire::Position> passed_on(LinkId client) const;
  wire::Position log_passed() const { return log_.position(); }
  // It shares memory with others here.
  void set_in_segment(LinkId client, bool in_segment);
  void end_segment();
  // All here have been sent the log up to there, and what was said together with it.
  void log_passed(wire::Position position);
  // One from above, before it is passed on: what it tells of the log.
  void note_from_above(const wire::RecordHeader& header);
  // The RTIG has taken what the client sent up to there, and what followed from it is here.
  void handled(LinkId client, wire::Position position);

  // What members have stated since this was asked last, for the router above.
  std::vector<std::pair<LinkId, InterestDigest>> take_digests();
  // As EdgeInterest has it.
  [[nodiscard]] bool agrees(LinkId client, InterestDigest digest);

  // What is wanted here and outside.
  EdgeInterest& interest() { return interest_; }
  const EdgeInterest& interest() const { return interest_; }
  // A record from above that says that the client's interest is settled. True: it is kept, until it
  // is so here as well.
  bool keeps_settled(LinkId client, const wire::Record& settled);
  struct Place {
    FederateHandle federate;
    LinkId via;
  };
  // As it was added; none: it is not here.
  std::optional<Place> member(LinkId client) const {
    const auto at = members_.find(client);
    if (at == members_.end()) return std::nullopt;
    return Place{at->second.federate, at->second.via};
  }
  template <class Visit>
  void for_each_member(Visit&& visit) const {
    for (const auto& [client, member] : members_) visit(Place{member.federate, member.via});
  }
  // Null: it is not here.
  const LinkId* find(FederateHandle member) const {
    const auto at = clients_.find(member);
    return at == clients_.end() ? nullptr : &at->second;
  }

  // --- Routers below, of which one passes on to the other directly what members send from now on.
  // Whether what they sent before has been passed on; if not, the host is told of the session when
  // it has.
  [[nodiscard]] bool begin_direct(LinkId from, LinkId to, std::uint64_t session);
  void end_direct(LinkId from, LinkId to) { interest_.set_direct(from, to, false); }

  // The peers of this router.
  PeerRoutes& peers() { return peers_; }
  const PeerRoutes& peers() const { return peers_; }

  // Bytes of members' data that waits here.
  std::size_t held_bytes() const { return gate_.bytes(); }

 private:
  struct Member {
    FederateHandle federate;
    LinkId via;
    wire::Position since = 0;
    bool in_segment = false;
    wire::Position last = 0;     // its last record that came by its link
    wire::Position stamp = 0;    // of that
    wire::Position awaited = 0;  // its last record that the RTIG is to take first
    OrderGate::Lane lane;
  };

  // --- PeerRoutes::Inside
  void deliver_from_peer(const wire::Record& record) override;
  void peer_met(PeerIndex peer) override { interest_.peer_met(peer); }
  void peer_left(PeerIndex peer) override { interest_.peer_left(peer); }
  Fault peer_states(PeerIndex peer, const wire::PeerInterest& states) override {
    return interest_.peer_states(peer, states);
  }
  void peer_has_taken(PeerIndex peer, std::uint64_t round) override {
    interest_.on_taken(as_link(peer), {{}, round, true});
  }
  void let_everything_up() override { interest_.let_everything_up(); }
  void ask_anew() override { interest_.ask_anew(); }

  void take_interest(LinkId client, FederateHandle member, const wire::Record& record);
  bool switch_data(Member& by, const wire::Record& record, Came came);
  void log_is_at(wire::Position position);
  void release_all();
  void release(Member& member);
  // Whether nothing that was held up to then waits for those behind the router.
  bool has_passed_all(LinkId router, std::uint64_t number) const;
  void tell_passed();

  const Deliver deliver_;
  Host& host_;
  std::unordered_map<LinkId, Member> members_;
  std::unordered_map<FederateHandle, LinkId> clients_;
  EdgeInterest interest_;
  PassedLog log_;
  OrderGate gate_{log_};
  PeerRoutes peers_;
  // Sessions of which is to be told that what came before has been passed on.
  struct Beginning {
    LinkId from;
    std::uint64_t session = 0;
    std::uint64_t number = 0;
  };
  std::vector<Beginning> beginning_;
  // What they stated of the time after a restore.
  std::unordered_map<LinkId, wire::Buffer> after_restore_;
  std::vector<LinkId> to_;           // scratch
  std::vector<PeerIndex> to_peers_;  // scratch
};

}  // namespace triad::router
