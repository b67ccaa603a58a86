#include "rtia/federate_time.hpp"

#include "core/defect.hpp"

namespace triad::rtia {

using core::admits;
using core::greatest;
using core::least;
using core::TimeBound;
using wire::Advance;
using wire::ErrorCode;

namespace {

bool is_strict(Advance kind) {
  return kind == Advance::time_advance_request || kind == Advance::next_event_request;
}
bool is_next_event(Advance kind) {
  return kind == Advance::next_event_request || kind == Advance::next_event_request_available;
}

wire::Error refusal(ErrorCode code, std::string_view text) {
  return wire::error(code, std::string(text));
}

}  // namespace

wire::Result<core::Time> FederateTime::checked(Bytes encoded, ErrorCode code,
                                               std::string_view what) const {
  if (encoded.size() > wire::kTimeBytesMax || !type_.valid(encoded)) {
    return wire::error(
        code, std::string(what) + " is no " + std::string(type_.name()) + " (or not a number)");
  }
  return Time(encoded);
}

wire::Result<core::Time> FederateTime::checked_lookahead(Bytes encoded) const {
  auto lookahead = checked(encoded, ErrorCode::InvalidLookahead, "the lookahead");
  if (!lookahead) return lookahead;
  if (type_.less(*lookahead, type_.zero()) || type_.infinite(*lookahead)) {
    return wire::error(
        ErrorCode::InvalidLookahead,
        "a lookahead must be neither negative nor infinite: " + type_.text(*lookahead));
  }
  return lookahead;
}

std::optional<wire::Error> FederateTime::refuse_while_advancing() const {
  if (!advance_) return std::nullopt;
  return refusal(ErrorCode::TimeAdvanceAlreadyInProgress,
                 "a time advance is in progress: wait for timeAdvanceGrant");
}

// --- The federate's calls.

wire::Result<void> FederateTime::enable_regulation(Bytes time, Bytes lookahead) {
  if (regulation_ == Regulation::on) {
    return refusal(ErrorCode::TimeRegulationAlreadyEnabled,
                   "this federate is time regulating already");
  }
  if (regulation_ != Regulation::off) {
    return refusal(ErrorCode::EnableTimeRegulationPending,
                   "time regulation is being enabled: wait for timeRegulationEnabled");
  }
  if (auto error = refuse_while_advancing()) return *error;
  const auto wanted = checked(time, ErrorCode::InvalidFederationTime, "the time");
  if (!wanted) return wanted.error();
  if (type_.less(*wanted, time_) || type_.infinite(*wanted)) {
    return wire::error(ErrorCode::InvalidFederationTime,
                       "regulation cannot begin at " + type_.text(*wanted) +
                           ": the federate is at " + type_.text(time_));
  }
  const auto ahead = checked_lookahead(lookahead);
  if (!ahead) return ahead.error();
  regulation_ = Regulation::requested;
  regulation_logged_ = false;
  regulation_time_ = *wanted;
  lookahead_ = *ahead;
  ++state_number_;
  return {};
}

wire::Result<void> FederateTime::disable_regulation() {
  if (regulation_ != Regulation::on) {
    return refusal(ErrorCode::TimeRegulationWasNotEnabled, "this federate is not time regulating");
  }
  regulation_ = Regulation::off;
  lookahead_ = type_.zero();
  lookahead_floor_.reset();
  next_lookahead_.reset();
  promised_.reset();
  last_report_.reset();
  last_report_position_ = 0;
  return {};
}

wire::Result<void> FederateTime::enable_constrained() {
  if (constrained_ == Constrained::on) {
    return refusal(ErrorCode::TimeConstrainedAlreadyEnabled,
                   "this federate is time constrained already");
  }
  if (constrained_ != Constrained::off) {
    return refusal(ErrorCode::EnableTimeConstrainedPending,
                   "time constraint is being enabled: wait for timeConstrainedEnabled");
  }
  if (auto error = refuse_while_advancing()) return *error;
  constrained_ = Constrained::requested;
  constrained_logged_ = false;
  guaranteed_ = {time_, false};
  ++state_number_;
  return {};
}

wire::Result<void> FederateTime::disable_constrained() {
  if (constrained_ != Constrained::on) {
    return refusal(ErrorCode::TimeConstrainedWasNotEnabled,
                   "this federate is not time constrained");
  }
  constrained_ = Constrained::off;
  return {};
}

wire::Result<void> FederateTime::request(Advance kind, Bytes time) {
  if (auto error = refuse_while_advancing()) return *error;
  if (regulation_ != Regulation::off && regulation_ != Regulation::on) {
    return refusal(ErrorCode::EnableTimeRegulationPending,
                   "time regulation is being enabled: wait for timeRegulationEnabled");
  }
  if (constrained_ != Constrained::off && constrained_ != Constrained::on) {
    return refusal(ErrorCode::EnableTimeConstrainedPending,
                   "time constraint is being enabled: wait for timeConstrainedEnabled");
  }
  const auto wanted = checked(time, ErrorCode::InvalidFederationTime, "the time");
  if (!wanted) return wanted.error();
  if (type_.less(*wanted, time_)) {
    return wire::error(
        ErrorCode::FederationTimeAlreadyPassed,
        "cannot advance to " + type_.text(*wanted) + ": the federate is at " + type_.text(time_));
  }
  advance_ = Pending{kind, *wanted, false, {}};
  ++state_number_;
  return {};
}

// 5.1: a smaller lookahead takes effect only as time advances: what has been promised stands.
wire::Result<void> FederateTime::modify_lookahead(Bytes lookahead) {
  if (regulation_ != Regulation::on) {
    return refusal(ErrorCode::RTIinternalError,
                   "this federate is not time regulating and has no lookahead");
  }
  const auto wanted = checked_lookahead(lookahead);
  if (!wanted) return wanted.error();
  next_lookahead_.reset();
  if (!type_.less(*wanted, lookahead_)) {
    lookahead_ = *wanted;
  } else if (advance_) {
    next_lookahead_ = *wanted;
  } else {
    lower_lookahead(*wanted);
  }
  return {};
}

void FederateTime::lower_lookahead(const Time& lookahead) {
  const TimeBound before = ahead({time_, false}, strictly_after_);
  lookahead_floor_ = lookahead_floor_ ? greatest(type_, *lookahead_floor_, before) : before;
  lookahead_ = lookahead;
}

wire::Result<core::Time> FederateTime::query(wire::TimeQuery which,
                                             const std::optional<Time>& first_queued) const {
  const auto lbts = others_.lbts();
  const Time bound = lbts ? lbts->time : guaranteed_.time;
  switch (which) {
    case wire::TimeQuery::lbts:
      return bound;
    case wire::TimeQuery::min_next_event_time:
      return first_queued && type_.less(*first_queued, bound) ? *first_queued : bound;
    case wire::TimeQuery::lookahead: {
      if (!regulates()) return type_.zero();
      if (!lookahead_floor_ || !type_.less(time_, lookahead_floor_->time)) return lookahead_;
      const Time actual = type_.difference(lookahead_floor_->time, time_);
      return type_.less(lookahead_, actual) ? actual : lookahead_;
    }
    case wire::TimeQuery::federate_time:
      break;
  }
  return time_;
}

// --- Sending.

TimeBound FederateTime::ahead(const TimeBound& base, bool strictly) const {
  const Time time = type_.sum(base.time, lookahead_);
  // A lookahead too small to be seen in the sum is none.
  const bool none = type_.equal(time, base.time);
  return {time, none && (strictly || base.exclusive)};
}

// 5.4: the request holds until the grant, or until an earlier message has come.
TimeBound FederateTime::send_bound() const {
  const bool early = advance_ && advance_->decided && advance_->reacts;
  return bound_from(early ? advance_->granted : advance_ ? advance_->time : time_);
}

TimeBound FederateTime::bound_from(const Time& advance_time) const {
  TimeBound base{time_, false};
  bool strictly = strictly_after_;
  if (!regulates()) {
    base.time = regulation_time_;  // about to be enabled
    strictly = true;
  } else if (advance_) {
    base.time = advance_time;
    strictly = is_strict(advance_->kind);
  }
  return not_below_promises(ahead(base, strictly));
}

TimeBound FederateTime::not_below_promises(TimeBound bound) const {
  if (TRIAD_DEFECT(lookahead_lowered_at_once)) return bound;
  if (lookahead_floor_) bound = greatest(type_, bound, *lookahead_floor_);
  if (promised_) bound = greatest(type_, bound, *promised_);
  return bound;
}

wire::Result<core::Time> FederateTime::stamp(Bytes encoded) const {
  auto time = checked(encoded, ErrorCode::InvalidFederationTime, "the time stamp");
  if (!time || !regulates()) return time;
  const TimeBound bound = send_bound();
  if (admits(type_, bound, *time)) return time;
  std::string text = "the time stamp " + type_.text(*time) + " is too early: this federate is at " +
                     type_.text(time_);
  if (advance_) text += ", has asked to advance to " + type_.text(advance_->time);
  // One that was made smaller takes effect as the time advances.
  const Time lookahead = advance_ ? lookahead_ : *query(wire::TimeQuery::lookahead, std::nullopt);
  text += " with lookahead " + type_.text(lookahead) + ", so that the least allowed is " +
          (bound.exclusive ? "later than " : "") + type_.text(bound.time);
  return wire::error(ErrorCode::InvalidFederationTime, std::move(text));
}

bool FederateTime::expects(Bytes stamp) const {
  return stamp.size() <= wire::kTimeBytesMax && type_.valid(stamp) &&
         admits(type_, guaranteed_, Time(stamp));
}

// --- Becoming regulating.

void FederateTime::regulation_logged(std::set<FederateHandle> constrained) {
  if (regulation_ != Regulation::requested) return;
  asked_ = std::move(constrained);
  regulation_logged_ = true;
  if (asked_.empty() || TRIAD_DEFECT(regulation_without_handshake)) choose_regulation_time();
}

void FederateTime::ask_also(FederateHandle constrained) {
  if (regulation_ == Regulation::requested && regulation_logged_) asked_.insert(constrained);
}

// The least time at which a message with the lookahead on top comes late for nobody. A federate
// that was granted TAR or NER expects nothing at that very time; there the difference would be one
// below every step, so its own time is taken.
void FederateTime::floor_told(FederateHandle by, const TimeBound& floor) {
  if (regulation_ != Regulation::requested || !asked_.contains(by)) return;
  const Time least_time = floor.exclusive ? floor.time : type_.difference(floor.time, lookahead_);
  if (type_.less(regulation_time_, least_time)) regulation_time_ = least_time;
  if (!floor.exclusive && type_.less(type_.sum(regulation_time_, lookahead_), floor.time)) {
    regulation_time_ = floor.time;  // the difference was rounded down
  }
  no_longer_asked(by);
}

void FederateTime::no_longer_asked(FederateHandle federate) {
  if (regulation_ != Regulation::requested || asked_.erase(federate) == 0) return;
  if (asked_.empty()) choose_regulation_time();
}

void FederateTime::choose_regulation_time() {
  if (type_.less(regulation_time_, time_)) regulation_time_ = time_;
  regulation_ = Regulation::chosen;
}

// What may not be undercut: what this federate was granted and, while it waits for an event or, for
// the sake of a save, with a flush of the queue, what it has promised to others on the strength of
// its LBTS.
TimeBound FederateTime::floor(const std::optional<Time>& first_queued) const {
  if (!promises()) return guaranteed_;
  if (waits_for_event() && !TRIAD_DEFECT(floor_without_next_event)) {
    return greatest(type_, guaranteed_, next_event(first_queued));
  }
  if (waits_to_flush()) return greatest(type_, guaranteed_, {flush_time(first_queued), false});
  return guaranteed_;
}

// --- Decisions.

bool FederateTime::waits_for_event() const {
  return queues_messages() && advance_ && !advance_->decided && is_next_event(advance_->kind);
}

// Held for a save; else it is granted at once.
bool FederateTime::waits_to_flush() const {
  return queues_messages() && advance_ && !advance_->decided &&
         advance_->kind == Advance::flush_queue_request;
}

// The earliest that a federate which waits for an event may be granted.
TimeBound FederateTime::next_event(const std::optional<Time>& first_queued) const {
  TimeBound next{advance_->time, false};
  if (first_queued) next = least(type_, next, {*first_queued, false});
  if (const auto lbts = others_.lbts()) return least(type_, next, *lbts);
  return least(type_, next, guaranteed_);
}

// Whether nothing can come any more before the time or, if `beyond`, at it.
bool FederateTime::can_reach(const Time& time, bool beyond) const {
  if (!queues_messages()) return true;
  const auto lbts = others_.lbts();
  if (!lbts) return false;
  const int order = type_.compare(lbts->time, time);
  return order > 0 || (order == 0 && (!beyond || lbts->exclusive));
}

// 5.3.
std::optional<core::Time> FederateTime::grantable(const std::optional<Time>& first_queued) const {
  Time wanted = advance_->time;
  const bool next_event = is_next_event(advance_->kind);
  if (next_event && first_queued && type_.less(*first_queued, wanted)) wanted = *first_queued;
  if (!can_reach(wanted, is_strict(advance_->kind))) return std::nullopt;
  return type_.less(wanted, time_) ? time_ : wanted;
}

std::optional<FederateTime::Decision> FederateTime::decide(
    const std::optional<Time>& first_queued) {
  if (auto decision = decide_regulation()) return decision;
  if (auto decision = decide_constraint()) return decision;
  return decide_grant(first_queued);
}

std::optional<FederateTime::Decision> FederateTime::decide_regulation() {
  if (regulation_ != Regulation::chosen) return std::nullopt;
  const bool moves = type_.less(time_, regulation_time_);
  if (moves && (!can_reach(regulation_time_, true) || held_before(regulation_time_))) {
    return std::nullopt;
  }
  regulation_ = Regulation::announced;
  const bool delivers = moves && queues_messages();
  if (delivers) guaranteed_ = {regulation_time_, true};
  return Decision{Decision::What::regulation_enabled, regulation_time_, delivers, false};
}

std::optional<FederateTime::Decision> FederateTime::decide_constraint() {
  if (constrained_ != Constrained::requested || !constrained_logged_) return std::nullopt;
  // The regulation that begins may move the time that the LBTS is to be compared with.
  if (regulation_ == Regulation::chosen || regulation_ == Regulation::announced) {
    return std::nullopt;
  }
  const auto lbts = others_.lbts();
  if (!lbts || type_.less(lbts->time, time_)) return std::nullopt;
  constrained_ = Constrained::announced;
  guaranteed_ = {time_, false};
  return Decision{Decision::What::constrained_enabled, time_, false, false};
}

// FQR: the least of the request, the LBTS and the stamps delivered, and never backwards.
core::Time FederateTime::flush_time(const std::optional<Time>& first_queued) const {
  Time time = advance_->time;
  const auto lbts = others_.lbts();
  const Time& bound = lbts ? lbts->time : guaranteed_.time;
  if (type_.less(bound, time)) time = bound;
  if (first_queued && type_.less(*first_queued, time)) time = *first_queued;
  return type_.less(time, time_) ? time_ : time;
}

std::optional<FederateTime::Decision> FederateTime::decide_grant(
    const std::optional<Time>& first_queued) {
  if (!advance_ || advance_->decided) return std::nullopt;
  const bool flushes = advance_->kind == Advance::flush_queue_request && queues_messages();
  const auto granted = flushes ? std::optional(flush_time(first_queued)) : grantable(first_queued);
  if (!granted || held_before(*granted)) return std::nullopt;
  advance_->decided = true;
  advance_->granted = *granted;
  if (queues_messages()) {
    guaranteed_ = greatest(type_, guaranteed_, {*granted, is_strict(advance_->kind)});
  } else {
    guaranteed_ = {*granted, false};
  }
  return Decision{Decision::What::grant, *granted, queues_messages(), flushes};
}

bool FederateTime::held_before(const Time& time) const {
  return save_at_ && queues_messages() && type_.less(*save_at_, time);
}

// Who begins to regulate at a later time goes there, too.
std::optional<core::Time> FederateTime::next_time(const std::optional<Time>& first_queued) const {
  if (regulation_ == Regulation::chosen && type_.less(time_, regulation_time_)) {
    return regulation_time_;
  }
  if (!advance_) return std::nullopt;
  if (advance_->kind == Advance::flush_queue_request) return flush_time(first_queued);
  const bool earlier = first_queued && type_.less(*first_queued, advance_->time);
  return is_next_event(advance_->kind) && earlier ? *first_queued : advance_->time;
}

// To wait until the grant itself could be given would be to wait for others who are held at the
// save themselves.
bool FederateTime::save_due(const std::optional<Time>& first_queued) const {
  if (!save_at_ || !queues_messages() || !can_reach(*save_at_, true)) return false;
  // One that may still send at that time goes on first: while it saves others would wait for it.
  if (promises() && admits(type_, promise(first_queued), *save_at_)) return false;
  if (advance_ && advance_->decided) return false;
  const auto next = next_time(first_queued);
  return next ? type_.less(*save_at_, *next) : !type_.less(time_, *save_at_);
}

bool FederateTime::beyond_save() const {
  return save_at_ && constrained_ == Constrained::requested && type_.less(*save_at_, time_);
}

// From those who begin to regulate from now on, either.
void FederateTime::save_reached() {
  guaranteed_ = greatest(type_, guaranteed_, {*save_at_, true});
}

void FederateTime::regulation_enabled() {
  regulation_ = Regulation::on;
  ++state_number_;
  time_ = regulation_time_;
  strictly_after_ = true;
}

void FederateTime::constrained_enabled() {
  constrained_ = Constrained::on;
  ++state_number_;
}

void FederateTime::granted() {
  time_ = advance_->granted;
  strictly_after_ = is_strict(advance_->kind);
  advance_.reset();
  ++state_number_;
  if (next_lookahead_) lower_lookahead(*next_lookahead_);
  next_lookahead_.reset();
}

// --- Reports.

TimeBound FederateTime::promise(const std::optional<Time>& first_queued) const {
  if (advance_ && advance_->decided) return bound_from(advance_->granted);
  if (waits_to_flush()) return bound_from(flush_time(first_queued));
  if (!waits_for_event()) return send_bound();
  return not_below_promises(ahead(next_event(first_queued), is_strict(advance_->kind)));
}

// What the others have to promise for the advance that is asked for; nothing where something else
// may end the wait as well.
std::optional<core::TimeBound> FederateTime::waits_for() const {
  const bool steady = constrained_ == Constrained::on && regulation_ == Regulation::on;
  if (!steady || !advance_ || advance_->decided || is_next_event(advance_->kind) ||
      advance_->kind == wire::Advance::flush_queue_request) {
    return std::nullopt;
  }
  return TimeBound{advance_->time, is_strict(advance_->kind)};
}

// Others count on a wait that there is not any more, or that ends earlier.
bool FederateTime::says_too_much(const std::optional<TimeBound>& told,
                                 const std::optional<TimeBound>& now) const {
  return told && (!now ? waits() : compare(type_, *now, *told) < 0);
}

std::optional<FederateTime::Report> FederateTime::report_due(
    const std::optional<Time>& first_queued, std::uint64_t received) {
  if (!promises()) return std::nullopt;
  Report now{promise(first_queued), std::nullopt, received, waits_for()};
  if (waits_for_event()) {
    TimeBound next{advance_->time, false};
    if (first_queued) next = least(type_, next, {*first_queued, false});
    now.conditional = not_below_promises(ahead(next, is_strict(advance_->kind)));
  }
  if (!last_report_) return now;
  const bool rose = compare(type_, last_report_->promise, now.promise) < 0;
  if (!now.conditional) {
    const bool sooner = says_too_much(last_report_->waits_for, now.waits_for);
    return rose || sooner || last_report_->conditional ? std::optional(now) : std::nullopt;
  }
  const bool same = last_report_->conditional &&
                    compare(type_, *last_report_->conditional, *now.conditional) == 0 &&
                    last_report_->received == received;
  // While the waiting federates' reports hold together they all know how far they can go; to report
  // each step of the LBTS then would be to creep there by the lookahead (docs/architecture.md, "The
  // jump").
  if (same && !again_ && (covered_ || !rose)) return std::nullopt;
  return now;
}

void FederateTime::reported(const Report& report, wire::Position position) {
  last_report_ = report;
  last_report_position_ = position;
  covered_ = false;
  again_ = false;
  promised_ = promised_ ? greatest(type_, *promised_, report.promise) : report.promise;
}

void FederateTime::on_snapshot(const wire::TimeSnapshot& snapshot) {
  covered_ = snapshot.consistent && snapshot.own_report == last_report_position_;
  if (!covered_ || !constrained_or_about_to()) return;
  std::optional<TimeBound> own;
  if (last_report_) own = last_report_->conditional.value_or(last_report_->promise);
  others_.hold_together(own);
}

}  // namespace triad::rtia
