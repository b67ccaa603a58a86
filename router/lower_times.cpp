#include "router/lower_times.hpp"

#include <algorithm>

#include "records/defect.hpp"
#include "router/router_dispatch.hpp"

namespace triad::router {

// --- Members

void LowerTimes::add(LinkId router, FederateHandle member) {
  const auto [at, is_new] = routers_.try_emplace(router, router);
  Router& of = at->second;
  if (is_new) of.session = host_.new_number();
  of.members.insert(member);
  send_message(router, wire::TimeBegins{host_.federation(), of.session, of.tso_sent});
}

void LowerTimes::remove(LinkId router, FederateHandle member) {
  const auto at = routers_.find(router);
  if (at == routers_.end() || at->second.members.erase(member) == 0) return;
  Router& of = at->second;
  if (of.entered.federate() == member) of.entered.drop_federate();
  if (of.waits_as == member) of.waits_as = {};
  of.begun_changes.erase(member);
  promises_.remove(member.value);
  waits_.remove(member.value);
  if (!of.members.empty()) return;
  of.entered.leave(promises_);
  waits_.remove(kWaits | router.value);
  if (of.is_late) --late_;
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

void LowerTimes::send_change(LinkId router, FederateHandle member, wire::MemberTimeChange change,
                             wire::Position request) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  Router& of = at->second;
  ++of.last_change;
  if (change == wire::MemberTimeChange::regulation_begins) {
    if (of.entered.federate() == member) of.entered.drop_federate();
    of.begun_changes[member] = of.last_change;
    if (!TRIAD_DEFECT(lower_regulator_forgotten)) promises_.begin(member.value);
  }
  send_message(
      router, wire::MemberTimeChanged{host_.federation(), member, change, request, of.last_change});
}

// --- Messages and statements

void LowerTimes::record_tso_sent(LinkId router) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return;
  ++at->second.tso_sent;
  update_late_count(at->second);
}

void LowerTimes::update_late_count(Router& router) {
  const bool under_way =
      router.tso_received != router.tso_sent && !TRIAD_DEFECT(jump_ignores_copies_to_routers);
  const bool late = router.conditional && (router.has_late_member || under_way);
  if (late && !router.is_late) ++late_;
  if (!late && router.is_late) --late_;
  router.is_late = late;
}

// A statement of an earlier session was in transit when that session ended. It is ignored.
Fault LowerTimes::receive_statement(LinkId router, const wire::TimeStated& stated) {
  const auto at = routers_.find(router);
  if (at == routers_.end()) return {};
  Router& of = at->second;
  if (of.session != stated.session && !TRIAD_DEFECT(statement_from_before_a_restore)) return {};
  if (auto fault = check(of, stated)) return fault;
  of.statement = stated.number;
  apply_changes(of, stated);
  // Leaves out a member that has left, or that still counts by itself.
  const FederateHandle least_of = stated.promises.of;
  const bool of_counts = of.members.contains(least_of) && !of.begun_changes.contains(least_of);
  of.entered.enter(promises_, LeastPromises::from(stated.promises), of_counts);
  apply_waits(router, of, stated);
  of.conditional = stated.promises.together.has_value();
  of.has_late_member = stated.behind;
  of.tso_received = stated.tso_received;
  update_late_count(of);
  return {};
}

Fault LowerTimes::check(const Router& router, const wire::TimeStated& stated) const {
  if (auto fault = router::check(order_, stated.promises)) return fault;
  if (!is_valid_bound(order_, stated.waits_for) || !is_valid_bound(order_, stated.of_waits_for))
    return kInvalidTime;
  if (stated.number <= router.statement || stated.changes < router.last_stated_change ||
      stated.changes > router.last_change || stated.tso_received > router.tso_sent) {
    return "a statement of time with wrong numbers";
  }
  return {};
}

// From now on the statement covers each member that begins to regulate by an included change.
void LowerTimes::apply_changes(Router& router, const wire::TimeStated& stated) {
  router.last_stated_change = stated.changes;
  std::erase_if(router.begun_changes, [&](const auto& entry) {
    const auto& [member, change] = entry;
    if (change > stated.changes) return false;
    promises_.end(member.value);
    return true;
  });
}

// Enters the waits with each statement, because promises may have changed since the members got a
// joint bound.
void LowerTimes::apply_waits(LinkId link, Router& router, const wire::TimeStated& stated) {
  const auto enter = [&](Member member, const std::optional<wire::TimeBound>& bound, bool rises) {
    const auto kind = rises ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
    waits_.set_wait(member, kind, rises ? std::nullopt : to_bound(bound));
  };
  enter(kWaits | link.value, stated.waits_for, stated.each_rise);
  const bool of_waits =
      (stated.of_waits_for || stated.of_each_rise) && router.members.contains(stated.promises.of);
  const FederateHandle waits_as = of_waits ? stated.promises.of : FederateHandle();
  if (router.waits_as && router.waits_as != waits_as) waits_.forget_wait(router.waits_as.value);
  router.waits_as = waits_as;
  if (of_waits) enter(waits_as.value, stated.of_waits_for, stated.of_each_rise);
}

// --- Telling routers

void LowerTimes::send_promises(std::vector<LinkId>& routers, const LeastPromises& promises,
                               wire::Position log) {
  std::ranges::sort(routers);
  routers.erase(std::unique(routers.begin(), routers.end()), routers.end());
  for (const LinkId link : routers) {
    const auto at = routers_.find(link);
    if (at != routers_.end()) send_promises(link, at->second, promises, log);
  }
}

void LowerTimes::send_promises_to_all(const LeastPromises& promises, wire::Position log) {
  for (const auto& [link, router] : routers_) send_promises(link, router, promises, log);
}

void LowerTimes::send_promises(LinkId link, const Router& router, const LeastPromises& promises,
                               wire::Position log) {
  wire::TimeTold told{host_.federation(), router.session, log, router.statement,
                      promises.to_wire()};
  if (router.is_apart) told.promises.together.reset();
  send_message(link, told);
}

void LowerTimes::set_apart(LinkId link, bool apart) {
  const auto at = routers_.find(link);
  if (at == routers_.end()) return;
  Router& router = at->second;
  router.is_apart = apart;
  waits_.set_apart(kWaits | link.value, apart);
  if (router.waits_as) waits_.set_apart(router.waits_as.value, apart);
}

template <class Message>
void LowerTimes::send_message(LinkId router, const Message& message) {
  (void)send_message_to_router(host_, router, message, out_);
}

}  // namespace triad::router
