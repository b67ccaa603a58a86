#include "rtia/federate_time.hpp"

#include "records/defect.hpp"

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
// Returns whether the advance, if granted, is granted to the requested time.
bool is_granted_as_asked(Advance kind) {
  return kind == Advance::time_advance_request || kind == Advance::time_advance_request_available;
}
bool is_next_event(Advance kind) {
  return kind == Advance::next_event_request || kind == Advance::next_event_request_available;
}

}  // namespace

void FederateTime::lower_lookahead(const Time& lookahead) {
  const TimeBound before = ahead(now_.time, now_.strictly_after);
  now_.lookahead_floor =
      now_.lookahead_floor ? greatest(type_, *now_.lookahead_floor, before) : before;
  now_.lookahead = lookahead;
}

wire::Result<core::Time> FederateTime::query(wire::TimeQuery which,
                                             const std::optional<Time>& first_queued) const {
  const auto lbts = others_.lbts();
  const Time bound = lbts ? lbts->time : now_.guaranteed.time;
  switch (which) {
    case wire::TimeQuery::lbts:
      return bound;
    case wire::TimeQuery::min_next_event_time:
      return first_queued && type_.less(*first_queued, bound) ? *first_queued : bound;
    case wire::TimeQuery::lookahead: {
      if (!regulates()) return type_.zero();
      if (!now_.lookahead_floor || !type_.less(now_.time, now_.lookahead_floor->time))
        return now_.lookahead;
      const Time actual = type_.difference(now_.lookahead_floor->time, now_.time);
      return type_.less(now_.lookahead, actual) ? actual : now_.lookahead;
    }
    case wire::TimeQuery::federate_time:
      break;
  }
  return now_.time;
}

// --- Sending.

TimeBound FederateTime::ahead(const Time& base, bool strictly) const {
  const Time time = type_.sum(base, now_.lookahead);
  // A lookahead that does not change the sum counts as zero.
  return {time, strictly && type_.equal(time, base)};
}

// The promise made with the request holds until the grant, or until an earlier message has been
// delivered.
TimeBound FederateTime::send_bound() const {
  const bool early = now_.advance && now_.advance->decided && now_.advance->reacts;
  return bound_from(early ? now_.advance->granted : now_.advance ? now_.advance->time : now_.time);
}

TimeBound FederateTime::bound_from(const Time& advance_time) const {
  const Time* base = &now_.time;
  bool strictly = now_.strictly_after;
  if (!regulates()) {
    base = &now_.regulation_time;  // about to be enabled
    strictly = true;
  } else if (now_.advance) {
    base = &advance_time;
    strictly = is_strict(now_.advance->kind);
  }
  return not_below_promises(ahead(*base, strictly));
}

TimeBound FederateTime::not_below_promises(const TimeBound& bound) const {
  if (TRIAD_DEFECT(lookahead_lowered_at_once)) return bound;
  const TimeBound* highest = &bound;
  if (now_.lookahead_floor) highest = &greatest(type_, *highest, *now_.lookahead_floor);
  if (now_.promised) highest = &greatest(type_, *highest, *now_.promised);
  return *highest;
}

bool FederateTime::expects(Bytes stamp) const {
  return stamp.size() <= wire::kTimeBytesMax && type_.valid(stamp) &&
         admits(type_, now_.guaranteed, Time(stamp));
}

// --- Becoming regulating.

void FederateTime::regulation_logged(std::set<FederateHandle> constrained) {
  if (now_.regulation != Regulation::requested) return;
  now_.asked = std::move(constrained);
  now_.regulation_logged = true;
  if (now_.asked.empty() || TRIAD_DEFECT(regulation_without_handshake)) choose_regulation_time();
}

void FederateTime::ask_also(FederateHandle constrained) {
  if (now_.regulation == Regulation::requested && now_.regulation_logged)
    now_.asked.insert(constrained);
}

