#include "rtia/time_management.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "records/defect.hpp"
#include "records/member_positions.hpp"

namespace triad::rtia {

// --- The federate's calls.

// The router's rules are checked first, because they forbid regulation regardless of arguments and
// state.
Result<void> TimeManagement::perform_call(const wire::EnableTimeRegulation& request) {
  if (auto refusal = context_.rules().check_regulation()) return *refusal;
  auto enabled = time_.enable_regulation(request.time, request.lookahead);
  if (enabled) context_.send_to_rtig(request);
  return enabled;
}

Result<void> TimeManagement::perform_call(const wire::DisableTimeRegulation& request) {
  auto disabled = time_.disable_regulation();
  if (!disabled) return disabled;
  // The note is withdrawn before the request, so that a reader that knows of a later regulation
  // cannot find it.
  notes_.withdraw();
  retraction_.forget_sent();
  lifecycle_.complete_all_deletions();
  context_.send_to_rtig(request);
  return {};
}

Result<void> TimeManagement::perform_call(const wire::EnableTimeConstrained& request) {
  auto enabled = time_.enable_constrained();
  if (enabled) context_.send_to_rtig(request);
  return enabled;
}

Result<void> TimeManagement::perform_call(const wire::DisableTimeConstrained& request) {
  auto disabled = time_.disable_constrained();
  if (!disabled) return disabled;
  context_.send_to_rtig(request);
  lbts_.forget_stated_wait();
  delivery_.convert_all();
  return {};
}

Result<void> TimeManagement::perform_call(const wire::AdvanceTime& request) {
  auto requested = time_.request(request.kind, request.time);
  if (requested && time_.state().is_advancing()) begin_advance();
  return requested;
}

void TimeManagement::begin_advance() {
  delivery_.release_held_back();
  lbts_.begin_advance();
}

Result<void> TimeManagement::perform_call(const wire::SetAsynchronousDelivery& request) {
  if (!delivery_.set_asynchronous(request.enabled)) {
    return wire::error(request.enabled ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
                                       : ErrorCode::AsynchronousDeliveryAlreadyDisabled,
                       request.enabled ? "asynchronous delivery is enabled already"
                                       : "asynchronous delivery is disabled already");
  }
  return {};
}

Result<void> TimeManagement::perform_call(const wire::ModifyLookahead& request) {
  return time_.modify_lookahead(request.lookahead);
}

Result<std::string> TimeManagement::perform_call(const wire::QueryTime& request) {
  const bool answers_alone = request.which == wire::TimeQuery::federate_time ||
                             request.which == wire::TimeQuery::lookahead;
  if (!answers_alone && lbts_.must_request_for_call()) return std::string();
  const core::Time time = time_.outlook(delivery_.first_undelivered_stamp()).query(request.which);
  const Bytes bytes = time.bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

std::optional<core::Time> TimeManagement::known_lbts() const {
  const auto lbts = own_member().constrained ? time_.others().lbts() : std::nullopt;
  return lbts ? std::optional(lbts->time) : std::nullopt;
}

// --- Members.

void TimeManagement::begin() {
  // The LBTS in the saved state still holds, regardless of its origin then.
  core::Regulators& others = time_.others();
  const auto saved = others.promises().empty() ? std::nullopt : others.lbts();
  if (!reads_promises_directly()) {
    lbts_.set_others_bound(saved);
    return;
  }
  const auto of_all = others.contains(core::Regulators::kAllOthers) ? saved : std::nullopt;
  others.remove_regulator(core::Regulators::kAllOthers);
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating || time_.others().contains(federate)) continue;
    others.add_regulator(federate, of_all);
  }
}

void TimeManagement::begin_elsewhere() {
  time_.forget_report();
  lbts_.forget_stated_wait();
  tso_received_ = 0;
}

