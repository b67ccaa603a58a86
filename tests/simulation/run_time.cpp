// Time management in a run (run.hpp).
#include <cmath>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

void FederationRun::call_time_service(Federate f) {
  const Member& member = *federates_[f]->member;
  switch (random_below(11)) {
    case 0:
    case 1:
    case 2:
      return regulate(f);
    case 3:
    case 4:
      return constrain(f);
    case 5:
    case 6:
      return modify_lookahead(f);
    case 7: {
      const bool right = !one_in(4);
      return set_asynchronous(f, member.clock.asynchronous != right);
    }
    default:
      return query_times(f);
  }
}

double FederationRun::random_time(Federate f) {
  static constexpr double kSteps_[] = {0, 0, 0.5, 0.5, 1, 1, 1.5, 2, 3};
  const double time = federates_[f]->member->clock.time;
  if (one_in(20)) return time - 0.5;
  return time + kSteps_[random_below(std::size(kSteps_))];
}

// Returns a time to request, which may miss the present one by a tolerated rounding error.
double FederationRun::random_advance_time(Federate f) {
  const ClockModel& clock = federates_[f]->member->clock;
  const double time = random_time(f);
  const bool misses = clock.tolerates_ulp && time == clock.time && one_in(4);
  return misses ? std::nextafter(time, -kForever) : time;
}

double FederationRun::random_lookahead() {
  static constexpr double kLookaheads[] = {0, 0, 0, 0.5, 0.5, 1, 2};
  if (one_in(20)) return one_in(2) ? -1 : kForever;
  // A large lookahead lets others wait for events together.
  if (times_of_run_.event_distance != 0 && one_in(2)) return 8;
  return kLookaheads[random_below(std::size(kLookaheads))];
}

void FederationRun::regulate(Federate f) {
  const bool on = federates_[f]->member->clock.regulation == ClockModel::Mode::on;
  if (on == one_in(4)) return begin_regulation(f);
  if (on && !one_in(3)) return send_interaction(f);
  end_regulation(f);
}

void FederationRun::begin_regulation(Federate f) {
  Member& member = *federates_[f]->member;
  const double time = one_in(20) ? kForever : random_advance_time(f);
  const double lookahead = random_lookahead();
  judge_.time.record_regulation_request();
  begin_judged_call(f, text_of(time) + ", lookahead " + text_of(lookahead),
                    wire::EnableTimeRegulation{encode_time(time), encode_time(lookahead)},
                    member.clock.refusals_of_regulation(time, lookahead),
                    [this, &member, time, lookahead](auto...) {
                      member.clock.record_regulation(time, lookahead);
                      judge_.time.record_regulation_request();  // the call may have waited
                      times_of_run_.latest = std::max(times_of_run_.latest, time);
                    });
}

void FederationRun::end_regulation(Federate f) {
  Member& member = *federates_[f]->member;
  begin_judged_call(f, "", wire::DisableTimeRegulation{}, member.clock.refusals_of_regulation_end(),
                    [&member](auto...) { member.clock.record_regulation_end(); });
}

// Makes the federate regulate at times, and send messages to federates that wait for events.
void FederationRun::act_as_occasional_regulator(Federate f) {
  const ClockModel& clock = federates_[f]->member->clock;
  switch (random_below(8)) {
    case 0:
    case 1:
    case 2:
      return clock.regulation == ClockModel::Mode::on ? end_regulation(f) : begin_regulation(f);
    case 3:
    case 4:
      return one_in(2) ? send_interaction(f) : update_attributes(f);
    default:
      return request_advance(f, static_cast<wire::Advance>(1 + random_below(2)),
                             random_advance_time(f));
  }
}

void FederationRun::constrain(Federate f) {
  Member& member = *federates_[f]->member;
  const bool on = member.clock.constraint == ClockModel::Mode::on;
  if (on != one_in(4)) {
    if (on && !one_in(3)) return update_attributes(f);
    return begin_judged_call(f, "", wire::DisableTimeConstrained{},
                             member.clock.refusals_of_constraint_end(), [this, &member](auto...) {
                               member.clock.record_constraint_end();
                               member.constraint.disabled_at = now_;
                             });
  }
  begin_judged_call(f, "", wire::EnableTimeConstrained{}, member.clock.refusals_of_constraint(),
                    [&member](auto...) { member.clock.constraint = ClockModel::Mode::pending; });
}

