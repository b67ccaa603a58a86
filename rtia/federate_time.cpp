#include "rtia/federate_time.hpp"

#include "records/defect.hpp"

namespace triad::rtia {

using core::greatest;
using core::least;
using core::may_still_arrive;
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
  const TimeBound before = send_bound_at(state_.time, state_.strictly_after);
  state_.lookahead_floor =
      state_.lookahead_floor ? greatest(type_, *state_.lookahead_floor, before) : before;
  state_.lookahead = lookahead;
}

wire::Result<core::Time> FederateTime::query(wire::TimeQuery which,
                                             const std::optional<Time>& first_queued) const {
  const auto lbts = others_.lbts();
  const Time bound = lbts ? lbts->time : state_.guaranteed.time;
  switch (which) {
    case wire::TimeQuery::lbts:
      return bound;
    case wire::TimeQuery::min_next_event_time:
      return first_queued && type_.less(*first_queued, bound) ? *first_queued : bound;
    case wire::TimeQuery::lookahead: {
      if (!regulates()) return type_.zero();
      if (!state_.lookahead_floor || !type_.less(state_.time, state_.lookahead_floor->time))
        return state_.lookahead;
      const Time actual = type_.difference(state_.lookahead_floor->time, state_.time);
      return type_.less(state_.lookahead, actual) ? actual : state_.lookahead;
    }
    case wire::TimeQuery::federate_time:
      break;
  }
  return state_.time;
}

// --- Sending.

TimeBound FederateTime::send_bound_at(const Time& base, bool strictly) const {
  const Time time = type_.sum(base, state_.lookahead);
  // A lookahead that does not change the sum counts as zero.
  return {time, strictly && type_.equal(time, base)};
}

// The promise made with the request holds until the grant, or until an earlier message has been
// delivered.
TimeBound FederateTime::send_bound() const {
  const bool early = state_.advance && state_.advance->decided && state_.advance->received_earlier;
  return bound_from(early            ? state_.advance->granted
                    : state_.advance ? state_.advance->time
                                     : state_.time);
}

TimeBound FederateTime::bound_from(const Time& advance_time) const {
  const Time* base = &state_.time;
  bool strictly = state_.strictly_after;
  if (!regulates()) {
    base = &state_.regulation_time;  // about to be enabled
    strictly = true;
  } else if (state_.advance) {
    base = &advance_time;
    strictly = is_strict(state_.advance->kind);
  }
  return not_below_promises(send_bound_at(*base, strictly));
}

TimeBound FederateTime::not_below_promises(const TimeBound& bound) const {
  if (TRIAD_DEFECT(lookahead_lowered_at_once)) return bound;
  const TimeBound* highest = &bound;
  if (state_.lookahead_floor) highest = &greatest(type_, *highest, *state_.lookahead_floor);
  if (state_.promised) highest = &greatest(type_, *highest, *state_.promised);
  return *highest;
}

bool FederateTime::can_deliver_in_order(Bytes stamp) const {
  return stamp.size() <= wire::kTimeBytesMax && type_.is_valid(stamp) &&
         may_still_arrive(type_, state_.guaranteed, Time(stamp));
}

// --- Becoming regulating.

void FederateTime::record_regulation_logged(std::set<FederateHandle> constrained) {
  if (state_.regulation != Regulation::requested) return;
  state_.pending_floors = std::move(constrained);
  state_.regulation_logged = true;
  if (state_.pending_floors.empty() || TRIAD_DEFECT(regulation_without_handshake))
    choose_regulation_time();
}

void FederateTime::request_floor_from(FederateHandle constrained) {
  if (state_.regulation == Regulation::requested && state_.regulation_logged)
    state_.pending_floors.insert(constrained);
}

