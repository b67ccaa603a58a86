#include "router/promise_reduction.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

namespace {
constexpr const char* kOfItsRouter = "a record of time that its router must reduce";
}  // namespace

// --- Members

// A member that regulates after a restore has yet to state its promise again.
void PromiseReduction::member_joined(FederateHandle newcomer, bool regulates) {
  const LinkId via = paths_.find(newcomer)->via;
  Line& line = lines_[newcomer];
  if (via != LinkId{} && order_.comparable()) {
    line.below = via;
    lower_.add(via, newcomer);
  }
  if (regulates) regulation_begins(newcomer, {});
}

void PromiseReduction::reduce(FederateHandle of, const Line& line) {
  if (!line.report) return;
  if (TRIAD_DEFECT(unreported_regulator_left_out) && !reduction_.promises(of.value)) {
    reduction_.begin(of.value);
  }
  const bool too_early = TRIAD_DEFECT(bound_told_too_early) && line.report->conditional;
  reduction_.promise(of.value, too_early ? *line.report->conditional : line.report->promise,
                     line.report->conditional);
}

void PromiseReduction::member_left(FederateHandle leaver) {
  in_flight_.left(leaver, paths_.log_position());
  member_moves(leaver);
}

void PromiseReduction::member_moves(FederateHandle member) {
  const Line& line = lines_.at(member);
  if (line.behind) --behind_;
  if (line.is_below()) lower_.remove(line.below, member);
  lines_.erase(member);
  std::erase_if(requests_, [&](const Request& request) { return request.by == member; });
  reduction_.remove(member.value);
  if (TRIAD_DEFECT(bound_lost_at_a_departure)) {
    reduction_.tell_due(false, [](BoundReduction::Member, const Reduced&) {});
  }
}

void PromiseReduction::clear() {
  lines_.clear();
  lower_.clear();
  behind_ = 0;
  reduction_.clear();
  in_flight_ = {};
  requests_.clear();
  looks_later_ = false;
}

// --- From the log

// Called before the log's next record, which says so.
void PromiseReduction::regulation_begins(FederateHandle by, const wire::RecordHeader& request) {
  Line& line = lines_.at(by);
  line.change_regulation(true, request.position);
  count(by, line);
  regulates_since_ = paths_.log_position() + 1;
  change(by, line, wire::MemberTimeChange::regulation_begins, request.position);
  if (!line.is_below() && !TRIAD_DEFECT(unreported_regulator_left_out)) reduction_.begin(by.value);
  if (!lower_.empty()) lower_.tell_all(least(false), paths_.log_position());
}

void PromiseReduction::withhold() {
  LeastPromises nothing;
  nothing.any = true;
  lower_.tell_all(nothing, paths_.log_position());
}

void PromiseReduction::regulation_ends(FederateHandle by, const wire::RecordHeader& request) {
  Line& line = lines_.at(by);
  line.change_regulation(false, request.position);
  count(by, line);
  change(by, line, wire::MemberTimeChange::regulation_ends, request.position);
  if (!line.is_below()) reduction_.end(by.value);
  in_flight_.regulates_no_more(by);
}

void PromiseReduction::constrained_begins(FederateHandle by, const wire::RecordHeader& request) {
  Line& line = lines_.at(by);
  line.waits_at = request.position;
  change(by, line, wire::MemberTimeChange::constrained_begins, request.position);
}

void PromiseReduction::constrained_ends(FederateHandle by, const wire::RecordHeader& request) {
  Line& line = lines_.at(by);
  line.waits_at = request.position;
  change(by, line, wire::MemberTimeChange::constrained_ends, request.position);
  if (!line.is_below()) reduction_.forget(by.value);
}

void PromiseReduction::change(FederateHandle by, Line& line, wire::MemberTimeChange change,
                              wire::Position request) {
  line.said.reset();
  if (line.is_below()) lower_.change(line.below, by, change, request);
}

// --- Records

void PromiseReduction::tso_forwarded_to(FederateHandle link_member) {
  Line& line = lines_.at(link_member);
  if (line.is_below()) return lower_.tso_sent(line.below);
  line.tso_forwarded += TRIAD_DEFECT(copy_counted_twice) && line.tso_forwarded == 2 ? 2 : 1;
  count(link_member, line);
}

void PromiseReduction::tso_published(FederateHandle of, wire::Position position) {
  const auto by = lines_.find(of);
  if (by == lines_.end()) return;
  in_flight_.sent_tso(of, position);
  // The member's next report goes to its router. That router's statement may include it already.
  if (by->second.is_below()) in_flight_.reported_by_rtig(of, false);
}

