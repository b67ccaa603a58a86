// Time management in the RTIA (HLA 1.3 clause 8). What the federate may be told is FederateTime's
// to decide; here are the federate's calls and the records that promises travel in.
#include <algorithm>
#include <utility>

#include "core/defect.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

bool fits(const core::TimeType& type, const wire::TimeBound& bound) {
  return bound.time.size() <= wire::kTimeBytesMax && type.valid(bound.time);
}

}  // namespace

// --- The federate's calls.

Result<void> Membership::on(const wire::EnableTimeRegulation& request) {
  auto enabled = time_.enable_regulation(request.time, request.lookahead);
  if (enabled) ambassador_.send({Audience::Who::rtig, {}}, request);
  return enabled;
}

Result<void> Membership::on(const wire::DisableTimeRegulation& request) {
  auto disabled = time_.disable_regulation();
  if (!disabled) return disabled;
  in_flight_.regulates_no_more(self_);
  retraction_.regulates_no_more();
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

Result<void> Membership::on(const wire::EnableTimeConstrained& request) {
  auto enabled = time_.enable_constrained();
  if (enabled) ambassador_.send({Audience::Who::rtig, {}}, request);
  return enabled;
}

Result<void> Membership::on(const wire::DisableTimeConstrained& request) {
  auto disabled = time_.disable_constrained();
  if (!disabled) return disabled;
  ambassador_.send({Audience::Who::rtig, {}}, request);
  delivery_.convert_all();
  return {};
}

Result<void> Membership::on(const wire::AdvanceTime& request) {
  auto requested = time_.request(request.kind, request.time);
  if (requested) delivery_.release_held_back();
  return requested;
}

Result<void> Membership::on(const wire::SetAsynchronousDelivery& request) {
  if (!delivery_.set_asynchronous(request.enabled)) {
    return wire::error(request.enabled ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
                                       : ErrorCode::AsynchronousDeliveryAlreadyDisabled,
                       "nothing to change");
  }
  return {};
}

Result<void> Membership::on(const wire::ModifyLookahead& request) {
  return time_.modify_lookahead(request.lookahead);
}

// A federate that is not constrained is sent no promises; where it wants to know its LBTS it asks.
bool Membership::must_ask_for_reports(wire::TimeQuery which) {
  const bool answers_alone =
      which == wire::TimeQuery::federate_time || which == wire::TimeQuery::lookahead;
  if (answers_alone || knows_reports() || std::exchange(promising_.reports_fresh, false))
    return false;
  if (!begin_all_reports()) return false;
  promising_.asking_for_reports = true;
  ambassador_.request(wire::RequestTimeReports{});
  return true;
}

// Where members read each other's records directly every one has all reports.
bool Membership::knows_reports() const {
  return ambassador_.streams_.promises_come_directly() || time_.constrained_or_about_to();
}

// What is known of others is forgotten, to be asked for. False: nobody regulates.
bool Membership::begin_all_reports() {
  time_.others().clear();
  bool regulated = false;
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    time_.others().begin(federate, std::nullopt);
    regulated = true;
  }
  return regulated;
}

void Membership::on_reports_sent() {
  if (!std::exchange(promising_.asking_for_reports, false)) return;
  promising_.reports_fresh = true;
  ambassador_.end_wait(std::nullopt, 0, true);
}

Result<std::string> Membership::on(const wire::QueryTime& request) {
  if (must_ask_for_reports(request.which)) return std::string();
  const auto time = time_.query(request.which, delivery_.first_stamp());
  if (!time) return time.error();
  const Bytes bytes = time->bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// --- The log: who regulates and who is constrained.

Fault Membership::handle(const Record& record, const wire::EnableTimeRegulation& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
  if (by == self_) {
    std::set<FederateHandle> constrained;
    for (const auto& [federate, member] : federation_.members()) {
      if (federate != self_ && member.constrained) constrained.insert(federate);
    }
    if (TRIAD_DEFECT(own_promise_in_lbts)) time_.others().begin(self_, std::nullopt);
    time_.others().react_from(time_.floor(delivery_.first_stamp()));
    promising_.regulation_logged_at = record.header.position;
    time_.regulation_logged(std::move(constrained));
  } else if (me().constrained) {
    const core::TimeBound floor = time_.floor(delivery_.first_stamp());
    time_.others().begin(by, floor);
    ambassador_.send(context_.to_one(by), wire::RegulationFloor{floor.to_wire()});
  } else if (ambassador_.streams_.promises_come_directly()) {
    time_.others().begin(by, std::nullopt);
  }
  return {};
}

Fault Membership::handle(const Record& record, const wire::DisableTimeRegulation& disable) {
  federation_.apply(record.header.cause(), disable);
  time_.others().end(record.header.cause());
  promising_.wake_ups.forget(record.header.cause());
  in_flight_.regulates_no_more(record.header.cause());
  return {};
}

Fault Membership::handle(const Record& record, const wire::EnableTimeConstrained& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
  if (by != self_) {
    time_.ask_also(by);
    return {};
  }
  // Of those who regulate the RTIG sends the last report now, if they do not send them directly;
  // those who are about to are told.
  if (!ambassador_.streams_.promises_come_directly()) time_.others().clear();
  const core::TimeBound floor = time_.floor(delivery_.first_stamp());
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    if (!ambassador_.streams_.promises_come_directly())
      time_.others().begin(federate, std::nullopt);
    ambassador_.send(context_.to_one(federate), wire::RegulationFloor{floor.to_wire()});
  }
  time_.constrained_logged();
  return {};
}

Fault Membership::handle(const Record& record, const wire::DisableTimeConstrained& disable) {
  federation_.apply(record.header.cause(), disable);
  time_.no_longer_asked(record.header.cause());
  if (record.header.cause() == self_) time_.others().forget_conclusions();
  return {};
}

