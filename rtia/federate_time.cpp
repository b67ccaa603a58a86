#include "rtia/federate_time.hpp"

#include "records/defect.hpp"

namespace triad::rtia {

using core::greatest;
using core::may_still_arrive;
using core::TimeBound;

void FederateTime::lower_lookahead(const Time& lookahead) {
  const TimeBound before =
      SendBounds(type_, state_).from_lookahead(state_.time, state_.strictly_after);
  state_.lookahead_floor =
      state_.lookahead_floor ? greatest(type_, *state_.lookahead_floor, before) : before;
  state_.lookahead = lookahead;
}

bool FederateTime::can_deliver_in_order(Bytes stamp) const {
  return checks_.is_valid(stamp) && may_still_arrive(type_, state_.guaranteed, Time(stamp));
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
// itself is used. With zero lookahead the federate may not send at that very time, either.
void FederateTime::receive_floor(FederateHandle by, const TimeBound& floor) {
  if (state_.regulation != Regulation::requested || !state_.pending_floors.contains(by)) return;
  const Time least_time =
      floor.exclusive ? floor.time : type_.difference(floor.time, state_.lookahead);
  if (type_.less(state_.regulation_time, least_time)) raise_regulation_time(least_time);
  if (!floor.exclusive &&
      type_.less(type_.sum(state_.regulation_time, state_.lookahead), floor.time)) {
    raise_regulation_time(floor.time);  // the difference was rounded down
  }
  if (floor.exclusive && type_.equal(state_.regulation_time, floor.time)) {
    state_.strictly_after = true;
  }
  remove_floor_request(by);
}

void FederateTime::raise_regulation_time(const Time& time) {
  state_.regulation_time = time;
  state_.strictly_after = false;
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

// --- Decisions.

std::optional<FederateTime::Decision> FederateTime::decide(
    const std::optional<Time>& first_queued) {
  const TimeOutlook now = outlook(first_queued);
  if (auto decision = decide_regulation(now)) return decision;
  if (auto decision = decide_constraint()) return decision;
  return decide_grant(now);
}

// The begin of regulation moves the federate like a TARA: others that begin at the same time may
// still send at that very time.
std::optional<FederateTime::Decision> FederateTime::decide_regulation(const TimeOutlook& outlook) {
  if (state_.regulation != Regulation::chosen) return std::nullopt;
  const bool moves = state_.is_moved_by_regulation(type_);
  if (moves && (!outlook.can_reach(state_.regulation_time, false) ||
                outlook.is_held_before(state_.regulation_time))) {
    return std::nullopt;
  }
  state_.regulation = Regulation::announced;
  const bool delivers = moves && state_.queues_messages();
  if (delivers) {
    state_.guaranteed = greatest(type_, state_.guaranteed, {state_.regulation_time, false});
  }
  return Decision{Decision::Kind::regulation_enabled, state_.regulation_time, delivers, false};
}

std::optional<FederateTime::Decision> FederateTime::decide_constraint() {
  if (!state_.awaits_constraint()) return std::nullopt;
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

std::optional<FederateTime::Decision> FederateTime::decide_grant(const TimeOutlook& outlook) {
  if (!state_.advance || state_.advance->decided) return std::nullopt;
  const bool flushes = state_.waits_to_flush();
  const auto granted = outlook.grantable();
  if (!granted || outlook.is_held_before(*granted)) return std::nullopt;
  state_.advance->decided = true;
  state_.advance->granted = *granted;
  if (state_.queues_messages()) {
    state_.guaranteed = greatest(type_, state_.guaranteed, {*granted, state_.advance->is_strict()});
  } else {
    state_.guaranteed = {*granted, false};
  }
  return Decision{Decision::Kind::grant, *granted, state_.queues_messages(), flushes};
}

// The bound also holds for federates that begin to regulate from now on.
void FederateTime::record_save_reached() {
  state_.guaranteed = greatest(type_, state_.guaranteed, {*state_.save_at, true});
}

void FederateTime::record_regulation_enabled() {
  state_.regulation = Regulation::on;
  ++state_.state_number;
  state_.time = state_.regulation_time;
}

void FederateTime::record_constrained_enabled() {
  state_.constrained = Constrained::on;
  ++state_.state_number;
}

void FederateTime::record_grant() {
  state_.time = state_.advance->granted;
  state_.strictly_after = state_.advance->is_strict();
  state_.advance.reset();
  ++state_.state_number;
  if (state_.next_lookahead) lower_lookahead(*state_.next_lookahead);
  state_.next_lookahead.reset();
}

// --- Reports.

std::optional<PromiseReport> FederateTime::report_due(const std::optional<Time>& first_queued,
                                                      std::uint64_t received, bool noted) {
  if (!state_.makes_promises()) return std::nullopt;
  if (state_.advance) {
    if (state_.advance->decided && state_.advance->promised) return std::nullopt;
    state_.advance->promised = state_.advance->is_granted_as_asked();
  }
  const PromiseReport report = outlook(first_queued).report(received, noted);
  if (!reported_.is_news(type_, report, noted, state_.waits())) return std::nullopt;
  return report;
}

void FederateTime::record_report(const PromiseReport& report, wire::Position position) {
  reported_.record(report, position);
  state_.promised =
      state_.promised ? greatest(type_, *state_.promised, report.promise) : report.promise;
}

void FederateTime::forget_report() {
  reported_.forget();
  if (state_.advance) state_.advance->promised = false;
}

void FederateTime::apply_consistent_snapshot(const std::optional<TimeBound>& least,
                                             wire::Position own_report) {
  if (reported_.join_snapshot(least.has_value(), own_report) && state_.is_constrained_or_enabling())
    others_.apply_joint_bound(*least);
}

}  // namespace triad::rtia