// The known bound of the others still holds. From here on the Router sends the LBTS, and this
// member states its wait (LbtsExchange::send_wait()).
Fault TimeManagement::receive_record(const Record&, const wire::PromisesReduced&) {
  if (!reads_promises_directly()) return {};
  const core::Regulators& others = time_.others();
  const auto known = others.promises().empty() ? std::nullopt : others.lbts();
  context_.streams().record_promises_reduced();
  lbts_.set_others_bound(known);
  notes_.stop();
  time_.forget_report();
  lbts_.forget_stated_wait();
  return {};
}

void TimeManagement::remove_federate(FederateHandle federate, wire::Position log_position) {
  lbts_.remove_regulator(federate);
  notes_.remove_member(federate, log_position);
  time_.remove_floor_request(federate);
  // Other members must see that this one has handled all messages of the leaver.
  if (context_.streams().is_on_fabric()) time_.repeat_condition();
}

// --- The log: regulating and constrained members.

Fault TimeManagement::receive_record(const Record& record, const wire::EnableTimeRegulation&) {
  const FederateHandle by = record.header.cause();
  federation_.set_regulating(by, true);
  if (by == self_) {
    std::set<FederateHandle> constrained;
    for (const auto& [federate, member] : federation_.members()) {
      if (federate != self_ && member.constrained) constrained.insert(federate);
    }
    if (TRIAD_DEFECT(own_promise_in_lbts)) time_.others().add_regulator(self_, std::nullopt);
    time_.others().lower_conclusions(time_.outlook(delivery_.first_stamp()).floor());
    regulation_logged_at_ = record.header.position;
    time_.record_regulation_logged(std::move(constrained));
  } else if (own_member().constrained) {
    const core::TimeBound floor = time_.outlook(delivery_.first_stamp()).floor();
    if (reads_promises_directly()) {
      time_.others().add_regulator(by, floor);
    } else if (!TRIAD_DEFECT(bound_not_lowered_by_newcomer)) {
      time_.others().add_among_others(floor);
    }
    context_.send_message(context_.to_one(by), wire::RegulationFloor{floor.to_wire()});
  } else if (reads_promises_directly()) {
    time_.others().add_regulator(by, std::nullopt);
  }
  return {};
}

Fault TimeManagement::receive_record(const Record& record, const wire::DisableTimeRegulation&) {
  federation_.set_regulating(record.header.cause(), false);
  lbts_.remove_regulator(record.header.cause());
  notes_.remove_regulator(record.header.cause());
  return {};
}

Fault TimeManagement::receive_record(const Record& record, const wire::EnableTimeConstrained&) {
  const FederateHandle by = record.header.cause();
  federation_.set_constrained(by, true);
  notes_.forget_constrained_members();
  if (by != self_) {
    time_.request_floor_from(by);
    return {};
  }
  // Regulating members, or those about to regulate, receive the floor. Their promises are requested
  // by LbtsExchange::send_wait().
  if (!reads_promises_directly()) lbts_.set_others_bound(std::nullopt);
  const core::TimeBound floor = time_.outlook(delivery_.first_stamp()).floor();
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    context_.send_message(context_.to_one(federate), wire::RegulationFloor{floor.to_wire()});
  }
  time_.record_constrained_logged();
  return {};
}

Fault TimeManagement::receive_record(const Record& record, const wire::DisableTimeConstrained&) {
  federation_.set_constrained(record.header.cause(), false);
  notes_.forget_constrained_members();
  time_.remove_floor_request(record.header.cause());
  if (record.header.cause() == self_) time_.others().drop_conclusions();
  return {};
}

// --- Floors. A bound that is not a time of this federation's type comes from a faulty peer and is
// ignored.

Fault TimeManagement::receive_record(const Record& record, const wire::RegulationFloor& told) {
  // Floors for an earlier regulation of this federate are ignored.
  const bool present = record.header.after_position >= regulation_logged_at_;
  if (present && time_.checks().is_valid(told.floor.time)) {
    time_.receive_floor(record.header.from(), core::TimeBound::from(told.floor));
  }
  return {};
}