void FederationRun::request_advance(Federate f, wire::Advance kind, double to) {
  Member& member = *federates_[f]->member;
  begin_judged_call(f, text_of(to), wire::AdvanceTime{kind, encode_time(to)},
                    member.clock.refusals_of_advance(to), [this, &member, kind, to](auto...) {
                      member.clock.record_advance(kind, to);
                      times_of_run_.latest = std::max(times_of_run_.latest, to);
                    });
}

void FederationRun::request_random_advance(Federate f) {
  const ClockModel& clock = federates_[f]->member->clock;
  if (clock.advance && !one_in(8)) return send_interaction(f);
  // Requests a distant event; an earlier one may come.
  if (times_of_run_.event_distance != 0 && !one_in(4)) {
    return request_advance(f, static_cast<wire::Advance>(3 + random_below(2)),
                           clock.time + times_of_run_.event_distance);
  }
  const std::uint64_t kind = random_below(9);
  request_advance(
      f, kind == 8 ? wire::Advance::flush_queue_request : static_cast<wire::Advance>(1 + kind / 2),
      random_advance_time(f));
}

void FederationRun::modify_lookahead(Federate f) {
  Member& member = *federates_[f]->member;
  const double lookahead = random_lookahead();
  begin_judged_call(f, text_of(lookahead), wire::ModifyLookahead{encode_time(lookahead)},
                    member.clock.refusals_of_lookahead(lookahead),
                    [&member, lookahead](auto...) { member.clock.record_lookahead(lookahead); });
}

void FederationRun::set_asynchronous(Federate f, bool on) {
  Member& member = *federates_[f]->member;
  begin_judged_call(f, "", wire::SetAsynchronousDelivery{on},
                    member.clock.refusals_of_asynchronous(on), [this, &member, on](auto...) {
                      member.clock.asynchronous = on;
                      if (!on) member.constraint.asynchronous_ended_at = now_;
                    });
}

// Returns the answer, if it comes at once.
std::optional<double> FederationRun::query_time(Federate f, wire::TimeQuery which) {
  const auto value = std::make_shared<std::optional<double>>();
  begin_judged_call(f, "", wire::QueryTime{which}, ExpectedResult(),
                    [this, f, which, value](const std::string& reply) {
                      *value = decoded_time(std::as_bytes(std::span(reply)));
                      log_line(f, "  " + text_of(**value));
                      judge_.time.judge_query_result(*federates_[f]->member, which, **value);
                    });
  return *value;
}

// Checks each LBTS after a federate's time has changed, and with it its least stamp.
void FederationRun::check_known_lbts() {
  for (Federate f = 0; f < federates_.size(); ++f) {
    const FederateState& state = *federates_[f];
    if (state.member == nullptr || state.pending_call || !harness_.ambassador(f).is_joined())
      continue;
    if (is_quiet(f)) continue;
    if (state.member->clock.constraint != ClockModel::Mode::on) continue;
    const auto lbts = harness_.ambassador(f).known_lbts();
    if (lbts)
      judge_.time.judge_query_result(*state.member, wire::TimeQuery::lbts,
                                     decoded_time(lbts->bytes()));
  }
}

void FederationRun::query_times(Federate f) {
  Member& member = *federates_[f]->member;
  // Each query may be the call that waits for the end of a pause.
  for (const auto which : {wire::TimeQuery::federate_time, wire::TimeQuery::lookahead}) {
    (void)query_time(f, which);
    if (federates_[f]->pending_call) return;
  }
  // If it does not read promises itself, the RTIG must be asked, once for each query.
  const bool waits = !harness_.ambassador(f).reads_promises();
  auto lbts = !waits || one_in(2) ? query_time(f, wire::TimeQuery::lbts) : std::nullopt;
  if (federates_[f]->pending_call) return;
  const auto next = query_time(f, wire::TimeQuery::min_next_event_time);
  // The last call may have handled a new note.
  if (!waits) lbts = query_time(f, wire::TimeQuery::lbts);
  if (!lbts || !next || member.clock.constraint != ClockModel::Mode::on) return;
  if (*next > *lbts || *next < member.clock.time) {
    history_.report_error(
        member, "receives " + text_of(*next) +
                    " as its next event time, which is not between its time and its LBTS");
  }
}

}  // namespace triad::test
