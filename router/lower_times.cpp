#include "router/lower_times.hpp"

#include <algorithm>

#include "records/defect.hpp"
#include "router/router_words.hpp"

namespace triad::router {

// --- Members

void LowerTimes::add(LinkId router, FederateHandle member) {
  const auto [at, is_new] = routers_.try_emplace(router, router);
  Router& of = at->second;
  if (is_new) of.session = host_.new_number();
  of.members.insert(member);
  tell_word(router, wire::TimeBegins{host_.federation(), of.session, of.tso_sent});
}

void LowerTimes::remove(LinkId router, FederateHandle member) {
  const auto at = routers_.find(router);
  if (at == routers_.end() || at->second.members.erase(member) == 0) return;
  Router& of = at->second;
  if (of.entered.of() == member) of.entered.forget_of();
  if (of.waits_as == member) of.waits_as = {};
  of.beginning.erase(member);
  promises_.remove(member.value);
  waits_.remove(member.value);
  if (!of.members.empty()) return;
  of.entered.leave(promises_);
  waits_.remove(kWaits | router.value);
  if (of.late) --late_;
  routers_.erase(at);
}

void LowerTimes::clear() {
  for (auto& [link, router] : routers_) {
    router.entered.leave(promises_);
    for (const FederateHandle member : router.members) {
      promises_.remove(member.value);
      waits_.remove(member.value);
    }
    waits_.remove(kWaits | link.value);
  }
  routers_.clear();
  late_ = 0;
}

void LowerTimes::change(LinkId router, FederateHandle member, wire::MemberTimeChange change,
                        wire::Position request) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  Router& of = at->second;
  ++of.changes;
  if (change == wire::MemberTimeChange::regulation_begins) {
    if (of.entered.of() == member) of.entered.forget_of();
    of.beginning[member] = of.changes;
    if (!TRIAD_DEFECT(regulator_below_forgotten)) promises_.begin(member.value);
  }
  tell_word(router,
            wire::MemberTimeChanged{host_.federation(), member, change, request, of.changes});
}

LinkId LowerTimes::router_of(FederateHandle member) const {
  for (const auto& [link, router] : routers_) {
    if (router.members.contains(member)) return link;
  }
  return {};
}

// --- Messages and statements

void LowerTimes::tso_sent(LinkId router) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  ++at->second.tso_sent;
  count(at->second);
}

void LowerTimes::count(Router& router) {
  const bool under_way =
      router.tso_received != router.tso_sent && !TRIAD_DEFECT(jump_ignores_copies_to_routers);
  const bool late = router.conditional && (router.behind || under_way);
  if (late && !router.late) ++late_;
  if (!late && router.late) --late_;
  router.late = late;
}

// A statement of an earlier session was in transit when that session ended. It is ignored.
Fault LowerTimes::on_stated(LinkId router, const wire::TimeStated& stated) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return {};
  Router& of = at->second;
  if (of.session != stated.session && !TRIAD_DEFECT(statement_from_before_a_restore)) return {};
  if (auto fault = check(of, stated)) return fault;
  of.statement = stated.number;
  take_changes(of, stated);
  // Leaves out a member that has left, or that still counts by itself.
  const FederateHandle least_of = stated.promises.of;
  const bool of_counts = of.members.contains(least_of) && !of.beginning.contains(least_of);
  of.entered.enter(promises_, LeastPromises::from(stated.promises), of_counts);
  take_waits(router, of, stated);
  of.conditional = stated.promises.together.has_value();
  of.behind = stated.behind;
  of.tso_received = stated.tso_received;
  count(of);
  return {};
}

Fault LowerTimes::check(const Router& router, const wire::TimeStated& stated) const {
  if (auto fault = router::check(order_, stated.promises)) return fault;
  if (!fits(order_, stated.waits_for) || !fits(order_, stated.of_waits_for)) return kNotATime;
  if (stated.number <= router.statement || stated.changes < router.changes_stated ||
      stated.changes > router.changes || stated.tso_received > router.tso_sent) {
    return "a statement of time with wrong numbers";
  }
  return {};
}

// From now on the statement covers each member that begins to regulate by an included change.
void LowerTimes::take_changes(Router& router, const wire::TimeStated& stated) {
  router.changes_stated = stated.changes;
  std::erase_if(router.beginning, [&](const auto& entry) {
    const auto& [member, change] = entry;
    if (change > stated.changes) return false;
    promises_.end(member.value);
    return true;
  });
}

// Enters the waits with each statement, because promises may have changed since the members got a
// joint bound.
void LowerTimes::take_waits(LinkId link, Router& router, const wire::TimeStated& stated) {
  const auto enter = [&](Member member, const std::optional<wire::TimeBound>& bound, bool rises) {
    const auto what = rises ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
    waits_.wait(member, what, rises ? std::nullopt : to_bound(bound));
  };
  enter(kWaits | link.value, stated.waits_for, stated.each_rise);
  const bool of_waits =
      (stated.of_waits_for || stated.of_each_rise) && router.members.contains(stated.promises.of);
  const FederateHandle waits_as = of_waits ? stated.promises.of : FederateHandle();
  if (router.waits_as && router.waits_as != waits_as) waits_.forget(router.waits_as.value);
  router.waits_as = waits_as;
  if (of_waits) enter(waits_as.value, stated.of_waits_for, stated.of_each_rise);
}

// --- Telling routers

void LowerTimes::tell(std::vector<LinkId>& routers, const LeastPromises& promises,
                      wire::Position log) {
  std::ranges::sort(routers);
  routers.erase(std::unique(routers.begin(), routers.end()), routers.end());
  for (const LinkId link : routers) {
    const auto at = routers_.find(link);
    if (at != routers_.end()) tell(link, at->second, promises, log);
  }
}

void LowerTimes::tell_all(const LeastPromises& promises, wire::Position log) {
  for (const auto& [link, router] : routers_) tell(link, router, promises, log);
}

void LowerTimes::tell(LinkId link, const Router& router, const LeastPromises& promises,
                      wire::Position log) {
  wire::TimeTold told{host_.federation(), router.session, log, router.statement,
                      promises.to_wire()};
  if (router.apart) told.promises.together.reset();
  tell_word(link, told);
}

void LowerTimes::set_apart(LinkId link, bool apart) {
  const auto at = routers_.find(link);
  if (at == routers_.end()) return;
  Router& router = at->second;
  router.apart = apart;
  waits_.set_apart(kWaits | link.value, apart);
  if (router.waits_as) waits_.set_apart(router.waits_as.value, apart);
}

template <class Message>
void LowerTimes::tell_word(LinkId router, const Message& message) {
  (void)tell_router(host_, router, message, out_);
}

}  // namespace triad::router
