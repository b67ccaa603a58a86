#include "router/promise_reduction.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

namespace {
constexpr const char* kTimeRecordOfRouter = "a record of time that its router must reduce";
}  // namespace

// --- Members

// A member that regulates after a restore has yet to state its promise again.
void PromiseReduction::add_member(FederateHandle newcomer, bool regulates) {
  const LinkId via = paths_.find(newcomer)->via;
  MemberState& line = members_[newcomer];
  if (via != LinkId{} && order_.is_comparable()) {
    line.lower_router = via;
    lower_.add(via, newcomer);
  }
  if (paths_.is_on_fabric(newcomer)) messages_in_memory_.add_reader(newcomer);
  if (regulates) begin_regulation(newcomer, {});
}

void PromiseReduction::enter_promise(FederateHandle of, const MemberState& line) {
  if (!line.report) return;
  if (TRIAD_DEFECT(unreported_regulator_left_out) && !reduction_.promises(of.value)) {
    reduction_.begin(of.value);
  }
  const bool too_early = TRIAD_DEFECT(bound_sent_too_early) && line.report->conditional;
  reduction_.promise(of.value, too_early ? *line.report->conditional : line.report->promise,
                     line.report->conditional);
}

void PromiseReduction::remove_member(FederateHandle leaver) {
  messages_in_memory_.remove(leaver);
  left_at_ = paths_.log_position();
  move_member(leaver);
}

void PromiseReduction::move_member(FederateHandle member) {
  const MemberState& line = members_.at(member);
  if (line.is_behind) --behind_count_;
  if (line.is_below()) lower_.remove(line.lower_router, member);
  members_.erase(member);
  std::erase_if(requests_, [&](const Request& request) { return request.by == member; });
  reduction_.remove(member.value);
  if (TRIAD_DEFECT(bound_lost_at_a_departure)) {
    reduction_.visit_due(false, [](BoundReduction::Member, const Reduced&) {});
  }
}

void PromiseReduction::clear() {
  members_.clear();
  lower_.clear();
  behind_count_ = 0;
  reduction_.clear();
  messages_in_memory_.clear();
  left_at_ = 0;
  requests_.clear();
  has_due_bounds_ = false;
}

// --- From the log

// Called before the log's next record, which says so.
void PromiseReduction::begin_regulation(FederateHandle by, const wire::RecordHeader& request) {
  MemberState& line = members_.at(by);
  line.change_regulation(true, request.position);
  update_behind_count(by, line);
  regulates_since_ = paths_.log_position() + 1;
  apply_change(by, line, wire::MemberTimeChange::regulation_begins, request.position);
  if (!line.is_below() && !TRIAD_DEFECT(unreported_regulator_left_out)) reduction_.begin(by.value);
  if (!lower_.empty()) lower_.send_promises_to_all(least(false), paths_.log_position());
}

void PromiseReduction::withhold() {
  LeastPromises nothing;
  nothing.any_promise = true;
  lower_.send_promises_to_all(nothing, paths_.log_position());
}

void PromiseReduction::end_regulation(FederateHandle by, const wire::RecordHeader& request) {
  MemberState& line = members_.at(by);
  line.change_regulation(false, request.position);
  update_behind_count(by, line);
  apply_change(by, line, wire::MemberTimeChange::regulation_ends, request.position);
  if (!line.is_below()) reduction_.end(by.value);
}

void PromiseReduction::begin_constrained(FederateHandle by, const wire::RecordHeader& request) {
  MemberState& line = members_.at(by);
  line.wait_position = request.position;
  apply_change(by, line, wire::MemberTimeChange::constrained_begins, request.position);
}

void PromiseReduction::end_constrained(FederateHandle by, const wire::RecordHeader& request) {
  MemberState& line = members_.at(by);
  line.wait_position = request.position;
  apply_change(by, line, wire::MemberTimeChange::constrained_ends, request.position);
  if (!line.is_below()) reduction_.forget_wait(by.value);
}

void PromiseReduction::apply_change(FederateHandle by, MemberState& line,
                                    wire::MemberTimeChange change, wire::Position request) {
  line.reported_promise.reset();
  if (line.is_below()) lower_.send_change(line.lower_router, by, change, request);
}

// --- Records

// The message may be the one that a waiting member had handled before.
void PromiseReduction::record_tso_read(FederateHandle of, wire::Position position) {
  messages_in_memory_.add(of, position);
  if (reduction_.conditional() > 0) has_due_bounds_ = true;
}

void PromiseReduction::record_tso_forwarded(FederateHandle link_member) {
  MemberState& line = members_.at(link_member);
  if (line.is_below()) return lower_.record_tso_sent(line.lower_router);
  line.tso_forwarded += TRIAD_DEFECT(copy_counted_twice) && line.tso_forwarded == 2 ? 2 : 1;
  update_behind_count(link_member, line);
}

void PromiseReduction::record_tso_published(FederateHandle of, wire::Position position) {
  if (members_.contains(of)) messages_in_memory_.add(of, position);
}

