// The part of TimeExchange that sends bounds to members and lower routers, and statements to the
// upper router.
#include <algorithm>
#include <utility>

#include "router/time_exchange.hpp"

namespace triad::router {

void TimeExchange::end_turn() {
  if (!is_due_) return;
  is_due_ = false;
  if (!is_active()) return;
  send_due_bounds();
  if (!is_root()) send_statement(StatementScope::if_needed);
}

// --- Bounds

void TimeExchange::send_due_bounds() {
  is_due_ = false;
  const bool together =
      is_root() ? reports_hold_together() : upper_.promises.joint_least.has_value();
  receiving_routers_.clear();
  told_.visit_due(together, [&](BoundReduction::Member member, const ReducedBounds& reduced) {
    const auto at = members_.find(federate_of(member));
    const bool is_here = at != members_.end();
    if (is_here && !at->second.is_below()) return add_receiver(at->first, at->second, reduced);
    const LinkId router = is_here ? at->second.lower_router : LowerTimes::router_waiting(member);
    if (router != LinkId{}) receiving_routers_.push_back(router);
  });
  send_same_bounds();
  if (!receiving_routers_.empty()) {
    lower_.send_promises(receiving_routers_, is_root() ? least(together) : upper_.promises,
                         log_position());
  }
  if (requests_.empty() || gathered_.unknown() != 0) return;
  for (const Request& request : std::exchange(requests_, {})) answer_request(request);
}

// Sends bounds at once, or lets the member wait for others with the same bounds.
void TimeExchange::add_receiver(FederateHandle to, const MemberState& line,
                                const ReducedBounds& reduced) {
  const bool plain = reduced.known && reduced.together.size() <= 1 && reduced.promises.size() == 1;
  if (!plain || TRIAD_DEFECT(own_promise_in_lbts)) return send_bounds(to, reduced);
  if (!same_.is_empty() && !is_same(same_.bounds, reduced)) send_same_bounds();
  if (same_.is_empty()) same_.bounds = reduced;
  (line.shares_memory ? same_.in_memory : same_.at_links).push_back(to);
}

// Sends several members the same bounds. Neither of two members with the same bound holds the other
// back. So no member promises less, and the bound is true for every reader. Members that share
// memory read one record. A member needs the position of its own report only with a joint bound.
void TimeExchange::send_same_bounds() {
  if (same_.is_empty()) return;
  wire::LbtsTold told;
  told.known = true;
  told.least = same_.bounds.promises.front().to_wire();
  if (same_.bounds.together.empty()) {
    if (!same_.at_links.empty()) host_.send_lbts(same_.at_links, told, log_position());
  } else {
    for (const FederateHandle to : same_.at_links) send_bounds(to, same_.bounds);
    told.together = same_.bounds.together.front().to_wire();
  }
  if (same_.in_memory.size() == 1) {
    send_bounds(same_.in_memory.front(), same_.bounds);
  } else if (!same_.in_memory.empty()) {
    if (told.together) {
      for (const FederateHandle to : same_.in_memory) {
        const MemberState& line = members_.at(to);
        told.own_reports.push_back({to, line.report ? line.report->position : 0});
      }
    }
    host_.publish_lbts(same_.in_memory, told);
  }
  same_.in_memory.clear();
  same_.at_links.clear();
}

void TimeExchange::send_bounds(FederateHandle to, const ReducedBounds& reduced) {
  const MemberState& line = members_.at(to);
  wire::LbtsTold told;
  told.known = reduced.known;
  const auto put = [](const auto& bounds, auto& least, auto& or_least) {
    for (const TimeBound& bound : bounds) {
      if (least) or_least.push_back(bound.to_wire());
      if (!least) least = bound.to_wire();
    }
  };
  put(reduced.promises, told.least, told.or_least);
  put(reduced.together, told.together, told.or_together);
  if (TRIAD_DEFECT(own_promise_in_lbts) && line.report) {
    told.or_least.push_back(line.report->promise.to_wire());
  }
  told.own_report = line.report ? line.report->position : 0;
  host_.send_lbts(std::span(&to, 1), told, log_position());
}

// Only the router of a member behind it knows whether the member's last report is included, so such
// a member gets no joint bound.
void TimeExchange::send_lbts(FederateHandle to) {
  const bool together = !members_.at(to).is_below() && reports_hold_together();
  send_bounds(to, told_.reduced(to.value, together));
}

LeastPromises TimeExchange::least(bool together) const {
  LeastPromises now = LeastPromises::from(
      gathered_.least(), [&](FederateHandle federate) { return members_.contains(federate); });
  if (!together) now.joint_least.reset();
  return now;
}

// Compares bounds that one record can tell to several members: at most one of each kind.
bool TimeExchange::is_same(const ReducedBounds& a, const ReducedBounds& b) const {
  const BoundComparator order{&order_};
  const auto equal = [&](const auto& left, const auto& right) {
    return left.size() == right.size() &&
           (left.empty() || order.compare(left.front(), right.front()) == 0);
  };
  return equal(a.promises, b.promises) && equal(a.together, b.together);
}

// --- Whether the reports hold together, at the root

// Returns true if every regulating member has reported, and each member that waits for an event had
// received all messages sent to it before.
bool TimeExchange::reports_hold_together() {
  if (behind_count_ != 0 || lower_.has_late_members() || gathered_.unknown() != 0) return false;
  // Promises without a condition always hold.
  return gathered_.conditional() == 0 || sharing_count_ == 0 || memory_holds_together();
}

// Called for each report, so it first checks the member that failed the last check.
bool TimeExchange::memory_holds_together() {
  if (const auto last = members_.find(preventing_member_);
      last != members_.end() && prevents_joint_bound(last->first, last->second)) {
    return false;
  }
  for (const auto& [federate, line] : members_) {
    if (!prevents_joint_bound(federate, line)) continue;
    preventing_member_ = federate;
    return false;
  }
  return true;
}

bool TimeExchange::prevents_joint_bound(FederateHandle federate, const MemberState& line) {
  if (!line.is_regulating || !line.shares_memory) return false;
  if (!line.report) return true;
  if (!line.report->conditional) return false;
  const bool has_received_all =
      line.report->received == messages_in_memory_.received_by(federate) ||
      TRIAD_DEFECT(jump_ignores_messages_in_memory);
  if (has_received_all && line.report->log_position >= left_at_) return false;
  // The member may have slept and not read records that do not concern it. It may also have handled
  // a message that this process has not read yet.
  host_.wake_to_read_all(federate);
  host_.wake_to_read_all(wire::kRtig);
  return true;
}

// --- Statements to the upper router

void TimeExchange::send_complete_statement() {
  if (upper_.session != 0) send_statement(StatementScope::complete);
}

void TimeExchange::send_statement(StatementScope until) {
  const LeastPromises promises = least(true);
  wire::TimeStated stated = statement_of(promises);
  // The statement has a view of its bound.
  const auto wait_of_least = promises.least_federate
                                 ? told_.wait_of(promises.least_federate.value)
                                 : std::pair(WaitsFor::nothing, std::optional<TimeBound>());
  stated.of_each_rise = wait_of_least.first == WaitsFor::each_rise;
  if (wait_of_least.first == WaitsFor::bound) stated.of_waits_for = to_wire(wait_of_least.second);
  out_.clear();
  wire::encode_record({}, stated, out_);
  if (out_ == upper_.stated) return mark_entered_by_statement();
  if (until == StatementScope::if_needed && may_postpone_statement(promises, stated)) return;
  std::swap(out_, upper_.stated);
  stated.number = ++upper_.statement;
  host_.send_time_statement(stated);
  upper_.least_stated = promises.least;
  upper_.last_stated_change = stated.changes;
  upper_.was_urgent = is_urgent(stated);
}

// The new statement equals the last one, so the last one includes the reports since then. Members
// that become due get their bounds at the next turn, so that each gets one answer.
void TimeExchange::mark_entered_by_statement() {
  for (const FederateHandle member : entering_) {
    const auto at = members_.find(member);
    if (at == members_.end()) continue;
    at->second.entering_statement = std::min(at->second.entering_statement, upper_.statement);
  }
  for (auto& [router, enters] : lower_entering_) enters = std::min(enters, upper_.statement);
  if (restore_entering()) is_due_ = true;
}

// Returns a statement with views into `promises` and told_. The caller adds the wait of the member
// with the least promise.
wire::TimeStated TimeExchange::statement_of(const LeastPromises& promises) const {
  wire::TimeStated stated;
  stated.federation = host_.federation();
  stated.session = upper_.session;
  stated.changes = upper_.last_change;
  stated.promises = promises.to_wire();
  if (promises.joint_least) {
    stated.tso_received = upper_.tso_received;
    stated.behind = behind_count_ != 0 || lower_.has_late_members();
  }
  const auto* const waited = told_.least_waited();
  if (waited != nullptr) stated.waits_for = to_wire(*waited);
  stated.each_rise = told_.waits_for_rises();
  return stated;
}

// Returns true if the statement matters above at once, with any promises.
bool TimeExchange::is_urgent(const wire::TimeStated& stated) {
  return stated.promises.together || stated.each_rise || stated.of_each_rise || stated.of_waits_for;
}

// Returns true if the statement can wait. While the least promise here is unchanged, no member
// elsewhere can get a higher bound. The same holds for members here that wait for more than that
// bound, except the member with the least promise. So a step of the members here is stated when the
// last of them has promised.
bool TimeExchange::may_postpone_statement(const LeastPromises& promises,
                                          const wire::TimeStated& stated) const {
  const auto below = [&](const TimeBound& a, const TimeBound& b) {
    return order_.compare(a, b) < 0;
  };
  if (upper_.statement == 0 || upper_.was_urgent || is_urgent(stated) || !promises.least)
    return false;
  if (!upper_.least_stated || stated.changes != upper_.last_stated_change) return false;
  if (below(*upper_.least_stated, *promises.least) || below(*promises.least, *upper_.least_stated))
    return false;
  return !stated.waits_for || below(*promises.least, TimeBound::from(*stated.waits_for));
}

}  // namespace triad::router
