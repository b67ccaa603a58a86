// What each member wants of what others send, as it has stated it itself, and what those at links
// want together. Members that share memory match what they send themselves: of each other by what
// they know, of all others by this sum, which the Router tells them. A statement is acknowledged
// when whatever is sent from then on, by whomever, goes by it; so one who states before he asks the
// authority for a subscription misses nothing after both have answered. Where members are behind
// other routers, which keep what nobody beyond them wants, it is settled when those go by it, too.
#pragma once

#include <map>
#include <set>

#include "records/defect.hpp"
#include "router/fault.hpp"
#include "router/interest_sum.hpp"
#include "router/outside_sums.hpp"
#include "router/paths.hpp"
#include "router/router_dispatch.hpp"
#include "router/stated_filter.hpp"
#include "router/unsettled_statements.hpp"

namespace triad::router {

class StatedInterest {
 public:
  StatedInterest(Paths& paths, const InterestLimits& limits)
      : paths_(paths),
        stated_(limits),
        beyond_(filter(), limits.piece,
                [this](LinkId router, const wire::OutsideInterest& outside) {
                  return send_interest_to_router(paths_, router, outside, out_);
                }) {}
  StatedInterest(const StatedInterest&) = delete;
  StatedInterest& operator=(const StatedInterest&) = delete;

  // --- Members.
  // The paths have it already. What it stated before, of the time after a restore, holds now.
  void member_joined(FederateHandle newcomer);
  // What those at links want: to one that has begun to share memory.
  void tell_newcomer(FederateHandle to);
  // The paths still have it.
  void member_left(FederateHandle leaver);
  // It is behind another router from now on, or behind none, and wants what it has stated. Routers
  // on its new way know less until it states it anew, which is what it does next.
  void moves(FederateHandle member, LinkId via);
  // All leave, for a restore. What they stated of the time after it stays.
  void clear();

  // --- Records. What is wrong with it, if something is; then nothing has changed.
  Fault on_changed(FederateHandle by, const Record& record, const wire::InterestChanged& changed);

  // --- Routers below, and what they answer.
  void always_wants(wire::InterestKey key) { beyond_.always_wants(key); }
  bool whole_is_due() const { return beyond_.whole_is_due(); }
  void tell_wholes() { beyond_.tell_wholes(); }
  void on_taken(LinkId router, const wire::OutsideInterestTaken& taken);
  std::vector<LinkId> find_late_routers(std::span<const LinkId> unread = {});
  void router_is_back(LinkId before, LinkId now) { beyond_.router_is_back(before, now); }
  // One passes on directly to another what those behind that want; or it does so no more.
  void set_direct(LinkId from, LinkId to, bool direct) { beyond_.set_direct(from, to, direct); }
  bool is_direct(LinkId from, LinkId to) const { return beyond_.is_direct(from, to); }

  // --- Digests between the two ends of a link (docs/internals.md, "Routers").
  bool digests_are_due() const { return beyond_.digests_are_due(); }
  void tell_digests();
  // The router's is another one: it is told the whole anew.
  void on_outside_doubted(LinkId router) { beyond_.doubted(router); }
  // What a router below the member's has of it, or is behind. False: it is another one, and the
  // member has not been asked to state all anew since it did so last.
  [[nodiscard]] bool agrees(FederateHandle member, InterestDigest digest) const {
    return stated_.digest(member) == digest || asked_.contains(member);
  }
  void ask_to_state_anew(FederateHandle member);

  // Who wants what.
  const records::HeaderFilter& filter() const { return stated_.filter(); }
  TRIAD_IN_TRIAL(const LinkSums& link_sums() const { return beyond_.link_sums(); })

 private:
  auto notes_of(FederateHandle by);
  Fault change(FederateHandle by, const wire::InterestChanged& changed);
  // Whether those who share memory are to be told of what the member wants.
  bool is_outside(FederateHandle member) const { return !paths_.is_on_fabric(member); }
  bool tells_outside() const { return !paths_.is_fabric_empty(); }
  void publish_outside();
  void acknowledge(FederateHandle by, const wire::RecordHeader& statement);
  void settle();

  Paths& paths_;
  StatedFilter stated_;
  InterestSum outside_;  // of those at links, if somebody shares memory
  OutsideSums beyond_;   // each of the routers below
  UnsettledStatements unsettled_;
  std::map<LinkId, wire::InterestChanged> after_restore_;
  std::set<FederateHandle> asked_;  // to state all anew
  wire::Buffer out_;
};

}  // namespace triad::router
