// What is wanted beyond each link to a router below, told to that router: what its members send in
// receive order that nobody beyond wants need not come up by the link. Beyond a link is who is not
// behind it: members here, those behind other routers below, and the RTIG, as what it always wants;
// at a router below the RTIG's, as well whatever that one was told by the router above itself.
// Those behind a router to which the one at the other end passes on directly do not count. A peer
// is told what all members here want (peer_routes.hpp).
//
// Each thing told by a link has a number, its round, and the other end answers when it goes by it,
// and whoever is behind it. Whoever states an interest waits for that (unsettled_statements.hpp).
// Pure: told what changes, it tells what of the sums has changed.
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
#include <vector>

#include "records/defect.hpp"
#include "router/interest_sum.hpp"
#include "router/link_id.hpp"
#include "router/link_sums.hpp"
#include "router/peer.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::router {

using wire::FederateHandle;

// How far a whole has been told: the cells of sets in the order of names, then entries in that of
// keys. What has changed is told of what is before that.
struct WholeProgress {
  std::optional<records::HeaderFilter::SetName> set =
      std::pair<FederateHandle, wire::InterestKey>();
  wire::Cell cell = 0;  // the last one of that set; none: all of the set is to come
  wire::InterestKey key = 0;
  bool has_told(const records::HeaderFilter::SetName& name, wire::Cell one) const {
    return !set || name < *set || (name == *set && one <= cell);
  }
};

class OutsideSums {
 public:
  // Tells the router at the other end of the link; the name of the federation and the round are set
  // there. The round, a higher one than all before it; 0: the link has ended.
  using Tell = std::function<std::uint64_t(LinkId router, const wire::OutsideInterest& outside)>;
  // What was told last by each link that has not been answered.
  using Rounds = std::vector<std::pair<LinkId, std::uint64_t>>;
  static constexpr std::uint32_t kSlowMax = 15;
  static constexpr std::uint32_t kForgivenAfter = 30;

  // `each`: what everybody wants; it outlives this. `piece`: of a whole, what is told at once.
  OutsideSums(const records::HeaderFilter& each, std::size_t piece, Tell tell)
      : each_(each), piece_(piece), tell_(std::move(tell)) {}

  // --- Who is where. `via`: the router below by which the member is reached, if there is one.
  void member_came(FederateHandle member, LinkId via);
  // It is no more in `each`, and that is noted.
  void member_gone(FederateHandle member);
  LinkId via(FederateHandle member) const {
    const auto at = vias_.find(member);
    return at == vias_.end() ? LinkId{} : at->second;
  }
  // The RTIG is given what is sent with the key in any case.
  void always_wants(wire::InterestKey key) {
    if (!wire::is_existence(key)) always_.insert(key);
  }

  // --- What has changed in `each`; publish() tells it.
  void note_entry(FederateHandle member, wire::InterestKey key);
  void note_cells(FederateHandle member, wire::InterestKey set, std::span<const wire::Cell> added,
                  std::span<const wire::Cell> removed);
  void publish();

  // --- Routers.
  // Some have not been told the whole, and let everything come until then.
  bool whole_is_due() const;
  // Tells each of these the next piece of it; to be called in turn with other things, which go on
  // meanwhile.
  void tell_wholes();
  // Everything is to come from all routers until they are told the whole again.
  void open();
  // All members leave, and come anew.
  void clear();

  // --- Peers. This one is told from now on; no longer.
  void begin_peer(PeerIndex peer);
  void end_peer(PeerIndex peer);
  // Whether the one router passes on to the other directly what is wanted behind that.
  void set_direct(LinkId from, LinkId to, bool direct);
  void forget_direct() { direct_.clear(); }
  bool is_direct(LinkId from, LinkId to) const {
    return !direct_.empty() && direct_.contains({from, to});
  }

