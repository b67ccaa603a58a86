// What is wanted at a router below the RTIG's, as far as it knows, of one federation execution: by
// each member behind it, and beyond its link upwards, as it is told from there. By this it decides
// to whom of its members a record goes, and whether it goes up at all; and it tells the routers
// below in turn what is wanted beyond their links. What a peer wants counts as of one more member
// here. Pure, part of an EdgeSwitch.
//
// Everything goes up until all is told, and whenever it cannot be told.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "records/defect.hpp"
#include "router/neighbour_sums.hpp"
#include "router/stated_filter.hpp"
#include "router/unsettled_statements.hpp"
#include "wire/record.hpp"

namespace triad::router {

class EdgeInterest {
 public:
  // What the host does; called from within calls of this class alone.
  class Host {
   public:
    virtual ~Host() = default;
    virtual std::string_view federation() const = 0;
    // To routers below, as Outlets has them.
    virtual std::uint64_t new_number() = 0;
    virtual bool send_to_router(LinkId router, wire::Bytes word) = 0;
    // A complete record for the router above; valid during the call.
    virtual void send_word_up(wire::Bytes word) = 0;
    // To a peer. As NeighbourSums::Tell; and that what it has told up to this round is obeyed here
    // and below.
    virtual std::uint64_t tell_peer(PeerIndex, const wire::OutsideInterest&) { return 0; }
    virtual void tell_peer_taken(PeerIndex, std::uint64_t /*round*/) {}
    // A record that was kept, for this member.
    virtual void settled(FederateHandle member, wire::Bytes record) = 0;
  };

  // `piece`: as InterestLimits has it.
  explicit EdgeInterest(Host& host, std::size_t piece = InterestLimits().piece);
  EdgeInterest(const EdgeInterest&) = delete;
  EdgeInterest& operator=(const EdgeInterest&) = delete;

  // --- Members; `via` as of NeighbourSums. What it has stated so far.
  void add(FederateHandle member, LinkId via, const wire::InterestChanged& stated);
  void remove(FederateHandle member);

  // It states something to the router above, whatever becomes of it here: that is to be compared.
  void note_statement(FederateHandle member) { changed_.insert(member); }
  // What is wrong with it, the router above finds, too, and ends its member: here it is left alone.
  bool may_state(FederateHandle member, const wire::InterestChanged& changed) const;
  // Its record at that position states it.
  void state(FederateHandle member, wire::Position position, const wire::InterestChanged& changed);
  // A record of InterestSettled from above. True: it is to come later, when all here and below go
  // by what was stated, too.
  bool keeps_settled(FederateHandle member, const wire::Record& settled);

  // --- The router above, and those below.
  void on_outside(const wire::OutsideInterest& outside);
  void on_taken(LinkId router, const wire::OutsideInterestTaken& taken);
  std::vector<LinkId> find_late_routers(std::span<const LinkId> unread = {});
  void router_is_back(LinkId before, LinkId now) { beyond_.rename_router(before, now); }
  // One below passes on directly to another what those behind that want, and the sum of what is
  // wanted beyond its link is without them; or it does so no more.
  void set_direct(LinkId from, LinkId to, bool direct) { beyond_.set_direct(from, to, direct); }
  void forget_direct() { beyond_.forget_direct(); }
  bool is_direct(LinkId from, LinkId to) const { return beyond_.is_direct(from, to); }

  // --- Peers, which are told what all members here want.
  void peer_met(PeerIndex peer) { beyond_.add_peer(peer); }
  void peer_left(PeerIndex peer);
  // What those behind it want.
  [[nodiscard]] Fault peer_states(PeerIndex peer, const wire::PeerInterest& states);

  // Lets everything go up until the router above tells the whole interest beyond it again.
  // ask_anew() also asks it to.
  void let_everything_up() { forget_outside(Outside::doubted); }
  void ask_anew() {
    let_everything_up();
    tell_doubted();
  }

  // Something is to be told that is told bit by bit: end_turn() tells some of it.
  bool turn_is_due() const { return outside_ == Outside::complete && beyond_.is_incomplete(); }
  void end_turn() {
    if (turn_is_due()) beyond_.send_next_pieces();
  }

  // --- Digests between the two ends of a link (docs/internals.md, "Routers").
  // From above. False: what was told comes to another one here, and the whole is to come anew.
  [[nodiscard]] bool on_outside_digest(InterestDigest digest);
  void on_outside_doubted(LinkId router);
  // What the router below the member's has of it, or is behind. False: it is another one, and has
  // not been found to be so since the member stated all anew.
  [[nodiscard]] bool agrees(FederateHandle member, InterestDigest digest);
  // To the routers below; and, of members who have stated something since they were taken last, for
  // the router above.
  bool digests_are_due() const { return !changed_.empty() || beyond_.has_digests(); }
  void tell_digests();
  std::vector<std::pair<FederateHandle, InterestDigest>> take_digests();

  const records::HeaderFilter& filter() const { return stated_.filter(); }
  TRIAD_IN_TRIAL(const LinkSums& link_sums() const { return beyond_.link_sums(); })
  // Whether somebody beyond the link upwards may want it.
  bool is_wanted_outside(const wire::Interest& interest) const {
    return outside_ != Outside::complete || filter().wants(wire::kRtig, interest);
  }

 private:
  // What has been told from above: nothing; a part; all; more than there is room for; something
  // else than what is here.
  enum class Outside { untold, part, complete, too_much, doubted };

  // Of what keys name as far as it counts at a router (router/local_data.hpp).
  static wire::InterestChanged within_keys(const wire::InterestChanged& changed);
  auto note_cells_of(FederateHandle of) {
    return [this, of](wire::InterestKey set, std::span<const wire::Cell> added,
                      std::span<const wire::Cell> removed) {
      beyond_.note_cells(of, set, added, removed);
    };
  }
  auto note_entry_of(FederateHandle of) {
    return [this, of](wire::InterestKey key) { beyond_.note_entry(of, key); };
  }
  [[nodiscard]] Fault change(FederateHandle of, const wire::InterestChanged& changed);
  void erase(FederateHandle of);
  void forget_outside(Outside becomes);
  // To the router above.
  void tell_taken(std::uint64_t round, bool known);
  void tell_doubted();
  void settle();

  Host& host_;
  StatedFilter stated_;   // of kRtig: what is wanted outside
  NeighbourSums beyond_;  // each of the routers below
  UnsettledStatements unsettled_;
  Outside outside_ = Outside::untold;
  std::size_t doubts_ = 0;  // one after the other
  std::set<FederateHandle> changed_;
  std::set<FederateHandle> doubted_;  // who are to state all anew
  wire::Buffer out_;
};

}  // namespace triad::router