// Raises the regulation time to the least time at which a message sent with the lookahead is not
// below the floor. A federate that was granted TAR or NER states an exclusive floor: it expects no
// message at that very time. The difference would be too low by the least step, so the floor's time
// itself is used.
void FederateTime::floor_told(FederateHandle by, const TimeBound& floor) {
  if (now_.regulation != Regulation::requested || !now_.asked.contains(by)) return;
  const Time least_time =
      floor.exclusive ? floor.time : type_.difference(floor.time, now_.lookahead);
  if (type_.less(now_.regulation_time, least_time)) now_.regulation_time = least_time;
  if (!floor.exclusive && type_.less(type_.sum(now_.regulation_time, now_.lookahead), floor.time)) {
    now_.regulation_time = floor.time;  // the difference was rounded down
  }
  no_longer_asked(by);
}

void FederateTime::no_longer_asked(FederateHandle federate) {
  if (now_.regulation != Regulation::requested || now_.asked.erase(federate) == 0) return;
  if (now_.asked.empty()) choose_regulation_time();
}

void FederateTime::choose_regulation_time() {
  if (type_.less(now_.regulation_time, now_.time)) now_.regulation_time = now_.time;
  now_.regulation = Regulation::chosen;
}

// Returns the bound that a new regulating federate must not undercut: the last grant and, while
// this federate waits for an event or for a flush held by a save, its promises that depend on the
// LBTS.
TimeBound FederateTime::floor(const std::optional<Time>& first_queued) const {
  if (!promises()) return now_.guaranteed;
  if (waits_for_event() && !TRIAD_DEFECT(floor_without_next_event)) {
    return greatest(type_, now_.guaranteed, next_event(first_queued));
  }
  if (waits_to_flush()) return greatest(type_, now_.guaranteed, {flush_time(first_queued), false});
  return now_.guaranteed;
}

// --- Decisions.

bool FederateTime::waits_for_event() const {
  return queues_messages() && now_.advance && !now_.advance->decided &&
         is_next_event(now_.advance->kind);
}

// Returns whether a flush is held for a save. Otherwise it is granted at once.
bool FederateTime::waits_to_flush() const {
  return queues_messages() && now_.advance && !now_.advance->decided &&
         now_.advance->kind == Advance::flush_queue_request;
}

// Returns the time of the grant if no earlier message arrives.
core::Time FederateTime::event_wanted(const std::optional<Time>& first_queued) const {
  const bool earlier = first_queued && type_.less(*first_queued, now_.advance->time);
  return earlier ? *first_queued : now_.advance->time;
}

// Lower bound of the next grant of a federate that waits for an event.
TimeBound FederateTime::next_event(const std::optional<Time>& first_queued) const {
  const TimeBound next{event_wanted(first_queued), false};
  if (const auto lbts = others_.lbts()) return least(type_, next, *lbts);
  return least(type_, next, now_.guaranteed);
}

// Returns whether no message can come any more before the time or, if `beyond`, at it.
bool FederateTime::can_reach(const Time& time, bool beyond) const {
  if (!queues_messages()) return true;
  const auto lbts = others_.lbts();
  if (!lbts) return false;
  const int order = type_.compare(lbts->time, time);
  return order > 0 || (order == 0 && (!beyond || lbts->exclusive));
}

// Returns the time that may be granted, when no message due before the grant can come any more (HLA
// 1.3 clause 8.1).
std::optional<core::Time> FederateTime::grantable(const std::optional<Time>& first_queued) const {
  Time wanted = now_.advance->time;
  const bool next_event = is_next_event(now_.advance->kind);
  if (next_event && first_queued && type_.less(*first_queued, wanted)) wanted = *first_queued;
  if (!can_reach(wanted, is_strict(now_.advance->kind))) return std::nullopt;
  return type_.less(wanted, now_.time) ? now_.time : wanted;
}

std::optional<FederateTime::Decision> FederateTime::decide(
    const std::optional<Time>& first_queued) {
  if (auto decision = decide_regulation()) return decision;
  if (auto decision = decide_constraint()) return decision;
  return decide_grant(first_queued);
}