// Raises the regulation time to the least time at which a message sent with the lookahead is not
// below the floor. A federate that was granted TAR or NER states an exclusive floor: it expects no
// message at that very time. The difference would be too low by the least step, so the floor's time
// itself is used.
void FederateTime::receive_floor(FederateHandle by, const TimeBound& floor) {
  if (state_.regulation != Regulation::requested || !state_.pending_floors.contains(by)) return;
  const Time least_time =
      floor.exclusive ? floor.time : type_.difference(floor.time, state_.lookahead);
  if (type_.less(state_.regulation_time, least_time)) state_.regulation_time = least_time;
  if (!floor.exclusive &&
      type_.less(type_.sum(state_.regulation_time, state_.lookahead), floor.time)) {
    state_.regulation_time = floor.time;  // the difference was rounded down
  }
  remove_floor_request(by);
}

void FederateTime::remove_floor_request(FederateHandle federate) {
  if (state_.regulation != Regulation::requested || state_.pending_floors.erase(federate) == 0)
    return;
  if (state_.pending_floors.empty()) choose_regulation_time();
}

void FederateTime::choose_regulation_time() {
  if (type_.less(state_.regulation_time, state_.time)) state_.regulation_time = state_.time;
  state_.regulation = Regulation::chosen;
}

// Returns the bound that a new regulating federate must not undercut: the last grant and, while
// this federate waits for an event or for a flush held by a save, its promises that depend on the
// LBTS.
TimeBound FederateTime::floor(const std::optional<Time>& first_queued) const {
  if (!makes_promises()) return state_.guaranteed;
  if (waits_for_event() && !TRIAD_DEFECT(floor_without_next_event)) {
    return greatest(type_, state_.guaranteed, next_event(first_queued));
  }
  if (waits_to_flush())
    return greatest(type_, state_.guaranteed, {flush_time(first_queued), false});
  return state_.guaranteed;
}

// --- Decisions.

bool FederateTime::waits_for_event() const {
  return queues_messages() && state_.advance && !state_.advance->decided &&
         is_next_event(state_.advance->kind);
}

// Returns whether a flush is held for a save. Otherwise it is granted at once.
bool FederateTime::waits_to_flush() const {
  return queues_messages() && state_.advance && !state_.advance->decided &&
         state_.advance->kind == Advance::flush_queue_request;
}

// Returns the time of the grant if no earlier message arrives.
core::Time FederateTime::target_event_time(const std::optional<Time>& first_queued) const {
  const bool earlier = first_queued && type_.less(*first_queued, state_.advance->time);
  return earlier ? *first_queued : state_.advance->time;
}

// Lower bound of the next grant of a federate that waits for an event.
TimeBound FederateTime::next_event(const std::optional<Time>& first_queued) const {
  const TimeBound next{target_event_time(first_queued), false};
  if (const auto lbts = others_.lbts()) return least(type_, next, *lbts);
  return least(type_, next, state_.guaranteed);
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
  Time wanted = state_.advance->time;
  const bool next_event = is_next_event(state_.advance->kind);
  if (next_event && first_queued && type_.less(*first_queued, wanted)) wanted = *first_queued;
  if (!can_reach(wanted, is_strict(state_.advance->kind))) return std::nullopt;
  return type_.less(wanted, state_.time) ? state_.time : wanted;
}

std::optional<FederateTime::Decision> FederateTime::decide(
    const std::optional<Time>& first_queued) {
  if (auto decision = decide_regulation()) return decision;
  if (auto decision = decide_constraint()) return decision;
  return decide_grant(first_queued);
}

std::optional<FederateTime::Decision> FederateTime::decide_regulation() {
  if (state_.regulation != Regulation::chosen) return std::nullopt;
  const bool moves = type_.less(state_.time, state_.regulation_time);
  if (moves &&
      (!can_reach(state_.regulation_time, true) || is_held_before(state_.regulation_time))) {
    return std::nullopt;
  }
  state_.regulation = Regulation::announced;
  const bool delivers = moves && queues_messages();
  if (delivers) state_.guaranteed = {state_.regulation_time, true};
  return Decision{Decision::Kind::regulation_enabled, state_.regulation_time, delivers, false};
}