Fault PromiseReduction::receive_report(FederateHandle by, const Record& record,
                                       const wire::TimeReport& report) {
  MemberState& line = members_.at(by);
  if (line.is_below()) return kTimeRecordOfRouter;
  const bool overtaken = line.is_overtaken(record.header);
  if (!overtaken && !line.is_regulating) return "a promise, though it does not regulate";
  if (!order_.is_valid(report.promise) || !is_valid_bound(order_, report.conditional) ||
      !is_valid_bound(order_, report.waits_for)) {
    return kInvalidTime;
  }
  if (!sends_lbts_to(by)) return "a report that members publish in shared memory";
  if (!overtaken) apply_promise(by, line, record, report);
  apply_wait(by, line, record, report.waits_for, report.each_rise);
  has_due_bounds_ = true;
  return {};
}

Fault PromiseReduction::receive_wait(FederateHandle by, const Record& record,
                                     const wire::TimeWait& waiting) {
  if (!is_valid_bound(order_, waiting.waits_for)) return kInvalidTime;
  if (!sends_lbts_to(by)) return "a wait from a member that reads promises itself";
  if (members_.at(by).is_below()) return kTimeRecordOfRouter;
  apply_wait(by, members_.at(by), record, waiting.waits_for, waiting.each_rise);
  has_due_bounds_ = true;
  return {};
}

Fault PromiseReduction::receive_request(FederateHandle by, const Record& record) {
  if (!sends_lbts_to(by)) return "a request for promises that it reads itself";
  answer_request({by, record.header});
  return {};
}

void PromiseReduction::answer_when_all_promise(FederateHandle by,
                                               const wire::RecordHeader& request) {
  requests_.push_back({by, request});
  has_due_bounds_ = true;
}

void PromiseReduction::answer_request(const Request& request) {
  send_lbts(request.by);
  paths_.send_message(request.by, wire::Accepted{}, request.header);
}

Fault PromiseReduction::receive_statement(LinkId router, const wire::TimeStated& stated) {
  has_due_bounds_ = true;
  return lower_.receive_statement(router, stated);
}

void PromiseReduction::apply_promise(FederateHandle by, MemberState& line, const Record& record,
                                     const wire::TimeReport& report) {
  line.apply_report(record.header, report);
  update_behind_count(by, line);
  enter_promise(by, line);
}

void PromiseReduction::apply_wait(FederateHandle by, MemberState& line, const Record& record,
                                  const std::optional<wire::TimeBound>& bound, bool each_rise) {
  using router::WaitsFor;
  if (record.header.position < line.wait_position) return;
  line.wait_position = record.header.position;
  const auto kind = each_rise ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
  // A bound that the member knew before it knew of a newer regulator is no longer valid.
  const bool is_outdated_bound = each_rise && record.header.after_position < regulates_since_;
  std::optional<TimeBound> needed;
  if (bound && !is_outdated_bound) needed = TimeBound::from(*bound);
  reduction_.set_wait(by.value, kind, needed);
}

// --- Telling members

void PromiseReduction::send_due_bounds() {
  has_due_bounds_ = false;
  const bool together = reports_hold_together();
  receiving_routers_.clear();
  reduction_.visit_due(together, [&](BoundReduction::Member member, const Reduced& reduced) {
    const FederateHandle to = federate_of(member);
    LinkId router = LowerTimes::router_waiting(member);
    if (const auto at = members_.find(to); at != members_.end()) router = at->second.lower_router;
    if (router != LinkId{}) return receiving_routers_.push_back(router);
    const bool plain =
        reduced.known && reduced.together.size() <= 1 && reduced.promises.size() == 1;
    if (!plain || TRIAD_DEFECT(own_promise_in_lbts)) return send_bounds(to, reduced);
    const bool several = !same_receivers_.empty() || !same_link_receivers_.empty();
    if (several && !is_same(same_bounds_, reduced)) send_same_bounds();
    if (same_receivers_.empty() && same_link_receivers_.empty()) same_bounds_ = reduced;
    (paths_.is_on_fabric(to) ? same_receivers_ : same_link_receivers_).push_back(to);
  });
  send_same_bounds();
  if (!receiving_routers_.empty())
    lower_.send_promises(receiving_routers_, least(together), paths_.log_position());
  if (reduction_.unknown() == 0) {
    for (const Request& request : std::exchange(requests_, {})) answer_request(request);
  }
}

// Sends several members the same bound. Neither of two members with the same bound holds the other
// back. So no member promises less, and the bound is true for every reader. Members that share
// memory read one record.
void PromiseReduction::send_same_bounds() {
  send_same_bounds_by_link();
  if (same_receivers_.size() == 1) {
    send_bounds(same_receivers_.front(), same_bounds_);
  } else if (!same_receivers_.empty()) {
    wire::LbtsTold told;
    told.known = true;
    told.least = same_bounds_.promises.front().to_wire();
    if (!same_bounds_.together.empty()) {
      told.together = same_bounds_.together.front().to_wire();
      for (const FederateHandle to : same_receivers_) {
        const MemberState& line = members_.at(to);
        told.own_reports.push_back({to, line.report ? line.report->position : 0});
      }
    }
    paths_.publish(told, same_receivers_);
  }
  same_receivers_.clear();
}