// records::RecordMerge has ordered the records by it already.
Fault TimeManagement::receive_record(const Record&, const wire::CausalDependencies& dependencies) {
  const bool in_order = records::visit_member_positions(
      dependencies.handled,
      [&](FederateHandle federate) { return federation_.member(federate) != nullptr; },
      [](auto) {});
  if (!in_order) return "the streams that it has read, out of order";
  return {};
}

// --- Decisions. This member's own report may complete the condition for a jump. Without a jump, it
// changes no decision.

void TimeManagement::settle(bool held) {
  lbts_.request_for_flush();
  bool reported = false;
  do {
    if (reads_promises_directly()) notes_.evaluate_jump();
    while (!held && !lbts_.is_flush_waiting()) {
      const auto decision = time_.decide(delivery_.first_stamp());
      if (!decision) break;
      carry_out(*decision);
    }
    // A pending flush has no known limit yet, so nothing may be promised that depends on it.
    reported = !lbts_.is_flush_waiting() && report_promise();
  } while (reported && reads_promises_directly() && notes_.may_jump());
  // A report has stated the wait already.
  if (!reported && !reads_promises_directly() && !lbts_.is_flush_waiting()) lbts_.send_wait();
}

std::uint64_t TimeManagement::messages_known() const {
  if (reads_promises_directly()) return notes_.messages().fingerprint();
  return context_.streams().is_on_fabric() ? notes_.messages().received(self_) : tso_received_;
}

bool TimeManagement::report_promise() {
  const bool in_notes = reads_promises_directly();
  const auto report = time_.report_due(delivery_.first_stamp(), messages_known(), in_notes);
  if (!report) return false;
  if (notes_.must_defer(*report)) return false;
  if (in_notes) {
    notes_.publish(*report);
  } else {
    send_report(*report);
  }
  time_.record_report(*report, context_.position());
  return true;
}

void TimeManagement::send_report(const PromiseReport& report) {
  wire::TimeReport message{report.promise.to_wire(), std::nullopt, report.received, std::nullopt,
                           false};
  if (report.conditional) message.conditional = report.conditional->to_wire();
  const LbtsWait& wait = lbts_.update_stated_wait();
  if (wait.bound) message.waits_for = wait.bound->to_wire();
  message.each_rise = wait.each_rise;
  context_.send_message(to_reduction(), message);
}

// --- Callbacks.

void TimeManagement::carry_out(const FederateTime::Decision& decision) {
  if (decision.delivers) {
    delivery_.release_tso([&](const core::Time& stamp) {
      return decision.all || !time_.type().less(decision.time, stamp);
    });
  }
  switch (decision.kind) {
    case FederateTime::Decision::Kind::regulation_enabled:
      return context_.queue(wire::TimeRegulationEnabled{decision.time.bytes()});
    case FederateTime::Decision::Kind::constrained_enabled:
      return context_.queue(wire::TimeConstrainedEnabled{decision.time.bytes()});
    case FederateTime::Decision::Kind::grant:
      return context_.queue(wire::TimeAdvanceGrant{decision.time.bytes()});
  }
}

bool TimeManagement::make_callback(const Record&, const wire::TimeRegulationEnabled& callback) {
  time_.record_regulation_enabled();
  lifecycle_.complete_deletions(core::Time(callback.time));  // the time may have moved
  begin_waiting_advance();
  context_.callbacks.current = callback;
  return true;
}

bool TimeManagement::make_callback(const Record&, const wire::TimeConstrainedEnabled& callback) {
  time_.record_constrained_enabled();
  begin_waiting_advance();
  context_.callbacks.current = callback;
  return true;
}

bool TimeManagement::make_callback(const Record&, const wire::TimeAdvanceGrant& callback) {
  time_.record_grant();
  lifecycle_.complete_deletions(core::Time(callback.time));
  context_.callbacks.current = callback;
  return true;
}

}  // namespace triad::rtia