// --- Promises. A bound that is no time of this federation's type is a broken peer's: it is as if
// that peer had not spoken.

Fault Membership::handle(const Record& record, const wire::RegulationFloor& told) {
  // Not what was told for an earlier regulation of this federate.
  const bool present = record.header.after_position >= promising_.regulation_logged_at;
  if (present && fits(time_.type(), told.floor)) {
    time_.floor_told(record.header.from(), core::TimeBound::from(told.floor));
  }
  return {};
}

bool Membership::note_report(FederateHandle from, const wire::TimeBound& promise,
                             const std::optional<wire::TimeBound>& conditional) {
  const auto& type = time_.type();
  if (!fits(type, promise) || (conditional && !fits(type, *conditional))) return false;
  std::optional<core::TimeBound> held;
  if (conditional) held = core::TimeBound::from(*conditional);
  time_.others().report(from, core::TimeBound::from(promise), held);
  return true;
}

Fault Membership::handle(const Record&, const wire::TimeReported& report) {
  const bool noted = note_report(report.federate, report.promise, report.conditional);
  if (!ambassador_.streams_.promises_come_directly()) {
    if (noted) time_.on_snapshot(report.snapshot);
  } else if (ambassador_.forwarded_position(report.federate)) {
    in_flight_.reported_by_rtig(report.federate, report.conditional.has_value());
    in_flight_.links_hold_together(report.snapshot.consistent, ambassador_.log_position());
  } else {
    // What a newcomer is told of others' last reports: they say anew what they have received.
    in_flight_.reported(report.federate, report.conditional.has_value(), 0);
  }
  return {};
}

Fault Membership::handle(const Record& record, const wire::TimeReport& report) {
  if (!ambassador_.streams_.promises_come_directly())
    return "a promise that the RTIG should have taken";
  if (note_report(record.header.from(), report.promise, report.conditional)) {
    std::optional<core::TimeBound> bound;
    if (report.waits_for && fits(time_.type(), *report.waits_for)) {
      bound = core::TimeBound::from(*report.waits_for);
    }
    promising_.wake_ups.waits_for(record.header.from(), bound);
  }
  in_flight_.reported(record.header.from(), report.conditional.has_value(),
                      record.header.after_position);
  return {};
}

Fault Membership::handle(const Record& record, const wire::CausalDependencies& dependencies) {
  in_flight_.note_dependencies(record.header.from(), dependencies.handled);
  return {};
}

Fault Membership::handle(const Record&, const wire::TimeSnapshot& snapshot) {
  if (ambassador_.streams_.promises_come_directly()) {
    in_flight_.links_hold_together(snapshot.consistent, ambassador_.log_position());
  } else {
    time_.on_snapshot(snapshot);
  }
  return {};
}

// Everything that has come is taken into account: decides what the federate is to be told and
// reports to the others what it has promised. With its own report all may be able to jump.
void Membership::settle_time() {
  do {
    if (ambassador_.streams_.promises_come_directly()) look_for_jump();
    while (!save_.holds_time()) {
      const auto decision = time_.decide(delivery_.first_stamp());
      if (!decision) break;
      carry_out(*decision);
    }
  } while (report_promise() && ambassador_.streams_.promises_come_directly());
  tell_save_time();
  if (managed_.states_wanted) tell_changed_states();
}

bool Membership::report_promise() {
  const auto report = time_.report_due(delivery_.first_stamp(), tso_received_);
  if (!report) return false;
  wire::TimeReport message{report->promise.to_wire(), std::nullopt, report->received, std::nullopt};
  if (report->conditional) message.conditional = report->conditional->to_wire();
  if (report->waits_for) message.waits_for = report->waits_for->to_wire();
  ambassador_.send(audience_of(*report), message);
  time_.reported(*report, ambassador_.position_);
  in_flight_.reported_self(self_);
  return true;
}

// Where members read each other's records directly, each sees by itself whether the reports hold
// together. Who has not said yet that it has received what was sent may be asleep, as nothing of it
// concerned it.
void Membership::look_for_jump() {
  if (!time_.may_jump() || !(time_.reported_waiting() || in_flight_.anybody_waits())) return;
  std::optional<FederateHandle> laggard;
  const bool consistent = in_flight_.none(time_.others(), laggard);
  time_.on_snapshot({consistent && time_.report_counts(tso_received_), time_.last_report()});
  if (laggard) ambassador_.uplink_.wake(*laggard);
}

void Membership::carry_out(const FederateTime::Decision& decision) {
  if (decision.delivers) {
    delivery_.release_tso([&](const core::Time& stamp) {
      return decision.all || !time_.type().less(decision.time, stamp);
    });
  }
  switch (decision.what) {
    case FederateTime::Decision::What::regulation_enabled:
      return context_.queue(wire::TimeRegulationEnabled{decision.time.bytes()});
    case FederateTime::Decision::What::constrained_enabled:
      return context_.queue(wire::TimeConstrainedEnabled{decision.time.bytes()});
    case FederateTime::Decision::What::grant:
      return context_.queue(wire::TimeAdvanceGrant{decision.time.bytes()});
  }
}

bool Membership::make(const Record&, const wire::TimeRegulationEnabled& callback) {
  time_.regulation_enabled();
  lifecycle_.complete_deletions(core::Time(callback.time));  // the time may have moved
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::TimeConstrainedEnabled& callback) {
  time_.constrained_enabled();
  callbacks_.current = callback;
  return true;
}

bool Membership::make(const Record&, const wire::TimeAdvanceGrant& callback) {
  time_.granted();
  lifecycle_.complete_deletions(core::Time(callback.time));
  callbacks_.current = callback;
  return true;
}

}  // namespace triad::rtia