std::optional<FederateTime::Decision> FederateTime::decide_regulation() {
  if (now_.regulation != Regulation::chosen) return std::nullopt;
  const bool moves = type_.less(now_.time, now_.regulation_time);
  if (moves && (!can_reach(now_.regulation_time, true) || held_before(now_.regulation_time))) {
    return std::nullopt;
  }
  now_.regulation = Regulation::announced;
  const bool delivers = moves && queues_messages();
  if (delivers) now_.guaranteed = {now_.regulation_time, true};
  return Decision{Decision::What::regulation_enabled, now_.regulation_time, delivers, false};
}

std::optional<FederateTime::Decision> FederateTime::decide_constraint() {
  if (now_.constrained != Constrained::requested || !now_.constrained_logged) return std::nullopt;
  // The regulation that begins may move the time that the LBTS is compared with.
  if (now_.regulation == Regulation::chosen || now_.regulation == Regulation::announced) {
    return std::nullopt;
  }
  const auto lbts = others_.lbts();
  if (!lbts || type_.less(lbts->time, now_.time)) return std::nullopt;
  now_.constrained = Constrained::announced;
  now_.guaranteed = {now_.time, false};
  return Decision{Decision::What::constrained_enabled, now_.time, false, false};
}

// Constraint is decided after timeRegulationEnabled has been delivered. A known LBTS that is too
// low rises only when other federates advance.
bool FederateTime::answers_enabling_soon() const {
  if (now_.regulation == Regulation::requested || now_.regulation == Regulation::announced) {
    return true;
  }
  if (now_.regulation == Regulation::chosen) return queues_messages() && !others_.lbts();
  if (now_.constrained == Constrained::announced) return true;
  return now_.constrained == Constrained::requested &&
         (!now_.constrained_logged || !others_.lbts());
}

// FQR: the least of the requested time, the LBTS and the first queued stamp, but never below the
// present time.
core::Time FederateTime::flush_time(const std::optional<Time>& first_queued) const {
  Time time = now_.advance->time;
  const auto lbts = others_.lbts();
  const Time& bound = lbts ? lbts->time : now_.guaranteed.time;
  if (type_.less(bound, time)) time = bound;
  if (first_queued && type_.less(*first_queued, time)) time = *first_queued;
  return type_.less(time, now_.time) ? now_.time : time;
}

std::optional<FederateTime::Decision> FederateTime::decide_grant(
    const std::optional<Time>& first_queued) {
  if (!now_.advance || now_.advance->decided) return std::nullopt;
  const bool flushes = now_.advance->kind == Advance::flush_queue_request && queues_messages();
  const auto granted = flushes ? std::optional(flush_time(first_queued)) : grantable(first_queued);
  if (!granted || held_before(*granted)) return std::nullopt;
  now_.advance->decided = true;
  now_.advance->granted = *granted;
  if (queues_messages()) {
    now_.guaranteed = greatest(type_, now_.guaranteed, {*granted, is_strict(now_.advance->kind)});
  } else {
    now_.guaranteed = {*granted, false};
  }
  return Decision{Decision::What::grant, *granted, queues_messages(), flushes};
}

bool FederateTime::held_before(const Time& time) const {
  return now_.save_at && queues_messages() && type_.less(*now_.save_at, time);
}

// A federate that begins to regulate at a later time goes to that time.
std::optional<core::Time> FederateTime::next_time(const std::optional<Time>& first_queued) const {
  if (now_.regulation == Regulation::chosen && type_.less(now_.time, now_.regulation_time)) {
    return now_.regulation_time;
  }
  if (!now_.advance) return std::nullopt;
  if (now_.advance->kind == Advance::flush_queue_request) return flush_time(first_queued);
  const bool earlier = first_queued && type_.less(*first_queued, now_.advance->time);
  return is_next_event(now_.advance->kind) && earlier ? *first_queued : now_.advance->time;
}

