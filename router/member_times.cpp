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
      below_(ByOrder{&order}),
      above_(ByOrder{&order}),
      lower_(host, order, below_, above_),
      all_(kAllOthers) {}

// --- Members

void MemberTimes::add(FederateHandle member, LinkId via) {
  if (session_ == 0) return;
  if (via != LinkId{}) {
    lower_.add(via, member);
  } else {
    lines_.try_emplace(member);
  }
}

void MemberTimes::remove(FederateHandle member, LinkId via) {
  if (session_ == 0) return;
  is_due_ = true;
  if (told_.of == member) forget_least();
  if (via != LinkId{}) {
    lower_.remove(via, member);
  } else if (const auto at = lines_.find(member); at != lines_.end()) {
    if (at->second.behind) --behind_;
    lines_.erase(at);
    below_.remove(member.value);
    above_.remove(member.value);
  }
  if (lines_.empty() && lower_.empty()) session_ = 0;
}

// Removes the leaver's promise from those that the router above has stated. Members and routers
// that wait here then get the least promise of the others.
void MemberTimes::forget_least() {
  const LeastPromises before = std::exchange(told_, {});
  told_.any = before.others;
  told_.least = before.next;
  told_.together = before.together;
  all_.enter(above_, told_, true);
}

// --- From above

// Begins a session. Until the first TimeTold, some federate counts as one that has yet to promise.
void MemberTimes::on(const wire::TimeBegins& begins, std::span<const Place> members) {
  if (begins.session == session_) return;
  session_ = begins.session;
  changes_ = 0;
  statement_told_ = 0;
  tso_received_ = begins.tso_sent;
  behind_ = 0;
  lines_.clear();
  lower_enters_.clear();
  lower_.clear();
  below_.clear();
  above_.clear();
  last_stated_.clear();
  least_stated_.reset();
  pressing_stated_ = false;
  told_ = {.any = true};
  all_.forget_of();
  all_.enter(above_, told_, false);
  for (const auto& [member, via] : members) add(member, via);
}

// The member may have left already, which the router above does not know yet.
void MemberTimes::on(const wire::MemberTimeChanged& changed) {
  if (session_ == 0) return;
  changes_ = changed.number;
  is_due_ = true;
  if (const LinkId via = lower_.router_of(changed.federate); via != LinkId{}) {
    return lower_.change(via, changed.federate, changed.change, changed.position);
  }
  const auto at = lines_.find(changed.federate);
  if (at == lines_.end()) return;
  Line& line = at->second;
  const FederateHandle member = changed.federate;
  switch (changed.change) {
    case wire::MemberTimeChange::regulation_begins:
      line.change_regulation(true, changed.position);
      count(line);
      return below_.begin(member.value);
    case wire::MemberTimeChange::regulation_ends:
      line.change_regulation(false, changed.position);
      count(line);
      return below_.end(member.value);
    case wire::MemberTimeChange::constrained_begins:
      line.waits_at = changed.position;
      return;
    case wire::MemberTimeChange::constrained_ends:
      line.waits_at = changed.position;
      return above_.forget(member.value);
  }
}

Fault MemberTimes::on(const wire::TimeTold& told) {
  if (told.session != session_) return {};
  if (auto fault = check(order_, told.promises)) return fault;
  log_position_ = told.log_position;
  const bool was_known = told_.least || !told_.any;
  told_ = LeastPromises::from(told.promises);
  const bool is_known = told_.least || !told_.any;
  if (was_known && !is_known) regulates_since_ = log_position_ + 1;
  all_.enter(above_, told_, true);
  if (!is_known) lower_.tell_all(told_, log_position_);
  statement_told_ = told.statement;
  (void)restore_those_who_enter();
  is_due_ = true;
  return {};
}