// The position of the receiver's own report matters only if conditional promises hold together.
void PromiseReduction::send_same_bounds_by_link() {
  if (same_link_receivers_.empty()) return;
  if (same_bounds_.together.empty()) {
    wire::LbtsTold told;
    told.known = true;
    told.least = same_bounds_.promises.front().to_wire();
    paths_.send_message_to_each(same_link_receivers_, told);
  } else {
    for (const FederateHandle to : same_link_receivers_) send_bounds(to, same_bounds_);
  }
  same_link_receivers_.clear();
}

// Only the router of a member behind it knows whether the member's last report is included, so such
// a member gets no joint bound.
void PromiseReduction::send_lbts(FederateHandle to) {
  const bool together = !members_.at(to).is_below() && reports_hold_together();
  send_bounds(to, reduction_.reduced(to.value, together));
}

LeastPromises PromiseReduction::least(bool together) const {
  LeastPromises now = LeastPromises::from(
      reduction_.least(), [&](FederateHandle federate) { return members_.contains(federate); });
  if (!together) now.joint_least.reset();
  return now;
}

void PromiseReduction::send_bounds(FederateHandle to, const Reduced& reduced) {
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
  paths_.send_message(to, told);
}

std::vector<FederateHandle> PromiseReduction::slowest(FederateHandle than) const {
  const Reduced reduced = reduction_.reduced(than.value, false);
  std::vector<FederateHandle> slowest;
  for (const auto& [federate, line] : members_) {
    if (federate == than || !line.is_regulating) continue;
    const std::optional<TimeBound> promise = promise_of(line);
    const bool holds = reduced.known ? promise && is_among(reduced, *promise) : !promise;
    if (holds) slowest.push_back(federate);
  }
  return slowest;
}

std::optional<TimeBound> PromiseReduction::promise_of(const MemberState& line) {
  if (line.is_below()) return line.reported_promise;
  return line.report ? std::optional(line.report->promise) : std::nullopt;
}

void PromiseReduction::record_reported_promise(FederateHandle by,
                                               const std::optional<wire::TimeBound>& promise) {
  if (promise && order_.is_valid(*promise))
    members_.at(by).reported_promise = TimeBound::from(*promise);
}

// Compares bounds that one record can tell to several members: at most one of each kind.
bool PromiseReduction::is_same(const Reduced& a, const Reduced& b) const {
  const BoundComparator order{&order_};
  const auto equal = [&](const auto& left, const auto& right) {
    return left.size() == right.size() &&
           (left.empty() || order.compare(left.front(), right.front()) == 0);
  };
  return equal(a.promises, b.promises) && equal(a.together, b.together);
}

bool PromiseReduction::is_among(const Reduced& reduced, const TimeBound& promise) const {
  return std::ranges::any_of(reduced.promises, [&](const TimeBound& bound) {
    return BoundComparator{&order_}.compare(bound, promise) == 0;
  });
}

// --- Whether the reports hold together

bool PromiseReduction::waits_behind(FederateHandle federate, const MemberState& line) const {
  return line.is_waiting_behind() && !paths_.is_on_fabric(federate) &&
         !TRIAD_DEFECT(jump_ignores_messages_in_flight);
}

void PromiseReduction::update_behind_count(FederateHandle federate, MemberState& line) {
  const bool behind = waits_behind(federate, line);
  if (behind && !line.is_behind) ++behind_count_;
  if (!behind && line.is_behind) --behind_count_;
  line.is_behind = behind;
}

// Returns true if every regulating member has reported, and each member that waits for an event had
// received all messages sent to it before.
bool PromiseReduction::reports_hold_together() {
  if (behind_count_ != 0 || lower_.has_late_members() || reduction_.unknown() != 0) return false;
  // Promises without a condition always hold.
  const bool matters = reduction_.conditional() > 0 && !paths_.is_fabric_empty();
  return !matters || fabric_holds_together();
}

// Called for each report, so it first checks the member that failed the last check.
bool PromiseReduction::fabric_holds_together() {
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

bool PromiseReduction::prevents_joint_bound(FederateHandle federate, const MemberState& line) {
  if (!line.is_regulating || !paths_.is_on_fabric(federate)) return false;
  if (!line.report) return true;
  if (!line.report->conditional) return false;
  const bool has_received_all =
      line.report->received == messages_in_memory_.received_by(federate) ||
      TRIAD_DEFECT(jump_ignores_messages_in_memory);
  if (has_received_all && line.report->log_position >= left_at_) return false;
  // The member may have slept and not read records that do not concern it. It may also have handled
  // a message that this process has not read yet.
  paths_.wake_to_read_all(federate);
  paths_.wake_to_read_all(wire::kRtig);
  return true;
}

}  // namespace triad::router
