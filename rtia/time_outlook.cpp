#include "rtia/time_outlook.hpp"

#include "records/defect.hpp"
#include "rtia/send_bounds.hpp"

namespace triad::rtia {

using core::greatest;
using core::least;
using core::may_still_arrive;
using core::TimeBound;
using Regulation = TimeState::Regulation;
using Constrained = TimeState::Constrained;

// Two waits for each rise are equal regardless of their bounds.
bool are_equal(const core::TimeType& type, const LbtsWait& a, const LbtsWait& b) {
  if (a.each_rise && b.each_rise) return true;
  return a.each_rise == b.each_rise && a.bound.has_value() == b.bound.has_value() &&
         (!a.bound || compare(type, *a.bound, *b.bound) == 0);
}

core::Time TimeOutlook::query(wire::TimeQuery which) const {
  const auto lbts = others_.lbts();
  const Time bound = lbts ? lbts->time : state_.guaranteed.time;
  switch (which) {
    case wire::TimeQuery::lbts:
      return bound;
    case wire::TimeQuery::min_next_event_time:
      return first_queued_ && type_.less(*first_queued_, bound) ? *first_queued_ : bound;
    case wire::TimeQuery::lookahead:
      return SendBounds(type_, state_).lookahead();
    case wire::TimeQuery::federate_time:
      break;
  }
  return state_.time;
}

// --- Grants.

bool TimeOutlook::can_reach(const Time& time, bool beyond) const {
  if (!state_.queues_messages()) return true;
  const auto lbts = others_.lbts();
  if (!lbts) return false;
  const int order = type_.compare(lbts->time, time);
  return order > 0 || (order == 0 && (!beyond || lbts->exclusive));
}

bool TimeOutlook::is_held_before(const Time& time) const {
  return state_.save_at && state_.queues_messages() && type_.less(*state_.save_at, time);
}

// No message due before the grant can come any more (HLA 1.3 clause 8.1). A flush is granted at
// once.
std::optional<core::Time> TimeOutlook::grantable() const {
  if (state_.advance->is_flush() && state_.queues_messages()) return flush_time();
  const Time wanted = state_.advance->is_next_event() ? target_event_time() : state_.advance->time;
  if (!can_reach(wanted, state_.advance->is_strict())) return std::nullopt;
  return type_.less(wanted, state_.time) ? state_.time : wanted;
}

core::Time TimeOutlook::target_event_time() const {
  const bool earlier = first_queued_ && type_.less(*first_queued_, state_.advance->time);
  return earlier ? *first_queued_ : state_.advance->time;
}

TimeBound TimeOutlook::next_event() const {
  const TimeBound next{target_event_time(), false};
  if (const auto lbts = others_.lbts()) return least(type_, next, *lbts);
  return least(type_, next, state_.guaranteed);
}

// FQR: the least of the requested time, the LBTS and the first queued stamp, but never below the
// present time.
core::Time TimeOutlook::flush_time() const {
  Time time = state_.advance->time;
  const auto lbts = others_.lbts();
  const Time& bound = lbts ? lbts->time : state_.guaranteed.time;
  if (type_.less(bound, time)) time = bound;
  if (first_queued_ && type_.less(*first_queued_, time)) time = *first_queued_;
  return type_.less(time, state_.time) ? state_.time : time;
}

// A federate that begins to regulate at a later time goes to that time.
std::optional<core::Time> TimeOutlook::next_time() const {
  if (state_.is_moved_by_regulation(type_)) return state_.regulation_time;
  if (!state_.advance) return std::nullopt;
  if (state_.advance->is_flush()) return flush_time();
  return state_.advance->is_next_event() ? target_event_time() : state_.advance->time;
}

// Constraint is decided after timeRegulationEnabled has been delivered. A known LBTS that is too
// low rises only when other federates advance.
bool TimeOutlook::answers_enabling_soon() const {
  if (state_.regulation == Regulation::requested || state_.regulation == Regulation::announced) {
    return true;
  }
  if (state_.regulation == Regulation::chosen) return state_.queues_messages() && !others_.lbts();
  if (state_.constrained == Constrained::announced) return true;
  return state_.constrained == Constrained::requested &&
         (!state_.constrained_logged || !others_.lbts());
}

// --- Promises.

// The bound is the last grant and, while this federate waits for an event or for a flush held by a
// save, its promises that depend on the LBTS.
TimeBound TimeOutlook::floor() const {
  if (!state_.makes_promises()) return state_.guaranteed;
  if (state_.waits_for_event() && !TRIAD_DEFECT(floor_without_next_event)) {
    return greatest(type_, state_.guaranteed, next_event());
  }
  if (state_.waits_to_flush()) return greatest(type_, state_.guaranteed, {flush_time(), false});
  return state_.guaranteed;
}

TimeBound TimeOutlook::promise() const {
  const SendBounds bounds(type_, state_);
  if (state_.advance && state_.advance->decided) return bounds.after_grant(state_.advance->granted);
  if (state_.waits_to_flush()) return bounds.after_grant(flush_time());
  if (!state_.waits_for_event()) return bounds.now();
  const TimeBound next = next_event();
  return bounds.not_below_promises(
      bounds.from_lookahead(next.time, state_.advance->is_strict() || next.exclusive));
}

PromiseReport TimeOutlook::report(std::uint64_t received, bool noted) const {
  PromiseReport report{promise(), {}, received, {}};
  if (state_.waits_for_event()) {
    const SendBounds bounds(type_, state_);
    report.conditional = bounds.not_below_promises(
        bounds.from_lookahead(target_event_time(), state_.advance->is_strict()));
    // A conditional promise equal to the promise needs no condition, and no report when the wait
    // ends.
    const bool same = compare(type_, *report.conditional, report.promise) == 0;
    if (same) report.conditional.reset();
  }
  if (noted) {
    report.waits_for = required_bound();
  } else if (!state_.waits_for_event()) {
    report.waits_for = waits_for();
  }
  // A federate that knows its grant needs no further LBTS until its next request.
  const bool knows_grant = state_.advance && state_.advance->decided &&
                           state_.advance->is_granted_as_asked() && state_.queues_messages();
  if (noted && knows_grant)
    report.waits_for = TimeBound{state_.advance->time, state_.advance->is_strict()};
  return report;
}

std::optional<core::TimeBound> TimeOutlook::waits_for() const {
  // While the event may still change, the federate reports a conditional promise instead.
  if (state_.waits_for_event() && !can_reach(target_event_time(), false)) return std::nullopt;
  return required_bound();
}

std::optional<core::TimeBound> TimeOutlook::required_bound() const {
  const bool steady = state_.is_constrained() && state_.regulates();
  if (!steady || !state_.advance || state_.advance->decided || state_.advance->is_flush()) {
    return std::nullopt;
  }
  TimeBound wanted{state_.advance->time, state_.advance->is_strict()};
  if (state_.waits_for_event()) wanted.time = target_event_time();
  // The federate must report when the time of a save has been reached.
  if (state_.save_at && !can_reach(*state_.save_at, true)) {
    return least(type_, wanted, TimeBound{*state_.save_at, true});
  }
  return wanted;
}

// A bound already reached needs no answer. Of several bounds the least is asked for first. If the
// LBTS has already reached the next event, the promise cannot rise before the grant, and a lesser
// LBTS need not be told.
LbtsWait TimeOutlook::waits_for_lbts() const {
  const bool events = state_.waits_for_event();
  const Time wanted = events ? target_event_time() : Time();
  if (state_.waits_to_flush() || (events && !can_reach(wanted, false))) {
    return {others_.promises().empty() ? std::nullopt : others_.lbts(), true};
  }
  LbtsWait wait;
  const auto needs = [&](const Time& time, bool beyond) {
    if (can_reach(time, beyond)) return;
    const TimeBound bound{time, beyond};
    wait.bound = wait.bound ? least(type_, *wait.bound, bound) : bound;
  };
  if (state_.awaits_constraint()) {
    const auto lbts = others_.lbts();
    if (!lbts || type_.less(lbts->time, state_.time)) wait.bound = TimeBound{state_.time, false};
  }
  if (!state_.queues_messages()) return wait;
  if (state_.is_moved_by_regulation(type_)) needs(state_.regulation_time, false);
  if (state_.advance && !state_.advance->decided) {
    needs(events ? wanted : state_.advance->time, state_.advance->is_strict());
  }
  if (state_.save_at) needs(*state_.save_at, true);
  return wait;
}

// --- Saves.

// The save does not wait until the next grant could be given: others that are held at the save
// would never let the LBTS reach it.
bool TimeOutlook::is_save_due() const {
  if (!state_.save_at || !state_.queues_messages() || !can_reach(*state_.save_at, true))
    return false;
  // A federate that may still send at the save time goes on first. While it saves, others would
  // wait for it.
  if (state_.makes_promises() && may_still_arrive(type_, promise(), *state_.save_at)) return false;
  if (state_.advance && state_.advance->decided) return false;
  const auto next = next_time();
  return next ? type_.less(*state_.save_at, *next) : !type_.less(state_.time, *state_.save_at);
}

bool TimeOutlook::is_beyond_save() const {
  return state_.save_at && state_.constrained == Constrained::requested &&
         type_.less(*state_.save_at, state_.time);
}

}  // namespace triad::rtia