// Ends the exclusion of members and routers if the last answer of the router above includes their
// last report.
bool MemberTimes::restore_those_who_enter() {
  bool any = false;
  for (auto& [member, line] : lines_) {
    if (line.enters != 0 && line.enters <= statement_told_) {
      line.enters = 0;
      above_.set_apart(member.value, false);
      any = true;
    }
  }
  std::erase_if(lower_enters_, [&](const auto& entry) {
    if (entry.second > statement_told_) return false;
    lower_.set_apart(entry.first, false);
    return any = true;
  });
  return any;
}

void MemberTimes::tso_came(FederateHandle member, LinkId via, bool goes_on) {
  if (session_ == 0) return;
  ++tso_received_;
  is_due_ = true;
  if (!goes_on) return;
  if (via != LinkId{}) return lower_.tso_sent(via);
  const auto at = lines_.find(member);
  if (at == lines_.end()) return;
  ++at->second.tso_forwarded;
  count(at->second);
}

void MemberTimes::count(Line& line) {
  const bool behind = line.waits_behind();
  if (behind && !line.behind) ++behind_;
  if (!behind && line.behind) --behind_;
  line.behind = behind;
}

// --- From below

Fault MemberTimes::take(FederateHandle by, const wire::Record& record) {
  const auto at = lines_.find(by);
  if (at == lines_.end()) return {};
  is_due_ = true;
  return record.header.message_kind() == wire::Kind::TimeReport
             ? take_report(by, at->second, record)
             : take_wait(by, at->second, record);
}

Fault MemberTimes::take_report(FederateHandle by, Line& line, const wire::Record& record) {
  const auto report = wire::decode<wire::TimeReport>(record.payload);
  if (!report) return "a malformed TimeReport record";
  const bool overtaken = line.is_overtaken(record.header);
  if (!overtaken && !line.regulates) return "a promise, though it does not regulate";
  if (!order_.valid(report->promise) || !fits(order_, report->conditional) ||
      !fits(order_, report->waits_for)) {
    return kNotATime;
  }
  if (!overtaken) {
    line.take(record.header, *report);
    count(line);
    below_.promise(by.value, line.report->promise, line.report->conditional);
    line.enters = next_statement();
    above_.set_apart(by.value, true);
  }
  wait(by, line, record.header, report->waits_for, report->each_rise);
  return {};
}

Fault MemberTimes::take_wait(FederateHandle by, Line& line, const wire::Record& record) {
  const auto waiting = wire::decode<wire::TimeWait>(record.payload);
  if (!waiting) return "a malformed TimeWait record";
  if (!fits(order_, waiting->waits_for)) return kNotATime;
  wait(by, line, record.header, waiting->waits_for, waiting->each_rise);
  return {};
}

// Applies a wait like PromiseReduction::wait(). A member that waits for rises without a valid bound
// gets the current one.
void MemberTimes::wait(FederateHandle by, Line& line, const wire::RecordHeader& header,
                       const std::optional<wire::TimeBound>& bound, bool each_rise) {
  if (header.position < line.waits_at) return;
  line.waits_at = header.position;
  const auto what = each_rise ? WaitsFor::each_rise : bound ? WaitsFor::bound : WaitsFor::nothing;
  const bool void_bound = each_rise && header.after_position < regulates_since_;
  std::optional<TimeBound> needed;
  if (bound && !void_bound) needed = TimeBound::from(*bound);
  if (each_rise && !needed) above_.forget(by.value);
  above_.wait(by.value, what, needed);
}

Fault MemberTimes::on_stated(LinkId router, const wire::TimeStated& stated) {
  if (session_ == 0) return {};
  is_due_ = true;
  lower_enters_[router] = next_statement();
  if (auto fault = lower_.on_stated(router, stated)) return fault;
  lower_.set_apart(router, true);
  return {};
}

// --- The end of a turn

void MemberTimes::end_turn() {
  if (!std::exchange(is_due_, false) || session_ == 0) return;
  tell_due();
  state(Until::it_matters);
}

void MemberTimes::state_all() {
  if (session_ != 0) state(Until::nothing_is_left);
}