std::optional<FederateTime::Decision> FederateTime::decide_constraint() {
  if (state_.constrained != Constrained::requested || !state_.constrained_logged)
    return std::nullopt;
  // The regulation that begins may move the time that the LBTS is compared with.
  if (state_.regulation == Regulation::chosen || state_.regulation == Regulation::announced) {
    return std::nullopt;
  }
  const auto lbts = others_.lbts();
  if (!lbts || type_.less(lbts->time, state_.time)) return std::nullopt;
  state_.constrained = Constrained::announced;
  state_.guaranteed = {state_.time, false};
  return Decision{Decision::Kind::constrained_enabled, state_.time, false, false};
}

// Constraint is decided after timeRegulationEnabled has been delivered. A known LBTS that is too
// low rises only when other federates advance.
bool FederateTime::answers_enabling_soon() const {
  if (state_.regulation == Regulation::requested || state_.regulation == Regulation::announced) {
    return true;
  }
  if (state_.regulation == Regulation::chosen) return queues_messages() && !others_.lbts();
  if (state_.constrained == Constrained::announced) return true;
  return state_.constrained == Constrained::requested &&
         (!state_.constrained_logged || !others_.lbts());
}

// FQR: the least of the requested time, the LBTS and the first queued stamp, but never below the
// present time.
core::Time FederateTime::flush_time(const std::optional<Time>& first_queued) const {
  Time time = state_.advance->time;
  const auto lbts = others_.lbts();
  const Time& bound = lbts ? lbts->time : state_.guaranteed.time;
  if (type_.less(bound, time)) time = bound;
  if (first_queued && type_.less(*first_queued, time)) time = *first_queued;
  return type_.less(time, state_.time) ? state_.time : time;
}

std::optional<FederateTime::Decision> FederateTime::decide_grant(
    const std::optional<Time>& first_queued) {
  if (!state_.advance || state_.advance->decided) return std::nullopt;
  const bool flushes = state_.advance->kind == Advance::flush_queue_request && queues_messages();
  const auto granted = flushes ? std::optional(flush_time(first_queued)) : grantable(first_queued);
  if (!granted || is_held_before(*granted)) return std::nullopt;
  state_.advance->decided = true;
  state_.advance->granted = *granted;
  if (queues_messages()) {
    state_.guaranteed =
        greatest(type_, state_.guaranteed, {*granted, is_strict(state_.advance->kind)});
  } else {
    state_.guaranteed = {*granted, false};
  }
  return Decision{Decision::Kind::grant, *granted, queues_messages(), flushes};
}

bool FederateTime::is_held_before(const Time& time) const {
  return state_.save_at && queues_messages() && type_.less(*state_.save_at, time);
}

// A federate that begins to regulate at a later time goes to that time.
std::optional<core::Time> FederateTime::next_time(const std::optional<Time>& first_queued) const {
  if (state_.regulation == Regulation::chosen && type_.less(state_.time, state_.regulation_time)) {
    return state_.regulation_time;
  }
  if (!state_.advance) return std::nullopt;
  if (state_.advance->kind == Advance::flush_queue_request) return flush_time(first_queued);
  const bool earlier = first_queued && type_.less(*first_queued, state_.advance->time);
  return is_next_event(state_.advance->kind) && earlier ? *first_queued : state_.advance->time;
}

// The save does not wait until the next grant could be given: others that are held at the save
// would never let the LBTS reach it.
bool FederateTime::is_save_due(const std::optional<Time>& first_queued) const {
  if (!state_.save_at || !queues_messages() || !can_reach(*state_.save_at, true)) return false;
  // A federate that may still send at the save time goes on first. While it saves, others would
  // wait for it.
  if (makes_promises() && may_still_arrive(type_, promise(first_queued), *state_.save_at))
    return false;
  if (state_.advance && state_.advance->decided) return false;
  const auto next = next_time(first_queued);
  return next ? type_.less(*state_.save_at, *next) : !type_.less(state_.time, *state_.save_at);
}

