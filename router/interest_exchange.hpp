// Exchange of interest between one router and its neighbours, for one federation. Each neighbour
// states the interest behind it, and receives the sum of the interest of the others. From these
// statements the router chooses the receivers of a record. The RTIG's router (the root) and each
// router below it have one InterestExchange. Pure: the host, the code that implements Host below,
// sends.
//
//   neighbour      states                    receives
//   member         its interest              at the root: answers
//   lower router   (its members' records)    sum of all others, except members reached directly
//   upper router   sum of all others         members' records, and answers to its statements
//   peer           sum of its members        sum of all members here
//   shared memory  (its members' records)    at the root: sum of the members at links
//
// A statement has two answers. Taken: the neighbour that received the statement applies it.
// Settled: every router that must apply it does, so no router withholds matching data. Only the
// root answers members. A router below holds back the root's settled answer until the statement is
// settled at the routers below it and at its peers, too.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/neighbour_sums.hpp"
#include "router/stated_filter.hpp"
#include "wire/record.hpp"

namespace triad::router {

class InterestExchange {
 public:
  enum class Place : std::uint8_t { root, below_root };
  enum class Answer : std::uint8_t { taken, settled, taken_and_settled };

  // Called from within calls of this class only. Must not call back.
  class Host {
   public:
    virtual ~Host() = default;
    virtual std::string_view federation() const = 0;
    // Serve routers below. new_number() returns a higher number than all before it, for statements
    // that a router answers. send_to_router() sends a complete record for the router itself, valid
    // during the call. It returns false if the link has ended.
    virtual std::uint64_t new_number() = 0;
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
    // Answers the member's statement at this position. Below the root `record` is the root's
    // answer.
    virtual void answer_member(FederateHandle member, wire::Position statement, Answer answer,
                               wire::Bytes record) = 0;
    // Sends a change of the sum to all members that share memory. Only at the root.
    virtual void publish_interest(const wire::InterestChanged& /*changes*/) {}
    // Sends a complete record, valid during the call, to the upper router. Only below the root.
    virtual void send_word_up(wire::Bytes /*word*/) {}
    // States interest to a peer. Only below the root. Returns the round, as NeighbourSums::Send
    // does.
    virtual std::uint64_t state_to_peer(PeerIndex, const wire::OutsideInterest&) { return 0; }
    // Answers a peer: its statements up to this round are settled, except at peers. Only below the
    // root.
    virtual void answer_peer(PeerIndex, std::uint64_t /*round*/) {}
  };

  // Keeps a reference to the host, which must outlive this object. A router below the root ignores
  // keys that are not below `limits.keys_end`; the root refuses them.
  InterestExchange(Host& host, Place place, const InterestLimits& limits);
  InterestExchange(const InterestExchange&) = delete;
  InterestExchange& operator=(const InterestExchange&) = delete;

  // --- Members
  struct Newcomer {
    LinkId link;
    LinkId via = {};  // lower router with that link; none: the link ends at this router
    bool shares_memory = false;
  };
  // Adds a member, with the interest that its link has stated for the time after a restore.
  void add_member(FederateHandle newcomer, const Newcomer& as);
  void remove_member(FederateHandle leaver);
  // Records that the member has moved and is now behind the lower router `via`, or behind none. Its
  // interest stays. Routers on its new path learn its interest when the member states it again.
  void move_member(FederateHandle member, LinkId via);
  // Removes all members, for a restore. Statements for the time after it stay.
  void clear();
  // Drops the interest that this link has stated for the time after a restore.
  void forget_link(LinkId link) { after_restore_.erase(link); }

  // --- Statements. Each returns the fault of a wrong statement.
  // A record of InterestChanged from a member, with the member's link.
  Fault receive_statement_from_member(FederateHandle member, LinkId link,
                                      const wire::Record& record);
  [[nodiscard]] Fault receive_statement_from_peer(PeerIndex peer, const wire::PeerInterest& states);
  void receive_statement_from_upper(const wire::OutsideInterest& outside);
  // Makes all data with this key go to the RTIG, whose authority receives it.
  void send_up_always(wire::InterestKey key) { sums_.send_up_always(key); }

  // --- Answers
  void receive_answer_from_router(LinkId router, const wire::OutsideInterestTaken& answer) {
    receive_answer(router, answer);
  }
  void receive_answer_from_peer(PeerIndex peer, std::uint64_t round) {
    receive_answer(peer, {{}, round, true});
  }
  // Handles the root's settled answer to a member. Returns true if the answer is kept, until the
  // statement is settled here and below as well.
  bool keeps_settled_answer(FederateHandle member, const wire::Record& answer);
  // Returns, at regular intervals, the neighbours that have become late to answer since the
  // last call, without those in `unread`.
  std::vector<NeighbourRouter> find_late_routers(std::span<const NeighbourRouter> unread = {});
  // Records that a lower router has returned at another link.
  void rename_router(LinkId before, LinkId now) { sums_.rename_router(before, now); }

  // --- Direct ways. Lower router `from` sends its members' data directly to lower router `to`, or
  // no longer.
  void set_direct(LinkId from, LinkId to, bool direct) { sums_.set_direct(from, to, direct); }
  void forget_direct() { sums_.forget_direct(); }
  bool is_direct(LinkId from, LinkId to) const { return sums_.is_direct(from, to); }

  // --- Peers
  void add_peer(PeerIndex peer) { sums_.add_peer(peer); }
  void remove_peer(PeerIndex peer);