Fault PromiseReduction::on_report(FederateHandle by, const Record& record,
                                  const wire::TimeReport& report) {
  Line& line = lines_.at(by);
  if (line.is_below()) return kOfItsRouter;
  const bool overtaken = line.is_overtaken(record.header);
  if (!overtaken && !line.regulates) return "a promise, though it does not regulate";
  if (!order_.valid(report.promise) || !fits(order_, report.conditional) ||
      !fits(order_, report.waits_for)) {
    return kNotATime;
  }
  if (!tells(by)) return "a report that members publish in shared memory";
  if (!overtaken) promise(by, line, record, report);
  wait(by, line, record, report.waits_for, report.each_rise);
  looks_later_ = true;
  return {};
}

Fault PromiseReduction::on_wait(FederateHandle by, const Record& record,
                                const wire::TimeWait& waiting) {
  if (!fits(order_, waiting.waits_for)) return kNotATime;
  if (!tells(by)) return "a wait from a member that reads promises itself";
  if (lines_.at(by).is_below()) return kOfItsRouter;
  wait(by, lines_.at(by), record, waiting.waits_for, waiting.each_rise);
  looks_later_ = true;
  return {};
}

Fault PromiseReduction::on_request(FederateHandle by, const Record& record) {
  if (!tells(by)) return "a request for promises that it reads itself";
  answer({by, record.header});
  return {};
}

void PromiseReduction::answer_when_all_promise(FederateHandle by,
                                               const wire::RecordHeader& request) {
  requests_.push_back({by, request});
  looks_later_ = true;
}

void PromiseReduction::answer(const Request& request) {
  tell_lbts(request.by);
  paths_.tell(request.by, wire::Accepted{}, request.header);
}

Fault PromiseReduction::on_stated(LinkId router, const wire::TimeStated& stated) {
  looks_later_ = true;
  return lower_.on_stated(router, stated);
}

void PromiseReduction::promise(FederateHandle by, Line& line, const Record& record,
                               const wire::TimeReport& report) {
  line.take(record.header, report);
  count(by, line);
  if (paths_.on_fabric(by)) {
    in_flight_.reported(by, report.conditional.has_value(), record.header.after_position,
                        record.header.position);
  } else if (!paths_.nobody_on_fabric()) {
    in_flight_.reported_by_rtig(by, report.conditional.has_value());
  }
  reduce(by, line);
}

void PromiseReduction::wait(FederateHandle by, Line& line, const Record& record,
                            const std::optional<wire::TimeBound>& bound, bool each_rise) {
  using router::WaitsFor;
  if (record.header.position < line.waits_at) return;
  line.waits_at = record.header.position;
  const auto what = each_rise ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
  // A bound that the member knew before it knew of a newer regulator is no longer valid.
  const bool void_bound = each_rise && record.header.after_position < regulates_since_;
  std::optional<TimeBound> needed;
  if (bound && !void_bound) needed = TimeBound::from(*bound);
  reduction_.wait(by.value, what, needed);
}

// --- Telling members

void PromiseReduction::tell_due() {
  looks_later_ = false;
  const bool together = reports_hold_together();
  routers_told_.clear();
  reduction_.tell_due(together, [&](BoundReduction::Member member, const Reduced& reduced) {
    const FederateHandle to = federate_of(member);
    LinkId router = LowerTimes::router_waiting(member);
    if (const auto at = lines_.find(to); at != lines_.end()) router = at->second.below;
    if (router != LinkId{}) return routers_told_.push_back(router);
    const bool plain =
        reduced.known && reduced.together.size() <= 1 && reduced.promises.size() == 1;
    if (!plain || TRIAD_DEFECT(own_promise_in_lbts)) return tell(to, reduced);
    const bool several = !told_same_.empty() || !told_same_by_link_.empty();
    if (several && !is_same(same_, reduced)) tell_several();
    if (told_same_.empty() && told_same_by_link_.empty()) same_ = reduced;
    (paths_.on_fabric(to) ? told_same_ : told_same_by_link_).push_back(to);
  });
  tell_several();
  if (!routers_told_.empty()) lower_.tell(routers_told_, least(together), paths_.log_position());
  if (reduction_.unknown() == 0) {
    for (const Request& request : std::exchange(requests_, {})) answer(request);
  }
}

// Sends several members the same bound. Neither of two members with the same bound holds the other
// back. So no member promises less, and the bound is true for every reader. Members that share
// memory read one record.
void PromiseReduction::tell_several() {
  tell_several_by_link();
  if (told_same_.size() == 1) {
    tell(told_same_.front(), same_);
  } else if (!told_same_.empty()) {
    wire::LbtsTold told;
    told.known = true;
    told.least = same_.promises.front().to_wire();
    if (!same_.together.empty()) {
      told.together = same_.together.front().to_wire();
      for (const FederateHandle to : told_same_) {
        const Line& line = lines_.at(to);
        told.own_reports.push_back({to, line.report ? line.report->position : 0});
      }
    }
    paths_.publish(told, told_same_);
  }
  told_same_.clear();
}