void MemberTimes::tell_due() {
  routers_told_.clear();
  const auto tell_or_note = [&](BoundReduction::Member member, const ReducedBounds& reduced) {
    const FederateHandle federate = federate_of(member);
    if (const LinkId waiting = LowerTimes::router_waiting(member); waiting != LinkId{}) {
      routers_told_.push_back(waiting);
    } else if (lines_.contains(federate)) {
      tell(federate, reduced);
    } else if (const LinkId via = lower_.router_of(federate); via != LinkId{}) {
      routers_told_.push_back(via);
    }
  };
  above_.tell_due(told_.together.has_value(), tell_or_note);
  lower_.tell(routers_told_, told_, log_position_);
}

void MemberTimes::tell(FederateHandle member, const ReducedBounds& reduced) {
  const Line& line = lines_.at(member);
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
  host_.tell_member(member, out_);
}

// The new statement equals the last one, so the last one includes the reports since then. Members
// that become due get their bounds at the next turn, so that each gets one answer.
void MemberTimes::enter_with_last_statement() {
  for (auto& [member, line] : lines_) {
    if (line.enters > statement_) line.enters = statement_;
  }
  for (auto& [router, enters] : lower_enters_) enters = std::min(enters, statement_);
  if (restore_those_who_enter()) is_due_ = true;
}

LeastPromises MemberTimes::least_below() const {
  return LeastPromises::from(below_.least(), [&](FederateHandle federate) {
    return lines_.contains(federate) || lower_.router_of(federate) != LinkId{};
  });
}

void MemberTimes::state(Until until) {
  const LeastPromises promises = least_below();
  wire::TimeStated stated;
  stated.federation = host_.federation();
  stated.session = session_;
  stated.changes = changes_;
  stated.promises = promises.to_wire();
  if (promises.together) {
    stated.tso_received = tso_received_;
    stated.behind = behind_ != 0 || lower_.holds_up();
  }
  const auto* const waited = above_.least_waited();
  if (waited != nullptr) stated.waits_for = to_wire(*waited);
  stated.each_rise = above_.waits_for_rises();
  const auto of_waits = promises.of ? above_.wait_of(promises.of.value)
                                    : std::pair(WaitsFor::nothing, std::optional<TimeBound>());
  stated.of_each_rise = of_waits.first == WaitsFor::each_rise;
  if (of_waits.first == WaitsFor::bound) stated.of_waits_for = to_wire(of_waits.second);
  out_.clear();
  wire::encode_record({}, stated, out_);
  if (out_ == last_stated_) return enter_with_last_statement();
  if (until == Until::it_matters && may_be_stated_later(promises, stated)) return;
  std::swap(out_, last_stated_);
  stated.number = ++statement_;
  host_.state_time(stated);
  least_stated_ = promises.least;
  changes_stated_ = stated.changes;
  pressing_stated_ = is_pressing(stated);
}

// Returns true if the statement matters above at once, with any promises.
bool MemberTimes::is_pressing(const wire::TimeStated& stated) {
  return stated.promises.together || stated.each_rise || stated.of_each_rise || stated.of_waits_for;
}

// Returns true if the statement can wait. While the least promise here is unchanged, no member
// elsewhere can get a higher bound. The same holds for members here that wait for more than that
// bound, except the member with the least promise. So a step of the members here is stated when the
// last of them has promised.
bool MemberTimes::may_be_stated_later(const LeastPromises& promises,
                                      const wire::TimeStated& stated) const {
  const auto below = [&](const TimeBound& a, const TimeBound& b) {
    return order_.compare(a, b) < 0;
  };
  if (statement_ == 0 || pressing_stated_ || is_pressing(stated) || !promises.least) return false;
  if (!least_stated_ || stated.changes != changes_stated_) return false;
  if (below(*least_stated_, *promises.least) || below(*promises.least, *least_stated_))
    return false;
  return !stated.waits_for || below(*promises.least, TimeBound::from(*stated.waits_for));
}

}  // namespace triad::router