  // --- Answers.
  void taken(LinkId router, const wire::OutsideInterestTaken& taken);
  // What it was told and what it has differ: it is to be told the whole anew.
  void doubted(LinkId router);
  // Looks for late routers. A router is slow at a look if it has not answered all rounds told
  // before the previous look, and late if it was slow at kSlowMax looks; kForgivenAfter looks at
  // which it was not make good for one. No statement waits for a late router until it answers in
  // time again, that is before the look after it was told. Returns the routers that have become
  // late now. To be called at regular intervals. The silence of those in `unread` says nothing,
  // because nothing is taken from them.
  std::vector<LinkId> find_late(std::span<const LinkId> unread = {});
  // The router that was at the link `before` is at the link `now`: its lateness is remembered.
  void router_is_back(LinkId before, LinkId now);
  // By all links to routers below but one; by those to peers, too.
  Rounds outstanding(LinkId except) const;
  Rounds outstanding_with_peers(LinkId except) const;
  bool are_taken(const Rounds& rounds) const;
  // The interest behind each link to a router below, in a trial (hop_trial.hpp).
  TRIAD_IN_TRIAL(const LinkSums& link_sums() const { return link_sums_; })

  // --- Digests, so that both ends know that they have the same.
  bool digests_are_due() const;
  // Of those who have been told something since the last: to be sent now, behind all of that.
  std::vector<std::pair<LinkId, InterestDigest>> take_digests();

 private:
  // How often a router was late. Each time doubles the number of looks in a row at which it must
  // have answered in time before statements wait for it again.
  struct Lateness {
    static constexpr std::uint32_t kLapsesMax = 12;
    std::uint32_t slow = 0;    // looks
    std::uint32_t prompt = 0;  // looks since the last of these
    bool late = false;
    bool in_time = false;  // it has answered in time since the last look
    std::uint32_t lapses = 0;
    std::uint32_t owed = 0;  // looks
    // Whether it has become late.
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
    bool told = false;                     // the whole, and what has changed since
    std::optional<WholeProgress> telling;  // of the whole, while it is told
    InterestSum sum;                       // as it was told
    std::uint64_t begun = 0;
    std::uint64_t round = 0;
    std::uint64_t taken = 0;
    std::uint64_t digest_told = 0;  // in which round
    std::uint64_t looked = 0;       // the round at the last look for late routers
    Lateness lateness;
    void forget() {
      told = false;
      telling.reset();
      sum.clear();
    }
    bool is_told_something() const { return told || telling; }
    bool is_awaited() const { return taken < round && !lateness.late; }
    bool owes_digest() const { return told && digest_told < round; }
  };

  bool counts_for(LinkId router, FederateHandle member) const {
    if (is_peer(router)) return member != wire::kRtig && !is_peer(member);
    const LinkId own = via(member);
    return own != router && !is_direct(router, own);
  }
  auto counts(LinkId router) const {
    return [this, router](FederateHandle member) { return counts_for(router, member); };
  }
  // No router keeps what it goes by.
  bool concerns_routers(wire::InterestKey key) const {
    return !wire::is_existence(key) && !always_.contains(key);
  }
  template <class Counts>
  Rounds awaited(Counts&& counts) const;
  void tell(LinkId router, Link& link, wire::InterestChanged changed, bool anew = false);
  void tell_piece(LinkId router, Link& link);
  void remember_lateness(LinkId router, const Link& link);
  void restore_lateness(LinkId router, Link& link);
  std::size_t add_cells(LinkId router, Link& link, std::size_t most) const;
  void add_entries(LinkId router, Link& link, std::size_t most) const;

  const records::HeaderFilter& each_;
  const std::size_t piece_;
  const Tell tell_;
  std::set<wire::InterestKey> always_;
  std::unordered_map<FederateHandle, LinkId> vias_;  // of those behind routers
  std::map<LinkId, Link> links_;
  // Of routers that were slow and have no member now: they may come back. A router has one entry.
  std::map<LinkId, Lateness> were_late_;
  std::set<std::pair<LinkId, LinkId>> direct_;  // from one to the other
  TRIAD_IN_TRIAL(LinkSums link_sums_{each_};)
};

}  // namespace triad::router
