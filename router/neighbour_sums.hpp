// Sums of interest that an InterestExchange states to its neighbours: to each lower router, and to
// each peer. A lower router receives the interest of all members that are not behind it: members
// here, members behind other lower routers, and the RTIG with its fixed interest. Below the root,
// the interest that the upper router has stated belongs to the sum, too. Members behind a router to
// which the lower router sends data directly do not. The lower router need not send up data in
// receive order that no member of the sum wants. A peer receives the interest of all members here
// (peer_routes.hpp).
//
// Each statement on a link has a number, its round. The neighbour answers when it and all routers
// behind it apply the statement. Pure: it receives changes of members' interest and states the
// changes of the sums.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "records/defect.hpp"
#include "router/interest_sum.hpp"
#include "router/link_id.hpp"
#include "router/neighbour_router.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

using wire::FederateHandle;

// Progress of a complete statement: first the cells of sets in the order of their names, then
// entries in the order of their keys. Changes are stated only for the part before this position.
struct WholeProgress {
  std::optional<InterestFilter::SetName> set = InterestFilter::SetName();
  wire::Cell cell = 0;  // last cell stated of `set`; 0: none yet
  wire::InterestKey key = 0;
  bool includes(const InterestFilter::SetName& name, wire::Cell one) const {
    return !set || name < *set || (name == *set && one <= cell);
  }
};

class NeighbourSums {
 public:
  // States interest to the neighbour, with the federation's name and a round. Returns the round, a
  // higher one than all before it; 0: the link has ended.
  using Send =
      std::function<std::uint64_t(const NeighbourRouter& to, const wire::OutsideInterest& outside)>;
  // Last round of each neighbour that has not answered it.
  using Rounds = std::vector<std::pair<NeighbourRouter, std::uint64_t>>;
  static constexpr std::uint32_t kSlowMax = 15;
  static constexpr std::uint32_t kForgivenAfter = 30;

  // Keeps a reference to `each`, the interest of all owners, which must outlive this object.
  // `piece`: cells and entries of a complete statement per call of send_next_pieces().
  NeighbourSums(const InterestFilter& each, std::size_t piece, Send send)
      : each_(each), piece_(piece), send_(std::move(send)) {}

  // --- Members. `via`: the router below through which the member is reached, if any.
  void add_member(FederateHandle member, LinkId via);
  // Removes the member, which is no longer in `each`. That change has been noted.
  void remove_member(FederateHandle member);
  LinkId via(FederateHandle member) const {
    const auto at = vias_.find(member);
    return at == vias_.end() ? LinkId{} : at->second;
  }
  // Makes all data with this key go to the RTIG.
  void send_up_always(wire::InterestKey key) {
    if (!wire::is_existence(key)) always_.insert(key);
  }

  // --- Changes in `each`. send_changes() states them.
  void note_entry(const InterestOwner& owner, wire::InterestKey key);
  void note_cells(const InterestOwner& owner, wire::InterestKey set,
                  std::span<const wire::Cell> added, std::span<const wire::Cell> removed);
  void send_changes();

  // --- Routers
  // Returns true if a router does not have the complete interest. Until then it sends up all data.
  bool is_incomplete() const;
  // States the next piece to each such router. Must be called in turn with other work.
  void send_next_pieces();
  // Makes all routers below send up all data until they get the complete interest again.
  void request_all_data();
  // Removes all members.
  void clear();

  // --- Peers. Begin and end to state interest to the peer.
  void add_peer(PeerIndex peer);
  void remove_peer(PeerIndex peer);
  // Sets whether router `from` sends data directly to router `to`, so that the interest behind `to`
  // does not count for `from`.
  void set_direct(LinkId from, LinkId to, bool direct);
  void forget_direct() { direct_.clear(); }
  bool is_direct(LinkId from, LinkId to) const {
    return !direct_.empty() && direct_.contains({from, to});
  }

  // --- Answers
  // Records a neighbour's answer to a statement.
  void receive_answer(const NeighbourRouter& by, const wire::OutsideInterestTaken& answer);
  // Forgets the interest stated to the router, whose digest differs. It is stated again.
  void restart(LinkId router);
  // Looks for late routers. A router is slow at a look if it has not answered all rounds that were
  // stated before the previous look. It is late after kSlowMax slow looks; kForgivenAfter other
  // looks cancel one slow look. No statement waits for a late router until it answers in time
  // again, that is before the look after the statement. Returns the routers that became late at
  // this look. Must be called at regular intervals. Routers in `unread` are skipped, because
  // nothing is read from them.
  std::vector<NeighbourRouter> find_late(std::span<const NeighbourRouter> unread = {});
  // Renames the router: that of link `before` has returned at link `now`. Its lateness is kept.
  void rename_router(LinkId before, LinkId now);
  // Return the last rounds that routers below other than `except` have not answered. The second
  // function includes the rounds of peers.
  Rounds awaited_of_routers(LinkId except) const;
  Rounds awaited_of_neighbours(LinkId except) const;
  // Returns true if each of these rounds is answered, or its router is late or has no members.
  bool are_answered(const Rounds& rounds) const;

