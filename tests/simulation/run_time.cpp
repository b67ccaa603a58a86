// Time management in a run (run.hpp).
#include <cmath>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

void FederationRun::clock_service(Federate f) {
  const Member& member = *ones_[f]->member;
  switch (below(11)) {
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
      return switch_asynchronous(f, member.clock.asynchronous != right);
    }
    default:
      return query(f);
  }
}

double FederationRun::some_time(Federate f) {
  static constexpr double kSteps_[] = {0, 0, 0.5, 0.5, 1, 1, 1.5, 2, 3};
  const double time = ones_[f]->member->clock.time;
  if (one_in(20)) return time - 0.5;
  return time + kSteps_[below(std::size(kSteps_))];
}

// Returns a time to request, which may miss the present one by a tolerated rounding error.
double FederationRun::some_goal(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  const double time = some_time(f);
  const bool misses = clock.tolerates_ulp && time == clock.time && one_in(4);
  return misses ? std::nextafter(time, -kForever) : time;
}

double FederationRun::some_lookahead() {
  static constexpr double kLookaheads[] = {0, 0, 0, 0.5, 0.5, 1, 2};
  if (one_in(20)) return one_in(2) ? -1 : kForever;
  // A large lookahead lets others wait for events together.
  if (far_ != 0 && one_in(2)) return 8;
  return kLookaheads[below(std::size(kLookaheads))];
}

void FederationRun::regulate(Federate f) {
  const bool on = ones_[f]->member->clock.regulation == ClockModel::Mode::on;
  if (on == one_in(4)) return begin_regulation(f);
  if (on && !one_in(3)) return send(f);
  end_regulation(f);
}

void FederationRun::begin_regulation(Federate f) {
  Member& member = *ones_[f]->member;
  const double time = one_in(20) ? kForever : some_goal(f);
  const double lookahead = some_lookahead();
  judge_.time.regulation_requested();
  judged(f, text_of(time) + ", lookahead " + text_of(lookahead),
         wire::EnableTimeRegulation{at(time), at(lookahead)},
         member.clock.to_regulate(time, lookahead), [this, &member, time, lookahead](auto...) {
           member.clock.regulates_at(time, lookahead);
           judge_.time.regulation_requested();  // the call may have waited
           latest_ = std::max(latest_, time);
         });
}

void FederationRun::end_regulation(Federate f) {
  Member& member = *ones_[f]->member;
  judged(f, "", wire::DisableTimeRegulation{}, member.clock.to_stop_regulating(),
         [&member](auto...) { member.clock.stops_regulating(); });
}

// Makes the federate regulate at times, and send messages to federates that wait for events.
void FederationRun::intrude(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  switch (below(8)) {
    case 0:
    case 1:
    case 2:
      return clock.regulation == ClockModel::Mode::on ? end_regulation(f) : begin_regulation(f);
    case 3:
    case 4:
      return one_in(2) ? send(f) : update(f);
    default:
      return advance(f, static_cast<wire::Advance>(1 + below(2)), some_goal(f));
  }
}

void FederationRun::constrain(Federate f) {
  Member& member = *ones_[f]->member;
  const bool on = member.clock.constraint == ClockModel::Mode::on;
  if (on != one_in(4)) {
    if (on && !one_in(3)) return update(f);
    return judged(f, "", wire::DisableTimeConstrained{}, member.clock.to_be_free(),
                  [this, &member](auto...) {
                    member.clock.is_free();
                    member.freed_at = now_;
                  });
  }
  judged(f, "", wire::EnableTimeConstrained{}, member.clock.to_be_constrained(),
         [&member](auto...) { member.clock.constraint = ClockModel::Mode::pending; });
}

void FederationRun::advance(Federate f, wire::Advance kind, double to) {
  Member& member = *ones_[f]->member;
  judged(f, text_of(to), wire::AdvanceTime{kind, at(to)}, member.clock.to_advance(to),
         [this, &member, kind, to](auto...) {
           member.clock.advances(kind, to);
           latest_ = std::max(latest_, to);
         });
}

void FederationRun::advance_somewhere(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  if (clock.advance && !one_in(8)) return send(f);
  // Requests a distant event; an earlier one may come.
  if (far_ != 0 && !one_in(4)) {
    return advance(f, static_cast<wire::Advance>(3 + below(2)), clock.time + far_);
  }
  const std::uint64_t kind = below(9);
  advance(f,
          kind == 8 ? wire::Advance::flush_queue_request : static_cast<wire::Advance>(1 + kind / 2),
          some_goal(f));
}

void FederationRun::modify_lookahead(Federate f) {
  Member& member = *ones_[f]->member;
  const double lookahead = some_lookahead();
  judged(f, text_of(lookahead), wire::ModifyLookahead{at(lookahead)},
         member.clock.to_modify(lookahead),
         [&member, lookahead](auto...) { member.clock.modifies(lookahead); });
}

void FederationRun::switch_asynchronous(Federate f, bool on) {
  Member& member = *ones_[f]->member;
  judged(f, "", wire::SetAsynchronousDelivery{on}, member.clock.to_switch_asynchronous(on),
         [this, &member, on](auto...) {
           member.clock.asynchronous = on;
           if (!on) member.unswitched_at = now_;
         });
}

// Returns the answer, if it comes at once.
std::optional<double> FederationRun::ask(Federate f, wire::TimeQuery which) {
  const auto value = std::make_shared<std::optional<double>>();
  judged(f, "", wire::QueryTime{which}, Fate(), [this, f, which, value](const std::string& reply) {
    *value = decoded_time(std::as_bytes(std::span(reply)));
    say(f, "  " + text_of(**value));
    judge_.time.told(*ones_[f]->member, which, **value);
  });
  return *value;
}

// Checks each LBTS after a federate's time has changed, and with it its least stamp.
void FederationRun::watch_lbts() {
  for (Federate f = 0; f < ones_.size(); ++f) {
    const One& one = *ones_[f];
    if (one.member == nullptr || one.finished || !harness_.ambassador(f).is_joined()) continue;
    if (is_quiet(f)) continue;
    if (one.member->clock.constraint != ClockModel::Mode::on) continue;
    const auto lbts = harness_.ambassador(f).known_lbts();
    if (lbts) judge_.time.told(*one.member, wire::TimeQuery::lbts, decoded_time(lbts->bytes()));
  }
}

void FederationRun::query(Federate f) {
  Member& member = *ones_[f]->member;
  // Each query may be the call that waits for the end of a pause.
  for (const auto which : {wire::TimeQuery::federate_time, wire::TimeQuery::lookahead}) {
    (void)ask(f, which);
    if (ones_[f]->finished) return;
  }
  // If it does not read promises itself, the RTIG must be asked, once for each query.
  const bool waits = !harness_.ambassador(f).reads_promises();
  auto lbts = !waits || one_in(2) ? ask(f, wire::TimeQuery::lbts) : std::nullopt;
  if (ones_[f]->finished) return;
  const auto next = ask(f, wire::TimeQuery::min_next_event_time);
  // The last call may have handled a new note.
  if (!waits) lbts = ask(f, wire::TimeQuery::lbts);
  if (!lbts || !next || member.clock.constraint != ClockModel::Mode::on) return;
  if (*next > *lbts || *next < member.clock.time) {
    history_.complain(member, "is told that its next event is at " + text_of(*next) + " or later");
  }
}

}  // namespace triad::test