bool FederateTime::is_beyond_save() const {
  return state_.save_at && state_.constrained == Constrained::requested &&
         type_.less(*state_.save_at, state_.time);
}

// The bound also holds for federates that begin to regulate from now on.
void FederateTime::record_save_reached() {
  state_.guaranteed = greatest(type_, state_.guaranteed, {*state_.save_at, true});
}

void FederateTime::record_regulation_enabled() {
  state_.regulation = Regulation::on;
  ++state_.state_number;
  state_.time = state_.regulation_time;
  state_.strictly_after = true;
}

void FederateTime::record_constrained_enabled() {
  state_.constrained = Constrained::on;
  ++state_.state_number;
}

void FederateTime::record_grant() {
  state_.time = state_.advance->granted;
  state_.strictly_after = is_strict(state_.advance->kind);
  state_.advance.reset();
  ++state_.state_number;
  if (state_.next_lookahead) lower_lookahead(*state_.next_lookahead);
  state_.next_lookahead.reset();
}

// --- Reports.

TimeBound FederateTime::promise(const std::optional<Time>& first_queued) const {
  if (state_.advance && state_.advance->decided) return bound_from(state_.advance->granted);
  if (waits_to_flush()) return bound_from(flush_time(first_queued));
  if (!waits_for_event()) return send_bound();
  const TimeBound next = next_event(first_queued);
  return not_below_promises(
      send_bound_at(next.time, is_strict(state_.advance->kind) || next.exclusive));
}

// Returns the promise that the others must reach for the requested advance; empty if something else
// may end the wait as well.
std::optional<core::TimeBound> FederateTime::waits_for(
    const std::optional<Time>& first_queued) const {
  // While the event may still change, the federate reports a conditional promise instead.
  if (waits_for_event() && !can_reach(target_event_time(first_queued), false)) return std::nullopt;
  return required_bound(first_queued);
}

std::optional<core::TimeBound> FederateTime::required_bound(
    const std::optional<Time>& first_queued) const {
  const bool steady = state_.constrained == Constrained::on && state_.regulation == Regulation::on;
  if (!steady || !state_.advance || state_.advance->decided ||
      state_.advance->kind == wire::Advance::flush_queue_request) {
    return std::nullopt;
  }
  TimeBound wanted{state_.advance->time, is_strict(state_.advance->kind)};
  if (waits_for_event()) wanted.time = target_event_time(first_queued);
  // The federate must report when the time of a save has been reached.
  if (state_.save_at && !can_reach(*state_.save_at, true)) {
    return least(type_, wanted, TimeBound{*state_.save_at, true});
  }
  return wanted;
}

// Returns whether others count on a wait that is over or ends earlier.
bool FederateTime::is_wait_outdated(const std::optional<TimeBound>& stated,
                                    const std::optional<TimeBound>& current) const {
  return stated && (!current ? waits() : compare(type_, *current, *stated) < 0);
}