// The position of the receiver's own report matters only if conditional promises hold together.
void PromiseReduction::tell_several_by_link() {
  if (told_same_by_link_.empty()) return;
  if (same_.together.empty()) {
    wire::LbtsTold told;
    told.known = true;
    told.least = same_.promises.front().to_wire();
    paths_.tell_each(told_same_by_link_, told);
  } else {
    for (const FederateHandle to : told_same_by_link_) tell(to, same_);
  }
  told_same_by_link_.clear();
}

// Only the router of a member behind it knows whether the member's last report is included, so such
// a member gets no joint bound.
void PromiseReduction::tell_lbts(FederateHandle to) {
  const bool together = !lines_.at(to).is_below() && reports_hold_together();
  tell(to, reduction_.reduced(to.value, together));
}

LeastPromises PromiseReduction::least(bool together) const {
  LeastPromises now = LeastPromises::from(
      reduction_.least(), [&](FederateHandle federate) { return lines_.contains(federate); });
  if (!together) now.together.reset();
  return now;
}

void PromiseReduction::tell(FederateHandle to, const Reduced& reduced) {
  const Line& line = lines_.at(to);
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
  paths_.tell(to, told);
}

std::vector<FederateHandle> PromiseReduction::slowest(FederateHandle than) const {
  const Reduced reduced = reduction_.reduced(than.value, false);
  std::vector<FederateHandle> slowest;
  for (const auto& [federate, line] : lines_) {
    if (federate == than || !line.regulates) continue;
    const std::optional<TimeBound> promise = promise_of(line);
    const bool holds = reduced.known ? promise && is_among(reduced, *promise) : !promise;
    if (holds) slowest.push_back(federate);
  }
  return slowest;
}

std::optional<TimeBound> PromiseReduction::promise_of(const Line& line) {
  if (line.is_below()) return line.said;
  return line.report ? std::optional(line.report->promise) : std::nullopt;
}

void PromiseReduction::note_said(FederateHandle by, const std::optional<wire::TimeBound>& promise) {
  if (promise && order_.valid(*promise)) lines_.at(by).said = TimeBound::from(*promise);
}

// Compares bounds that one record can tell to several members: at most one of each kind.
bool PromiseReduction::is_same(const Reduced& a, const Reduced& b) const {
  const ByOrder order{&order_};
  const auto equal = [&](const auto& left, const auto& right) {
    return left.size() == right.size() &&
           (left.empty() || order.compare(left.front(), right.front()) == 0);
  };
  return equal(a.promises, b.promises) && equal(a.together, b.together);
}

bool PromiseReduction::is_among(const Reduced& reduced, const TimeBound& promise) const {
  return std::ranges::any_of(reduced.promises, [&](const TimeBound& bound) {
    return ByOrder{&order_}.compare(bound, promise) == 0;
  });
}

// --- Whether the reports hold together

bool PromiseReduction::waits_behind(FederateHandle federate, const Line& line) const {
  return line.waits_behind() && !paths_.on_fabric(federate) &&
         !TRIAD_DEFECT(jump_ignores_messages_in_flight);
}

void PromiseReduction::count(FederateHandle federate, Line& line) {
  const bool behind = waits_behind(federate, line);
  if (behind && !line.behind) ++behind_;
  if (!behind && line.behind) --behind_;
  line.behind = behind;
}

// Returns true if every regulating member has reported, and each member that waits for an event had
// received all messages sent to it before.
bool PromiseReduction::reports_hold_together() {
  if (behind_ != 0 || lower_.holds_up() || reduction_.unknown() != 0) return false;
  // Promises without a condition always hold.
  const bool matters = reduction_.conditional() > 0 && !paths_.nobody_on_fabric();
  return !matters || fabric_holds_together();
}

// Called for each report, so it first checks the member that failed the last check.
bool PromiseReduction::fabric_holds_together() {
  if (const auto last = lines_.find(held_up_by_);
      last != lines_.end() && holds_up(last->first, last->second)) {
    return false;
  }
  for (const auto& [federate, line] : lines_) {
    if (!holds_up(federate, line)) continue;
    held_up_by_ = federate;
    return false;
  }
  return true;
}

bool PromiseReduction::holds_up(FederateHandle federate, const Line& line) {
  if (!line.regulates || !paths_.on_fabric(federate)) return false;
  if (!line.report) return true;
  if (!line.report->conditional || in_flight_.received_all(federate)) return false;
  // It may have slept and not read records that do not concern it.
  paths_.wake_to_read_all(federate);
  return true;
}

}  // namespace triad::router