// The save does not wait until the next grant could be given: others that are held at the save
// would never let the LBTS reach it.
bool FederateTime::save_due(const std::optional<Time>& first_queued) const {
  if (!now_.save_at || !queues_messages() || !can_reach(*now_.save_at, true)) return false;
  // A federate that may still send at the save time goes on first. While it saves, others would
  // wait for it.
  if (promises() && admits(type_, promise(first_queued), *now_.save_at)) return false;
  if (now_.advance && now_.advance->decided) return false;
  const auto next = next_time(first_queued);
  return next ? type_.less(*now_.save_at, *next) : !type_.less(now_.time, *now_.save_at);
}

bool FederateTime::beyond_save() const {
  return now_.save_at && now_.constrained == Constrained::requested &&
         type_.less(*now_.save_at, now_.time);
}

// The bound also holds for federates that begin to regulate from now on.
void FederateTime::save_reached() {
  now_.guaranteed = greatest(type_, now_.guaranteed, {*now_.save_at, true});
}

void FederateTime::regulation_enabled() {
  now_.regulation = Regulation::on;
  ++now_.state_number;
  now_.time = now_.regulation_time;
  now_.strictly_after = true;
}

void FederateTime::constrained_enabled() {
  now_.constrained = Constrained::on;
  ++now_.state_number;
}

void FederateTime::granted() {
  now_.time = now_.advance->granted;
  now_.strictly_after = is_strict(now_.advance->kind);
  now_.advance.reset();
  ++now_.state_number;
  if (now_.next_lookahead) lower_lookahead(*now_.next_lookahead);
  now_.next_lookahead.reset();
}

// --- Reports.

TimeBound FederateTime::promise(const std::optional<Time>& first_queued) const {
  if (now_.advance && now_.advance->decided) return bound_from(now_.advance->granted);
  if (waits_to_flush()) return bound_from(flush_time(first_queued));
  if (!waits_for_event()) return send_bound();
  const TimeBound next = next_event(first_queued);
  return not_below_promises(ahead(next.time, is_strict(now_.advance->kind) || next.exclusive));
}

// Returns the promise that the others must reach for the requested advance; empty if something else
// may end the wait as well.
std::optional<core::TimeBound> FederateTime::waits_for(
    const std::optional<Time>& first_queued) const {
  // While the event may still change, the federate reports a conditional promise instead.
  if (waits_for_event() && !can_reach(event_wanted(first_queued), false)) return std::nullopt;
  return wanted(first_queued);
}

std::optional<core::TimeBound> FederateTime::wanted(const std::optional<Time>& first_queued) const {
  const bool steady = now_.constrained == Constrained::on && now_.regulation == Regulation::on;
  if (!steady || !now_.advance || now_.advance->decided ||
      now_.advance->kind == wire::Advance::flush_queue_request) {
    return std::nullopt;
  }
  TimeBound wanted{now_.advance->time, is_strict(now_.advance->kind)};
  if (waits_for_event()) wanted.time = event_wanted(first_queued);
  // The federate must report when the time of a save has been reached.
  if (now_.save_at && !can_reach(*now_.save_at, true)) {
    return least(type_, wanted, TimeBound{*now_.save_at, true});
  }
  return wanted;
}

// Returns whether others count on a wait that is over or ends earlier.
bool FederateTime::says_too_much(const std::optional<TimeBound>& told,
                                 const std::optional<TimeBound>& now) const {
  return told && (!now ? waits() : compare(type_, *now, *told) < 0);
}