std::optional<FederateTime::Report> FederateTime::report_due(
    const std::optional<Time>& first_queued, std::uint64_t received, bool noted) {
  if (!makes_promises()) return std::nullopt;
  if (state_.advance) {
    if (state_.advance->decided && state_.advance->promised) return std::nullopt;
    state_.advance->promised = is_granted_as_asked(state_.advance->kind);
  }
  const TimeBound bound = promise(first_queued);
  std::optional<TimeBound> conditional;
  if (waits_for_event()) {
    conditional = not_below_promises(
        send_bound_at(target_event_time(first_queued), is_strict(state_.advance->kind)));
    // A conditional promise equal to the promise needs no condition, and no report when the wait
    // ends.
    const bool same = compare(type_, *conditional, bound) == 0;
    if (same) conditional.reset();
  }
  std::optional<TimeBound> wait;
  if (noted) {
    wait = required_bound(first_queued);
  } else if (!waits_for_event()) {
    wait = waits_for(first_queued);
  }
  // A federate that knows its grant needs no further LBTS until its next request.
  const bool knows_grant = state_.advance && state_.advance->decided &&
                           is_granted_as_asked(state_.advance->kind) && queues_messages();
  if (noted && knows_grant) wait = TimeBound{state_.advance->time, is_strict(state_.advance->kind)};
  const auto is_news_after = [&](const Report& last) {
    const bool rose = compare(type_, last.promise, bound) < 0;
    if (!conditional) return rose || last.conditional || is_wait_outdated(last.waits_for, wait);
    const bool same = last.conditional && last.received == received &&
                      compare(type_, *last.conditional, *conditional) == 0;
    // Readers of notes evaluate each condition, so a rise of the LBTS alone needs no new note.
    if (noted) return !same || state_.must_report_again || is_wait_outdated(last.waits_for, wait);
    // While the reports of the waiting federates hold together, all of them know how far they can
    // go. Reports of each rise of the LBTS would only advance them by the lookahead each time
    // (docs/architecture.md, "The jump").
    return !same || state_.must_report_again || (rose && !state_.in_snapshot);
  };
  if (state_.last_report && !is_news_after(*state_.last_report)) return std::nullopt;
  return Report{bound, conditional, received, wait};
}

void FederateTime::record_report(const Report& report, wire::Position position) {
  state_.last_report = report;
  state_.last_report_position = position;
  state_.in_snapshot = false;
  state_.must_report_again = false;
  state_.promised =
      state_.promised ? greatest(type_, *state_.promised, report.promise) : report.promise;
}

void FederateTime::apply_consistent_snapshot(const std::optional<TimeBound>& least,
                                             wire::Position own_report) {
  state_.in_snapshot = least && own_report == state_.last_report_position;
  if (state_.in_snapshot && is_constrained_or_enabling()) others_.apply_joint_bound(*least);
}

// A bound already reached needs no answer. Of several bounds the least is asked for first. If the
// LBTS has already reached the next event, the promise cannot rise before the grant, and a lesser
// LBTS need not be told.
FederateTime::LbtsWait FederateTime::waits_for_lbts(const std::optional<Time>& first_queued) const {
  const bool events = waits_for_event();
  const Time wanted = events ? target_event_time(first_queued) : Time();
  if (waits_to_flush() || (events && !can_reach(wanted, false))) {
    return {others_.promises().empty() ? std::nullopt : others_.lbts(), true};
  }
  LbtsWait wait;
  const auto needs = [&](const Time& time, bool beyond) {
    if (can_reach(time, beyond)) return;
    const TimeBound bound{time, beyond};
    wait.bound = wait.bound ? least(type_, *wait.bound, bound) : bound;
  };
  if (state_.constrained == Constrained::requested && state_.constrained_logged) {
    const auto lbts = others_.lbts();
    if (!lbts || type_.less(lbts->time, state_.time)) wait.bound = TimeBound{state_.time, false};
  }
  if (!queues_messages()) return wait;
  if (state_.regulation == Regulation::chosen && type_.less(state_.time, state_.regulation_time)) {
    needs(state_.regulation_time, true);
  }
  if (state_.advance && !state_.advance->decided) {
    needs(events ? wanted : state_.advance->time, is_strict(state_.advance->kind));
  }
  if (state_.save_at) needs(*state_.save_at, true);
  return wait;
}

bool FederateTime::are_equal(const LbtsWait& a, const LbtsWait& b) const {
  if (a.each_rise && b.each_rise) return true;
  return a.each_rise == b.each_rise && a.bound.has_value() == b.bound.has_value() &&
         (!a.bound || compare(type_, *a.bound, *b.bound) == 0);
}

}  // namespace triad::rtia