  // --- The upper router. Ignores its statement, and lets all data go up, until it has stated the
  // complete interest again. The second function also asks for that.
  void ignore_upper() { forget_upper(Upper::doubted); }
  void ask_upper_again();

  // --- Long statements, which are sent in pieces. end_turn() sends the next pieces.
  bool turn_is_due() const { return knows_all() && sums_.is_incomplete(); }
  void end_turn() {
    if (turn_is_due()) sums_.send_next_pieces();
  }

  // --- Digests between the two ends of a link (docs/internals.md, "Routers")
  // Digest of the upper router's statement. Returns false if this router has another one; then it
  // has asked for the complete interest.
  [[nodiscard]] bool receive_digest_from_upper(InterestDigest digest);
  // States the complete interest to a lower router again, because its digest differs.
  void receive_doubt_from_router(LinkId router);
  // Returns true if the digest is that of the member's interest here, or if the member is doubted.
  [[nodiscard]] bool agrees(FederateHandle member, InterestDigest digest) const {
    return stated_.digest(owner_of(member)) == digest || doubted_.contains(member);
  }
  // Marks a member with different digests, until it states its complete interest again. Returns
  // false if it is marked already.
  bool doubt_member(FederateHandle member) { return doubted_.insert(member).second; }
  bool digests_are_due() const { return !changed_.empty() || sums_.has_digests(); }
  // Sends digests of statements to lower routers.
  void send_digests();
  // Returns digests of members that stated interest since the last call. Only below the root.
  std::vector<std::pair<FederateHandle, InterestDigest>> collect_member_digests();

  // --- Interest
  const InterestFilter& filter() const { return stated_.filter(); }
  // Returns true if this member may want the record.
  bool is_wanted_by(FederateHandle member, const wire::Interest& interest) const {
    return filter().may_need_record(owner_of(member), interest);
  }
  // Returns true if a member beyond the upper router may want the record. Only below the root.
  bool is_wanted_outside(const wire::Interest& interest) const {
    return upper_ != Upper::complete ||
           filter().may_need_record(InterestOwner::upper_router(), interest);
  }
  // Returns the interest of the members at links, if any member shares memory. Only at the root.
  wire::InterestChanged sum_of_links() const { return sum_of_links_.complete_interest(); }

 private:
  // Statement of the upper router: there is no upper router; nothing stated yet; a part; all; more
  // than there is room for; different from the statement that was sent.
  enum class Upper : std::uint8_t { none, unstated, part, complete, too_much, doubted };
  // A statement that lower routers or peers have yet to answer. `position` is the position of its
  // record, or its round.
  struct Waiting {
    InterestOwner by;
    wire::Position position = 0;
    NeighbourSums::Rounds rounds;
    wire::Buffer answer = {};  // the root's settled answer, which is kept
  };

  InterestOwner owner_of(FederateHandle member) const {
    return InterestOwner::of_member(member, sums_.via(member));
  }
  bool is_root() const { return upper_ == Upper::none; }
  // Returns whether everything that a sum for a lower router contains is known here.
  bool knows_all() const { return is_root() || upper_ == Upper::complete; }
  // Removes keys that the federation's classes do not have. Not at the root.
  wire::InterestChanged within_keys(wire::InterestChanged changed) const;
  // Returns two functions that record changes of this owner's interest for every neighbour.
  auto noted_changes_of(const InterestOwner& of);
  // Apply a statement; check_and_change() checks it first. Return the fault of a wrong one.
  Fault change(const InterestOwner& of, const wire::InterestChanged& changed);
  Fault check_and_change(const InterestOwner& of, wire::InterestChanged changed);
  void erase(const InterestOwner& of);
  // Removes a member or a peer.
  void remove_owner(const InterestOwner& leaver);
  // Applies the interest that the member's link has stated for the time after a restore.
  void apply_after_restore(FederateHandle newcomer, LinkId link);
  // Sends changes of sums to members that share memory and to neighbours.
  void send_changes();
  // Drops the upper router's statement; lower routers must then send all data up.
  void forget_upper(Upper becomes);
  // Acknowledges the upper router's statement of this round.
  void answer_upper(std::uint64_t round, bool known);
  // Asks the upper router to state its complete interest again.
  void doubt_upper();
  // Acknowledges a member's statement: at once, and again when it is settled at all routers.
  void answer_member(FederateHandle member, wire::Position position);
  // Keeps a statement until the neighbours have answered these rounds, or answers it now.
  void wait(const InterestOwner& by, wire::Position position, NeighbourSums::Rounds rounds);
  void receive_answer(const NeighbourRouter& by, const wire::OutsideInterestTaken& answer);
  // Answers the kept statements that all neighbours have answered.
  void settle();
  void answer_settled(const Waiting& statement);

  Host& host_;
  const wire::InterestKey keys_end_;
  StatedFilter stated_;
  NeighbourSums sums_;        // for lower routers and peers
  InterestSum sum_of_links_;  // empty if no member shares memory
  std::set<FederateHandle> sharing_memory_;
  std::vector<Waiting> waiting_;  // in order of statement
  std::map<LinkId, wire::InterestChanged> after_restore_;
  std::set<FederateHandle> changed_;  // have stated interest since the last digests
  std::set<FederateHandle> doubted_;  // have to state their complete interest again
  Upper upper_;
  std::size_t doubts_of_upper_ = 0;  // consecutive
  wire::Buffer out_;
};

}  // namespace triad::router