  // --- Digests, by which the ends of a link detect differences
  bool has_digests() const;
  // Returns digests for routers that got a statement after their last digest. They must be sent
  // now, after all statements.
  std::vector<std::pair<LinkId, InterestDigest>> collect_digests();

 private:
  // Late answers of a router. After its Nth lapse it must have answered in time at 2^(N-1)
  // consecutive looks before statements wait for it again.
  struct Lateness {
    static constexpr std::uint32_t kLapsesMax = 12;
    std::uint32_t slow = 0;    // slow looks
    std::uint32_t prompt = 0;  // looks since the last slow one
    bool late = false;
    bool in_time = false;  // it has answered in time since the last look
    std::uint32_t lapses = 0;
    std::uint32_t owed = 0;  // looks in time until it is no longer late
    // Returns true if the router has become late.
    bool note(bool is_slow) {
      if (is_slow) {
        prompt = 0;
        if (++slow < kSlowMax) return false;
        lapse();
        return true;
      }
      if (slow > 0 && ++prompt == kForgivenAfter) {
        prompt = 0;
        --slow;
      }
      return false;
    }
    void lapse() {
      late = true;
      slow = 0;
      lapses = std::min(lapses + 1, kLapsesMax);
      begin_again();
    }
    void begin_again() {
      in_time = false;
      owed = 1u << (lapses - 1);
    }
    void answered_in_time() {
      in_time = true;
      if (owed == 1) late = false;
    }
    void look() {
      if (!std::exchange(in_time, false)) return begin_again();
      owed = std::max(owed - 1, 1u);
    }
  };
  struct Link {
    std::size_t members = 0;
    bool complete = false;                  // it has the complete interest, and all changes since
    std::optional<WholeProgress> progress;  // while the complete interest is stated
    InterestSum sum;                        // as stated
    std::uint64_t begun = 0;
    std::uint64_t round = 0;
    std::uint64_t answered = 0;
    std::uint64_t digest_round = 0;   // round of the last digest
    std::uint64_t round_at_look = 0;  // round at the last look for late routers
    Lateness lateness;
    void forget() {
      complete = false;
      progress.reset();
      sum.clear();
    }
    bool has_some() const { return complete || progress; }
    bool is_awaited() const { return answered < round && !lateness.late; }
    bool owes_digest() const { return complete && digest_round < round; }
  };

  // Returns true if the sum for this neighbour includes the owner's interest. counts() is the same
  // as a function of the owner.
  bool counts_for(const NeighbourRouter& to, const InterestOwner& owner) const {
    const LinkId* const router = std::get_if<LinkId>(&to);
    if (router == nullptr) return owner.is_member();
    return owner.group != *router && !is_direct(*router, owner.group);
  }
  auto counts(const NeighbourRouter& to) const {
    return [this, &to](const InterestOwner& owner) { return counts_for(to, owner); };
  }
  // Returns false for keys with data that always goes to the RTIG: their interest is not stated.
  bool concerns_routers(wire::InterestKey key) const {
    return !wire::is_existence(key) && !always_.contains(key);
  }
  // Returns the rounds that these neighbours have yet to answer.
  template <class Counts>
  Rounds awaited_where(Counts&& counts) const;
  // Sends changes, or the beginning of a complete statement if the last parameter is true.
  void send_statement(const NeighbourRouter& to, Link& link, wire::InterestChanged changed,
                      bool replaces_earlier = false);
  // Sends the next piece of a complete statement.
  void send_piece(const NeighbourRouter& to, Link& link);
  // Keep the lateness of a router when its link ends, and restore it at its next link.
  void remember_lateness(const NeighbourRouter& of, const Link& link);
  void restore_lateness(const NeighbourRouter& of, Link& link);
  // Add cells and entries to the next piece. add_cells() returns the number still free.
  std::size_t add_cells(const NeighbourRouter& to, Link& link, std::size_t most) const;
  void add_entries(const NeighbourRouter& to, Link& link, std::size_t most) const;

  const InterestFilter& each_;
  const std::size_t piece_;
  const Send send_;
  std::set<wire::InterestKey> always_;
  std::unordered_map<FederateHandle, LinkId> vias_;  // only members behind routers
  std::map<NeighbourRouter, Link> links_;
  // Lateness of slow routers that have no members now, in case they return. One entry for each
  // router.
  std::map<NeighbourRouter, Lateness> were_late_;
  std::set<std::pair<LinkId, LinkId>> direct_;  // from, to
};

}  // namespace triad::router
