#include "router/member_times.hpp"

#include <algorithm>
#include <utility>

namespace triad::router {

namespace {
// Member number in above_ of all promises but the least one (EnteredPromises).
constexpr BoundReduction::Member kAllOthers = ~BoundReduction::Member{0};
}  // namespace

MemberTimes::MemberTimes(Host& host, const BoundOrder& order)
    : host_(host),
      order_(order),
      below_(BoundComparator{&order}),
      above_(BoundComparator{&order}),
      lower_(host, order, below_, above_),
      upper_entry_(kAllOthers) {}

// --- Members

void MemberTimes::add(FederateHandle member, LinkId via) {
  if (session_ == 0) return;
  if (via != LinkId{}) {
    lower_.add(via, member);
  } else {
    members_.try_emplace(member);
  }
}

void MemberTimes::remove(FederateHandle member, LinkId via) {
  if (session_ == 0) return;
  is_due_ = true;
  if (upper_promises_.least_federate == member) drop_least_federate();
  if (via != LinkId{}) {
    lower_.remove(via, member);
  } else if (const auto at = members_.find(member); at != members_.end()) {
    if (at->second.is_behind) --behind_;
    members_.erase(at);
    below_.remove(member.value);
    above_.remove(member.value);
  }
  if (members_.empty() && lower_.empty()) session_ = 0;
}

// Removes the leaver's promise from those that the router above has stated. Members and routers
// that wait here then get the least promise of the others.
void MemberTimes::drop_least_federate() {
  const LeastPromises before = std::exchange(upper_promises_, {});
  upper_promises_.any_promise = before.others_promise;
  upper_promises_.least = before.next;
  upper_promises_.joint_least = before.joint_least;
  upper_entry_.enter(above_, upper_promises_, true);
}

// --- From above

// Begins a session. Until the first TimeTold, some federate counts as one that has yet to promise.
void MemberTimes::receive_from_upper(const wire::TimeBegins& begins,
                                     std::span<const Place> members) {
  if (begins.session == session_) return;
  session_ = begins.session;
  last_change_ = 0;
  acknowledged_statement_ = 0;
  tso_received_ = begins.tso_sent;
  behind_ = 0;
  members_.clear();
  lower_entering_.clear();
  lower_.clear();
  below_.clear();
  above_.clear();
  last_stated_.clear();
  least_stated_.reset();
  last_was_urgent_ = false;
  upper_promises_ = {.any_promise = true};
  upper_entry_.drop_federate();
  upper_entry_.enter(above_, upper_promises_, false);
  for (const auto& [member, via] : members) add(member, via);
}

// The member may have left already, which the router above does not know yet.
void MemberTimes::receive_from_upper(const wire::MemberTimeChanged& changed) {
  if (session_ == 0) return;
  last_change_ = changed.number;
  is_due_ = true;
  if (const LinkId via = lower_.router_of(changed.federate); via != LinkId{}) {
    return lower_.send_change(via, changed.federate, changed.change, changed.position);
  }
  const auto at = members_.find(changed.federate);
  if (at == members_.end()) return;
  MemberState& line = at->second;
  const FederateHandle member = changed.federate;
  switch (changed.change) {
    case wire::MemberTimeChange::regulation_begins:
      line.change_regulation(true, changed.position);
      update_behind_count(line);
      return below_.begin(member.value);
    case wire::MemberTimeChange::regulation_ends:
      line.change_regulation(false, changed.position);
      update_behind_count(line);
      return below_.end(member.value);
    case wire::MemberTimeChange::constrained_begins:
      line.wait_position = changed.position;
      return;
    case wire::MemberTimeChange::constrained_ends:
      line.wait_position = changed.position;
      return above_.forget_wait(member.value);
  }
}

Fault MemberTimes::receive_from_upper(const wire::TimeTold& told) {
  if (told.session != session_) return {};
  if (auto fault = check(order_, told.promises)) return fault;
  log_position_ = told.log_position;
  const bool was_known = upper_promises_.least || !upper_promises_.any_promise;
  upper_promises_ = LeastPromises::from(told.promises);
  const bool is_known = upper_promises_.least || !upper_promises_.any_promise;
  if (was_known && !is_known) regulates_since_ = log_position_ + 1;
  upper_entry_.enter(above_, upper_promises_, true);
  if (!is_known) lower_.send_promises_to_all(upper_promises_, log_position_);
  acknowledged_statement_ = told.statement;
  (void)restore_entering();
  is_due_ = true;
  return {};
}

// Ends the exclusion of members and routers if the last answer of the router above includes their
// last report.
bool MemberTimes::restore_entering() {
  bool any = false;
  for (auto& [member, line] : members_) {
    if (line.entering_statement != 0 && line.entering_statement <= acknowledged_statement_) {
      line.entering_statement = 0;
      above_.set_apart(member.value, false);
      any = true;
    }
  }
  std::erase_if(lower_entering_, [&](const auto& entry) {
    if (entry.second > acknowledged_statement_) return false;
    lower_.set_apart(entry.first, false);
    return any = true;
  });
  return any;
}

void MemberTimes::record_tso(FederateHandle member, LinkId via, bool goes_on) {
  if (session_ == 0) return;
  ++tso_received_;
  is_due_ = true;
  if (!goes_on) return;
  if (via != LinkId{}) return lower_.record_tso_sent(via);
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  ++at->second.tso_forwarded;
  update_behind_count(at->second);
}

void MemberTimes::update_behind_count(MemberState& line) {
  const bool behind = line.is_waiting_behind();
  if (behind && !line.is_behind) ++behind_;
  if (!behind && line.is_behind) --behind_;
  line.is_behind = behind;
}

// --- From below

Fault MemberTimes::receive_from_member(FederateHandle by, const wire::Record& record) {
  const auto at = members_.find(by);
  if (at == members_.end()) return {};
  is_due_ = true;
  return record.header.message_kind() == wire::Kind::TimeReport
             ? receive_report(by, at->second, record)
             : receive_wait(by, at->second, record);
}

Fault MemberTimes::receive_report(FederateHandle by, MemberState& line,
                                  const wire::Record& record) {
  const auto report = wire::decode<wire::TimeReport>(record.payload);
  if (!report) return "a malformed TimeReport record";
  const bool overtaken = line.is_overtaken(record.header);
  if (!overtaken && !line.is_regulating) return "a promise, though it does not regulate";
  if (!order_.is_valid(report->promise) || !is_valid_bound(order_, report->conditional) ||
      !is_valid_bound(order_, report->waits_for)) {
    return kInvalidTime;
  }
  if (!overtaken) {
    line.apply_report(record.header, *report);
    update_behind_count(line);
    below_.promise(by.value, line.report->promise, line.report->conditional);
    line.entering_statement = next_statement();
    above_.set_apart(by.value, true);
  }
  apply_wait(by, line, record.header, report->waits_for, report->each_rise);
  return {};
}

Fault MemberTimes::receive_wait(FederateHandle by, MemberState& line, const wire::Record& record) {
  const auto waiting = wire::decode<wire::TimeWait>(record.payload);
  if (!waiting) return "a malformed TimeWait record";
  if (!is_valid_bound(order_, waiting->waits_for)) return kInvalidTime;
  apply_wait(by, line, record.header, waiting->waits_for, waiting->each_rise);
  return {};
}

// Applies a wait like PromiseReduction::apply_wait(). A member that waits for rises without a valid
// bound gets the current one.
void MemberTimes::apply_wait(FederateHandle by, MemberState& line, const wire::RecordHeader& header,
                             const std::optional<wire::TimeBound>& bound, bool each_rise) {
  if (header.position < line.wait_position) return;
  line.wait_position = header.position;
  const auto kind = each_rise ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
  const bool is_outdated_bound = each_rise && header.after_position < regulates_since_;
  std::optional<TimeBound> needed;
  if (bound && !is_outdated_bound) needed = TimeBound::from(*bound);
  if (each_rise && !needed) above_.forget_wait(by.value);
  above_.set_wait(by.value, kind, needed);
}

Fault MemberTimes::receive_statement(LinkId router, const wire::TimeStated& stated) {
  if (session_ == 0) return {};
  is_due_ = true;
  lower_entering_[router] = next_statement();
  if (auto fault = lower_.receive_statement(router, stated)) return fault;
  lower_.set_apart(router, true);
  return {};
}

// --- The end of a turn

void MemberTimes::end_turn() {
  if (!std::exchange(is_due_, false) || session_ == 0) return;
  send_due_bounds();
  send_statement(StatementScope::if_needed);
}

void MemberTimes::send_complete_statement() {
  if (session_ != 0) send_statement(StatementScope::complete);
}

void MemberTimes::send_due_bounds() {
  receiving_routers_.clear();
  const auto tell_or_note = [&](BoundReduction::Member member, const ReducedBounds& reduced) {
    const FederateHandle federate = federate_of(member);
    if (const LinkId waiting = LowerTimes::router_waiting(member); waiting != LinkId{}) {
      receiving_routers_.push_back(waiting);
    } else if (members_.contains(federate)) {
      send_lbts(federate, reduced);
    } else if (const LinkId via = lower_.router_of(federate); via != LinkId{}) {
      receiving_routers_.push_back(via);
    }
  };
  above_.visit_due(upper_promises_.joint_least.has_value(), tell_or_note);
  lower_.send_promises(receiving_routers_, upper_promises_, log_position_);
}

void MemberTimes::send_lbts(FederateHandle member, const ReducedBounds& reduced) {
  const MemberState& line = members_.at(member);
  wire::LbtsTold told;
  told.known = reduced.known;
  if (!reduced.promises.empty()) told.least = reduced.promises.front().to_wire();
  if (!reduced.together.empty()) told.together = reduced.together.front().to_wire();
  told.own_report = line.report ? line.report->position : 0;
  wire::RecordHeader header;
  header.position = log_position_;
  header.addressee = member.value;
  out_.clear();
  wire::encode_record(header, told, out_);
  host_.send_to_member(member, out_);
}

// The new statement equals the last one, so the last one includes the reports since then. Members
// that become due get their bounds at the next turn, so that each gets one answer.
void MemberTimes::mark_entered_by_statement() {
  for (auto& [member, line] : members_) {
    if (line.entering_statement > statement_) line.entering_statement = statement_;
  }
  for (auto& [router, enters] : lower_entering_) enters = std::min(enters, statement_);
  if (restore_entering()) is_due_ = true;
}

LeastPromises MemberTimes::least_below() const {
  return LeastPromises::from(below_.least(), [&](FederateHandle federate) {
    return members_.contains(federate) || lower_.router_of(federate) != LinkId{};
  });
}

void MemberTimes::send_statement(StatementScope until) {
  const LeastPromises promises = least_below();
  wire::TimeStated stated;
  stated.federation = host_.federation();
  stated.session = session_;
  stated.changes = last_change_;
  stated.promises = promises.to_wire();
  if (promises.joint_least) {
    stated.tso_received = tso_received_;
    stated.behind = behind_ != 0 || lower_.has_late_members();
  }
  const auto* const waited = above_.least_waited();
  if (waited != nullptr) stated.waits_for = to_wire(*waited);
  stated.each_rise = above_.waits_for_rises();
  const auto of_waits = promises.least_federate
                            ? above_.wait_of(promises.least_federate.value)
                            : std::pair(WaitsFor::nothing, std::optional<TimeBound>());
  stated.of_each_rise = of_waits.first == WaitsFor::each_rise;
  if (of_waits.first == WaitsFor::bound) stated.of_waits_for = to_wire(of_waits.second);
  out_.clear();
  wire::encode_record({}, stated, out_);
  if (out_ == last_stated_) return mark_entered_by_statement();
  if (until == StatementScope::if_needed && may_postpone_statement(promises, stated)) return;
  std::swap(out_, last_stated_);
  stated.number = ++statement_;
  host_.send_time_statement(stated);
  least_stated_ = promises.least;
  last_stated_change_ = stated.changes;
  last_was_urgent_ = is_urgent(stated);
}

// Returns true if the statement matters above at once, with any promises.
bool MemberTimes::is_urgent(const wire::TimeStated& stated) {
  return stated.promises.together || stated.each_rise || stated.of_each_rise || stated.of_waits_for;
}

// Returns true if the statement can wait. While the least promise here is unchanged, no member
// elsewhere can get a higher bound. The same holds for members here that wait for more than that
// bound, except the member with the least promise. So a step of the members here is stated when the
// last of them has promised.
bool MemberTimes::may_postpone_statement(const LeastPromises& promises,
                                         const wire::TimeStated& stated) const {
  const auto below = [&](const TimeBound& a, const TimeBound& b) {
    return order_.compare(a, b) < 0;
  };
  if (statement_ == 0 || last_was_urgent_ || is_urgent(stated) || !promises.least) return false;
  if (!least_stated_ || stated.changes != last_stated_change_) return false;
  if (below(*least_stated_, *promises.least) || below(*promises.least, *least_stated_))
    return false;
  return !stated.waits_for || below(*promises.least, TimeBound::from(*stated.waits_for));
}

}  // namespace triad::router