std::optional<FederateTime::Report> FederateTime::report_due(
    const std::optional<Time>& first_queued, std::uint64_t received, bool noted) {
  if (!promises()) return std::nullopt;
  if (now_.advance) {
    if (now_.advance->decided && now_.advance->promised) return std::nullopt;
    now_.advance->promised = is_granted_as_asked(now_.advance->kind);
  }
  const TimeBound bound = promise(first_queued);
  std::optional<TimeBound> conditional;
  if (waits_for_event()) {
    conditional =
        not_below_promises(ahead(event_wanted(first_queued), is_strict(now_.advance->kind)));
    // A conditional promise equal to the promise needs no condition, and no report when the wait
    // ends.
    const bool same = compare(type_, *conditional, bound) == 0;
    if (same) conditional.reset();
  }
  std::optional<TimeBound> wait;
  if (noted) {
    wait = wanted(first_queued);
  } else if (!waits_for_event()) {
    wait = waits_for(first_queued);
  }
  // A federate that knows its grant needs no further LBTS until its next request.
  const bool knows_grant = now_.advance && now_.advance->decided &&
                           is_granted_as_asked(now_.advance->kind) && queues_messages();
  if (noted && knows_grant) wait = TimeBound{now_.advance->time, is_strict(now_.advance->kind)};
  const auto is_news_after = [&](const Report& last) {
    const bool rose = compare(type_, last.promise, bound) < 0;
    if (!conditional) return rose || last.conditional || says_too_much(last.waits_for, wait);
    const bool same = last.conditional && last.received == received &&
                      compare(type_, *last.conditional, *conditional) == 0;
    // Readers of notes evaluate each condition, so a rise of the LBTS alone needs no new note.
    if (noted) return !same || now_.again || says_too_much(last.waits_for, wait);
    // While the reports of the waiting federates hold together, all of them know how far they can
    // go. Reports of each rise of the LBTS would only advance them by the lookahead each time
    // (docs/architecture.md, "The jump").
    return !same || now_.again || (rose && !now_.covered);
  };
  if (now_.last_report && !is_news_after(*now_.last_report)) return std::nullopt;
  return Report{bound, conditional, received, wait};
}

void FederateTime::reported(const Report& report, wire::Position position) {
  now_.last_report = report;
  now_.last_report_position = position;
  now_.covered = false;
  now_.again = false;
  now_.promised = now_.promised ? greatest(type_, *now_.promised, report.promise) : report.promise;
}

void FederateTime::on_together(const std::optional<TimeBound>& least, wire::Position own_report) {
  now_.covered = least && own_report == now_.last_report_position;
  if (now_.covered && constrained_or_about_to()) others_.hold_together_at(*least);
}

// A bound already reached needs no answer. Of several bounds the least is asked for first. If the
// LBTS has already reached the next event, the promise cannot rise before the grant, and a lesser
// LBTS need not be told.
FederateTime::LbtsWait FederateTime::waits_for_lbts(const std::optional<Time>& first_queued) const {
  const bool events = waits_for_event();
  const Time wanted = events ? event_wanted(first_queued) : Time();
  if (waits_to_flush() || (events && !can_reach(wanted, false))) {
    return {others_.promises().empty() ? std::nullopt : others_.lbts(), true};
  }
  LbtsWait wait;
  const auto needs = [&](const Time& time, bool beyond) {
    if (can_reach(time, beyond)) return;
    const TimeBound bound{time, beyond};
    wait.bound = wait.bound ? least(type_, *wait.bound, bound) : bound;
  };
  if (now_.constrained == Constrained::requested && now_.constrained_logged) {
    const auto lbts = others_.lbts();
    if (!lbts || type_.less(lbts->time, now_.time)) wait.bound = TimeBound{now_.time, false};
  }
  if (!queues_messages()) return wait;
  if (now_.regulation == Regulation::chosen && type_.less(now_.time, now_.regulation_time)) {
    needs(now_.regulation_time, true);
  }
  if (now_.advance && !now_.advance->decided) {
    needs(events ? wanted : now_.advance->time, is_strict(now_.advance->kind));
  }
  if (now_.save_at) needs(*now_.save_at, true);
  return wait;
}

bool FederateTime::same(const LbtsWait& a, const LbtsWait& b) const {
  if (a.each_rise && b.each_rise) return true;
  return a.each_rise == b.each_rise && a.bound.has_value() == b.bound.has_value() &&
         (!a.bound || compare(type_, *a.bound, *b.bound) == 0);
}

}  // namespace triad::rtia
