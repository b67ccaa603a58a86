#include "router/time_exchange.hpp"

#include <algorithm>
#include <utility>

namespace triad::router {

namespace {

constexpr const char* kTimeRecordOfRouter = "a record of time that its router must reduce";
// Member number in of_upper_ of all promises but the least one (EnteredPromises).
constexpr BoundReduction::Member kAllOthers = ~BoundReduction::Member{0};

}  // namespace

TimeExchange::TimeExchange(Host& host, Place place, const BoundOrder& order)
    : host_(host),
      order_(order),
      gathered_(BoundComparator{&order}),
      of_upper_(BoundComparator{&order}),
      told_(place == Place::root ? gathered_ : of_upper_),
      lower_(host, order, gathered_, told_),
      upper_entry_(kAllOthers) {}

// --- Members

void TimeExchange::add_member(FederateHandle newcomer, const Newcomer& as) {
  if (!is_active()) return;
  MemberState& line = members_[newcomer];
  line.lower_router = order_.is_comparable() ? as.via : LinkId{};
  if (line.is_below()) lower_.add(as.via, newcomer);
  if (as.shares_memory) {
    line.shares_memory = true;
    ++sharing_count_;
    messages_in_memory_.add_reader(newcomer);
  }
  if (as.regulates) change_role(newcomer, wire::MemberTimeChange::regulation_begins, 0);
}

void TimeExchange::remove_member(FederateHandle leaver) {
  messages_in_memory_.remove(leaver);
  left_at_ = log_position();
  move_member(leaver);
}

void TimeExchange::move_member(FederateHandle member) {
  if (!is_active()) return;
  if (!is_root()) is_due_ = true;
  if (upper_.promises.least_federate == member) drop_least_federate();
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  if (at->second.is_behind) --behind_count_;
  if (at->second.shares_memory) --sharing_count_;
  if (at->second.is_below()) lower_.remove(at->second.lower_router, member);
  members_.erase(at);
  std::erase_if(requests_, [&](const Request& request) { return request.by == member; });
  gathered_.remove(member.value);
  of_upper_.remove(member.value);
  if (TRIAD_DEFECT(bound_lost_at_a_departure)) {
    told_.visit_due(false, [](BoundReduction::Member, const ReducedBounds&) {});
  }
  if (members_.empty()) upper_.session = 0;
}

void TimeExchange::cut_off_member(FederateHandle member) {
  if (upper_.promises.least_federate == member) {
    upper_.promises = {};
    upper_.promises.any_promise = true;
    upper_entry_.enter(of_upper_, upper_.promises, true);
  }
  move_member(member);
}

// Removes the leaver's promise from those that the upper router has stated. Members and routers
// that wait here then get the least promise of the others.
void TimeExchange::drop_least_federate() {
  const LeastPromises before = std::exchange(upper_.promises, {});
  upper_.promises.any_promise = before.others_promise;
  upper_.promises.least = before.next;
  upper_.promises.joint_least = before.joint_least;
  upper_entry_.enter(of_upper_, upper_.promises, true);
}

void TimeExchange::clear() {
  members_.clear();
  entering_.clear();
  lower_entering_.clear();
  lower_.clear();
  behind_count_ = 0;
  gathered_.clear();
  of_upper_.clear();
  sharing_count_ = 0;
  messages_in_memory_.clear();
  left_at_ = 0;
  requests_.clear();
  if (is_root()) is_due_ = false;
}

// A condition names the number of messages that its member had received, counted from an earlier
// beginning.
void TimeExchange::begin_again() {
  if (!TRIAD_DEFECT(sessions_not_begun_again)) begin_sessions_again();
  for (auto& [federate, line] : members_) {
    if (line.shares_memory && !TRIAD_DEFECT(waits_of_memory_forgotten)) continue;
    if (!TRIAD_DEFECT(counts_not_from_zero)) line.tso_forwarded = 0;
    told_.forget_wait(federate.value);
    if (line.report) {
      line.report->conditional.reset();
      gathered_.promise(federate.value, line.report->promise, std::nullopt);
    }
    update_behind_count(line);
  }
}

// Routers below forget everything with their session.
void TimeExchange::begin_sessions_again() {
  std::vector<MemberPlace> below;
  for (const auto& [federate, line] : members_) {
    if (line.is_below()) below.emplace_back(federate, line.lower_router);
  }
  for (const auto& [federate, router] : below) lower_.remove(router, federate);
  for (const auto& [federate, router] : below) {
    lower_.add(router, federate);
    MemberState& line = members_.at(federate);
    line.reported_promise.reset();
    if (!line.is_regulating) continue;
    lower_.send_change(router, federate, wire::MemberTimeChange::regulation_begins, 0);
  }
  if (!below.empty()) is_due_ = true;
}

// --- Roles

void TimeExchange::change_role(FederateHandle by, wire::MemberTimeChange change,
                               wire::Position request) {
  const bool begins = change == wire::MemberTimeChange::regulation_begins;
  if (begins) regulates_since_ = log_position() + 1;
  MemberState& line = members_.at(by);
  line.reported_promise.reset();
  apply_role(by, line, change, request);
  if (begins && !lower_.empty()) lower_.send_promises_to_all(least(false), log_position());
}

void TimeExchange::apply_role(FederateHandle member, MemberState& line,
                              wire::MemberTimeChange change, wire::Position request) {
  using Change = wire::MemberTimeChange;
  if (change == Change::regulation_begins || change == Change::regulation_ends) {
    line.change_regulation(change == Change::regulation_begins, request);
    update_behind_count(line);
  } else {
    line.wait_position = request;
  }
  if (line.is_below()) return lower_.send_change(line.lower_router, member, change, request);
  switch (change) {
    case Change::regulation_begins:
      if (!TRIAD_DEFECT(unreported_regulator_left_out)) gathered_.begin(member.value);
      return;
    case Change::regulation_ends:
      return gathered_.end(member.value);
    case Change::constrained_begins:
      return;
    case Change::constrained_ends:
      return told_.forget_wait(member.value);
  }
}

void TimeExchange::withhold() {
  LeastPromises nothing;
  nothing.any_promise = true;
  lower_.send_promises_to_all(nothing, log_position());
}

// --- From the upper router

// Begins a session. Until the first TimeTold, some federate counts as one that has yet to promise.
void TimeExchange::receive_from_upper(const wire::TimeBegins& begins,
                                      std::span<const MemberPlace> members) {
  if (begins.session == upper_.session) return;
  Upper now;
  now.session = begins.session;
  now.tso_received = begins.tso_sent;
  now.promises.any_promise = true;
  now.log_position = upper_.log_position;
  now.statement = upper_.statement;
  upper_ = std::move(now);
  clear();
  upper_entry_.drop_federate();
  upper_entry_.enter(of_upper_, upper_.promises, false);
  for (const auto& [member, via] : members) add_member(member, {.via = via});
}

// The member may have left already, which the upper router does not know yet.
void TimeExchange::receive_from_upper(const wire::MemberTimeChanged& changed) {
  if (!is_active()) return;
  upper_.last_change = changed.number;
  is_due_ = true;
  const auto at = members_.find(changed.federate);
  if (at != members_.end()) apply_role(at->first, at->second, changed.change, changed.position);
}

Fault TimeExchange::receive_from_upper(const wire::TimeTold& told) {
  if (told.session != upper_.session) return {};
  if (auto fault = check(order_, told.promises)) return fault;
  const auto is_known = [this] { return upper_.promises.least || !upper_.promises.any_promise; };
  const bool was_known = is_known();
  upper_.log_position = told.log_position;
  upper_.promises = LeastPromises::from(told.promises);
  if (was_known && !is_known()) regulates_since_ = upper_.log_position + 1;
  upper_entry_.enter(of_upper_, upper_.promises, true);
  if (!is_known()) lower_.send_promises_to_all(upper_.promises, upper_.log_position);
  upper_.acknowledged = told.statement;
  (void)restore_entering();
  is_due_ = true;
  return {};
}

// Ends the exclusion of members and routers if the last answer of the upper router includes their
// last report. Forgets members that have left.
bool TimeExchange::restore_entering() {
  bool any = false;
  std::erase_if(entering_, [&](FederateHandle member) {
    const auto at = members_.find(member);
    if (at == members_.end()) return true;
    if (at->second.entering_statement > upper_.acknowledged) return false;
    at->second.entering_statement = 0;
    told_.set_apart(member.value, false);
    return any = true;
  });
  std::erase_if(lower_entering_, [&](const auto& entry) {
    if (entry.second > upper_.acknowledged) return false;
    lower_.set_apart(entry.first, false);
    return any = true;
  });
  return any;
}

// --- From members and lower routers

Fault TimeExchange::receive_from_member(FederateHandle by, const wire::Record& record) {
  const auto at = members_.find(by);
  if (at == members_.end() || (at->second.is_below() && !is_root())) return {};
  return record.header.message_kind() == wire::Kind::TimeReport
             ? receive_report(by, at->second, record)
             : receive_wait(by, at->second, record);
}

Fault TimeExchange::receive_report(FederateHandle by, MemberState& line,
                                   const wire::Record& record) {
  const auto report = wire::decode<wire::TimeReport>(record.payload);
  if (!report) return "a malformed TimeReport record";
  if (line.is_below()) return kTimeRecordOfRouter;
  const bool overtaken = line.is_overtaken(record.header);
  if (!overtaken && !line.is_regulating) return "a promise, though it does not regulate";
  if (!order_.is_valid(report->promise) || !is_valid_bound(order_, report->conditional) ||
      !is_valid_bound(order_, report->waits_for)) {
    return kInvalidTime;
  }
  if (!sends_lbts_to(line)) return "a report that members publish in shared memory";
  if (!overtaken) apply_promise(by, line, record.header, *report);
  apply_wait(by, line, record.header, report->waits_for, report->each_rise);
  is_due_ = true;
  return {};
}

Fault TimeExchange::receive_wait(FederateHandle by, MemberState& line, const wire::Record& record) {
  const auto waiting = wire::decode<wire::TimeWait>(record.payload);
  if (!waiting) return "a malformed TimeWait record";
  if (!is_valid_bound(order_, waiting->waits_for)) return kInvalidTime;
  if (!sends_lbts_to(line)) return "a wait from a member that reads promises itself";
  if (line.is_below()) return kTimeRecordOfRouter;
  apply_wait(by, line, record.header, waiting->waits_for, waiting->each_rise);
  is_due_ = true;
  return {};
}

// Below the root the member is excluded from joint bounds until an answer of the upper router
// includes the report.
void TimeExchange::apply_promise(FederateHandle by, MemberState& line,
                                 const wire::RecordHeader& header, const wire::TimeReport& report) {
  line.apply_report(header, report);
  update_behind_count(line);
  const bool may_be_left_out =
      TRIAD_DEFECT(unreported_regulator_left_out) || TRIAD_DEFECT(lost_regulator_left_out);
  if (may_be_left_out && !gathered_.promises(by.value)) gathered_.begin(by.value);
  const bool too_early = TRIAD_DEFECT(bound_sent_too_early) && line.report->conditional;
  gathered_.promise(by.value, too_early ? *line.report->conditional : line.report->promise,
                    line.report->conditional);
  if (is_root()) return;
  if (std::exchange(line.entering_statement, next_statement()) == 0) entering_.push_back(by);
  told_.set_apart(by.value, true);
}

// Below the root a member that waits for rises without a valid bound gets the current one.
void TimeExchange::apply_wait(FederateHandle by, MemberState& line,
                              const wire::RecordHeader& header,
                              const std::optional<wire::TimeBound>& bound, bool each_rise) {
  if (header.position < line.wait_position) return;
  line.wait_position = header.position;
  const auto kind = each_rise ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
  // A bound that the member knew before it knew of a newer regulator is no longer valid.
  const bool is_outdated_bound = each_rise && header.after_position < regulates_since_;
  std::optional<TimeBound> needed;
  if (bound && !is_outdated_bound) needed = TimeBound::from(*bound);
  if (!is_root() && each_rise && !needed) told_.forget_wait(by.value);
  told_.set_wait(by.value, kind, needed);
}

Fault TimeExchange::receive_statement(LinkId router, const wire::TimeStated& stated) {
  if (!is_active()) return {};
  is_due_ = true;
  if (is_root()) return lower_.receive_statement(router, stated);
  lower_entering_[router] = next_statement();
  if (auto fault = lower_.receive_statement(router, stated)) return fault;
  lower_.set_apart(router, true);
  return {};
}

Fault TimeExchange::receive_request(FederateHandle by, wire::Position request) {
  if (!sends_lbts_to(by)) return "a request for promises that it reads itself";
  answer_request({by, request});
  return {};
}

void TimeExchange::answer_when_all_promise(FederateHandle by, wire::Position request) {
  requests_.push_back({by, request});
  is_due_ = true;
}

void TimeExchange::answer_request(const Request& request) {
  send_lbts(request.by);
  host_.accept_request(request.by, request.position);
}

// --- Time-stamp-ordered messages

void TimeExchange::record_tso_forwarded(FederateHandle link_member) {
  const auto at = members_.find(link_member);
  if (at == members_.end()) return;
  MemberState& line = at->second;
  if (line.is_below()) return lower_.record_tso_sent(line.lower_router);
  line.tso_forwarded += TRIAD_DEFECT(copy_counted_twice) && line.tso_forwarded == 2 ? 2 : 1;
  update_behind_count(line);
}

void TimeExchange::record_tso_from_upper() {
  if (!is_active()) return;
  ++upper_.tso_received;
  is_due_ = true;
}

// The message may be one that a waiting member had handled before.
void TimeExchange::record_tso_read(FederateHandle of, wire::Position position) {
  messages_in_memory_.add(of, position);
  if (gathered_.conditional() > 0) is_due_ = true;
}

void TimeExchange::record_tso_published(FederateHandle of, wire::Position position) {
  if (members_.contains(of)) messages_in_memory_.add(of, position);
}

void TimeExchange::update_behind_count(MemberState& line) {
  const bool behind = line.is_waiting_behind() && !line.shares_memory &&
                      !TRIAD_DEFECT(jump_ignores_messages_in_flight);
  if (behind && !line.is_behind) ++behind_count_;
  if (!behind && line.is_behind) --behind_count_;
  line.is_behind = behind;
}

// --- Status

std::vector<FederateHandle> TimeExchange::slowest(FederateHandle than) const {
  const ReducedBounds reduced = told_.reduced(than.value, false);
  std::vector<FederateHandle> slowest;
  for (const auto& [federate, line] : members_) {
    if (federate == than || !line.is_regulating) continue;
    const std::optional<TimeBound> promise = promise_of(line);
    const bool holds = reduced.known ? promise && is_among(reduced, *promise) : !promise;
    if (holds) slowest.push_back(federate);
  }
  return slowest;
}

std::optional<TimeBound> TimeExchange::promise_of(const MemberState& line) {
  if (line.is_below()) return line.reported_promise;
  return line.report ? std::optional(line.report->promise) : std::nullopt;
}

void TimeExchange::record_reported_promise(FederateHandle by,
                                           const std::optional<wire::TimeBound>& promise) {
  if (promise && order_.is_valid(*promise))
    members_.at(by).reported_promise = TimeBound::from(*promise);
}

bool TimeExchange::is_among(const ReducedBounds& reduced, const TimeBound& promise) const {
  return std::ranges::any_of(reduced.promises, [&](const TimeBound& bound) {
    return BoundComparator{&order_}.compare(bound, promise) == 0;
  });
}

}  // namespace triad::router
