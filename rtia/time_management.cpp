#include "rtia/time_management.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "records/defect.hpp"
#include "records/member_positions.hpp"

namespace triad::rtia {

namespace {

// Returns whether the bound that this member waits for is gone or lower. Others wake it by that
// bound.
bool waits_for_less(const core::TimeType& type, const PromiseReport& last,
                    const PromiseReport& now) {
  return last.waits_for &&
         (!now.waits_for || core::compare(type, *now.waits_for, *last.waits_for) < 0);
}

}  // namespace

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
  if (has_reported_by_note_) withdraw_note();
  retraction_.forget_sent();
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
  sent_wait_ = {};
  delivery_.convert_all();
  return {};
}

Result<void> TimeManagement::perform_call(const wire::AdvanceTime& request) {
  auto requested = time_.request(request.kind, request.time);
  if (requested && time_.state().is_advancing()) begin_advance();
  return requested;
}

// A flush needs the LBTS of the time when it begins.
void TimeManagement::begin_advance() {
  delivery_.release_held_back();
  flush_knows_lbts_ = false;
}

Result<void> TimeManagement::perform_call(const wire::SetAsynchronousDelivery& request) {
  if (!delivery_.set_asynchronous(request.enabled)) {
    return wire::error(request.enabled ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
                                       : ErrorCode::AsynchronousDeliveryAlreadyDisabled,
                       "nothing to change");
  }
  return {};
}

Result<void> TimeManagement::perform_call(const wire::ModifyLookahead& request) {
  return time_.modify_lookahead(request.lookahead);
}

Result<std::string> TimeManagement::perform_call(const wire::QueryTime& request) {
  const bool answers_alone = request.which == wire::TimeQuery::federate_time ||
                             request.which == wire::TimeQuery::lookahead;
  if (!answers_alone && must_request_lbts()) return std::string();
  const core::Time time = time_.outlook(delivery_.first_stamp()).query(request.which);
  const Bytes bytes = time.bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

// --- The LBTS, where the RTIG tells it.

bool TimeManagement::other_regulates(FederateHandle except) const {
  return std::ranges::any_of(federation_.members(), [&](const auto& entry) {
    return entry.second.regulating && entry.first != self_ && entry.first != except;
  });
}

void TimeManagement::set_others_bound(const std::optional<core::TimeBound>& bound) {
  time_.others().clear();
  if (other_regulates()) time_.others().add_regulator(core::Regulators::kAllOthers, bound);
}

// Lets the call in progress wait for the LBTS. It is made again when the answer arrives.
bool TimeManagement::must_request_lbts() {
  if (std::exchange(lbts_fresh_, false)) return false;
  const auto asked_at = request_lbts();
  if (!asked_at) return false;
  is_requesting_lbts_ = true;
  context_.wait_for_reply(*asked_at);
  return true;
}

// A federate that is not constrained keeps no promises, so an earlier answer is forgotten.
std::optional<wire::Position> TimeManagement::request_lbts() {
  if (reads_promises_directly() || !other_regulates()) return std::nullopt;
  if (!time_.state().is_constrained_or_enabling()) set_others_bound(std::nullopt);
  context_.send(to_reduction(), wire::RequestLbts{});
  return context_.position();
}

void TimeManagement::receive_acceptance(wire::Position position) {
  if (flush_waits_for_ != position) return;
  flush_waits_for_.reset();
  flush_knows_lbts_ = true;
}

// A flush that is pending after a restore asks again.
void TimeManagement::request_flush_lbts() {
  if (!time_.state().waits_to_flush() || flush_knows_lbts_ || flush_waits_for_) return;
  flush_waits_for_ = request_lbts();
  flush_knows_lbts_ = !flush_waits_for_;
}

void TimeManagement::receive_lbts_answer() {
  if (!std::exchange(is_requesting_lbts_, false)) return;
  lbts_fresh_ = true;
  context_.make_call_again();
}

std::optional<core::TimeBound> TimeManagement::least_of(
    const std::optional<wire::TimeBound>& first, std::span<const wire::TimeBound> others) const {
  if (!first || !time_.checks().is_valid(first->time)) return std::nullopt;
  core::TimeBound least = core::TimeBound::from(*first);
  for (const wire::TimeBound& other : others) {
    if (!time_.checks().is_valid(other.time)) return std::nullopt;
    least = core::least(time_.type(), least, core::TimeBound::from(other));
  }
  return least;
}

Fault TimeManagement::receive_record(const Record& record, const wire::LbtsTold& told) {
  if (reads_promises_directly()) return "an LBTS for a member that reads the promises itself";
  if (!told.known) return {};
  const auto least = least_of(told.least, told.or_least);
  if (least) time_.others().record_promise(core::Regulators::kAllOthers, *least, std::nullopt);
  wire::Position own_report = told.own_report;
  if (!record.header.to()) {  // to all members, some of which no longer wait
    const auto own = std::ranges::find(told.own_reports, self_, &wire::StreamPosition::federate);
    if (own == told.own_reports.end()) return {};
    own_report = own->position;
  }
  const auto together = least_of(told.together, told.or_together);
  time_.apply_consistent_snapshot(together, own_report);
  // The reduction did not include this member's latest report, so it states its wait again.
  if (together && own_report != time_.reported().position()) sent_wait_ = {};
  return {};
}

std::optional<core::Time> TimeManagement::known_lbts() const {
  const auto lbts = own_member().constrained ? time_.others().lbts() : std::nullopt;
  return lbts ? std::optional(lbts->time) : std::nullopt;
}

// Reports the wait for a promise, if no report of a promise has stated it.
void TimeManagement::send_wait_to_rtig() {
  const LbtsWait wait = time_.outlook(delivery_.first_stamp()).waits_for_lbts();
  const bool news = wait.bound || wait.each_rise || sent_wait_.each_rise;
  if (!news || are_equal(time_.type(), wait, sent_wait_)) return;
  wire::TimeWait message{std::nullopt, wait.each_rise};
  if (wait.bound) message.waits_for = wait.bound->to_wire();
  context_.send(to_reduction(), message);
  sent_wait_ = wait;
}

// --- Members.

void TimeManagement::begin() {
  // The LBTS in the saved state still holds, regardless of its origin then.
  core::Regulators& others = time_.others();
  const auto saved = others.promises().empty() ? std::nullopt : others.lbts();
  if (!reads_promises_directly()) {
    set_others_bound(saved);
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
  sent_wait_ = {};
  tso_received_ = 0;
}

void TimeManagement::after_member_joined() {
  knows_constrained_ = false;
}

// The known bound of the others still holds. From here on the Router sends the LBTS, and this
// member states its wait (send_wait_to_rtig).
Fault TimeManagement::receive_record(const Record&, const wire::PromisesReduced&) {
  if (!reads_promises_directly()) return {};
  const core::Regulators& others = time_.others();
  const auto known = others.promises().empty() ? std::nullopt : others.lbts();
  context_.streams().record_promises_reduced();
  conditions_.clear();
  set_others_bound(known);
  wake_ups_.clear();
  if (has_reported_by_note_) withdraw_note();
  time_.forget_report();
  sent_wait_ = {};
  return {};
}

void TimeManagement::remove_federate(FederateHandle federate, wire::Position log_position) {
  knows_constrained_ = false;
  time_.others().remove_regulator(federate);
  if (!other_regulates(federate)) time_.others().remove_regulator(core::Regulators::kAllOthers);
  wake_ups_.remove_wait(federate);
  time_.remove_floor_request(federate);
  received_messages_.remove(federate);
  conditions_.erase(federate);
  left_at_ = log_position;
  // Other members must see that this one has handled all messages of the leaver.
  if (context_.streams().is_on_fabric()) time_.repeat_condition();
}

// --- The log: regulating and constrained members.

Fault TimeManagement::receive_record(const Record& record,
                                     const wire::EnableTimeRegulation& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
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
    context_.send(context_.to_one(by), wire::RegulationFloor{floor.to_wire()});
  } else if (reads_promises_directly()) {
    time_.others().add_regulator(by, std::nullopt);
  }
  return {};
}

Fault TimeManagement::receive_record(const Record& record,
                                     const wire::DisableTimeRegulation& disable) {
  federation_.apply(record.header.cause(), disable);
  time_.others().remove_regulator(record.header.cause());
  if (!other_regulates()) time_.others().remove_regulator(core::Regulators::kAllOthers);
  wake_ups_.remove_wait(record.header.cause());
  conditions_.erase(record.header.cause());
  return {};
}

Fault TimeManagement::receive_record(const Record& record,
                                     const wire::EnableTimeConstrained& enable) {
  const FederateHandle by = record.header.cause();
  federation_.apply(by, enable);
  knows_constrained_ = false;
  if (by != self_) {
    time_.request_floor_from(by);
    return {};
  }
  // Regulating members, or those about to regulate, receive the floor. Their promises are requested
  // in send_wait_to_rtig.
  if (!reads_promises_directly()) set_others_bound(std::nullopt);
  const core::TimeBound floor = time_.outlook(delivery_.first_stamp()).floor();
  for (const auto& [federate, member] : federation_.members()) {
    if (federate == self_ || !member.regulating) continue;
    context_.send(context_.to_one(federate), wire::RegulationFloor{floor.to_wire()});
  }
  time_.record_constrained_logged();
  return {};
}

Fault TimeManagement::receive_record(const Record& record,
                                     const wire::DisableTimeConstrained& disable) {
  federation_.apply(record.header.cause(), disable);
  knows_constrained_ = false;
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

// --- Decisions. This member's own report may complete the condition for a jump.

void TimeManagement::settle(bool held) {
  request_flush_lbts();
  bool reported = false;
  do {
    if (reads_promises_directly()) evaluate_jump();
    while (!held && !flush_waits_for_) {
      const auto decision = time_.decide(delivery_.first_stamp());
      if (!decision) break;
      carry_out(*decision);
    }
    // A pending flush has no known limit yet, so nothing may be promised that depends on it.
    reported = !flush_waits_for_ && report_promise();
  } while (reported && reads_promises_directly());
  // A report has stated the wait already.
  if (!reported && !reads_promises_directly() && !flush_waits_for_) send_wait_to_rtig();
}

std::uint64_t TimeManagement::messages_known() const {
  if (reads_promises_directly()) return received_messages_.fingerprint();
  return context_.streams().is_on_fabric() ? received_messages_.received(self_) : tso_received_;
}

bool TimeManagement::report_promise() {
  const bool in_notes = reads_promises_directly();
  const auto report = time_.report_due(delivery_.first_stamp(), messages_known(), in_notes);
  if (!report) return false;
  // A condition does not count until this member has handled all messages that have been sent, and
  // neither does the noted one. So one note is written for all of these messages.
  const auto& last = time_.reported().latest();
  if (has_reported_by_note_ && report->conditional && last && last->conditional &&
      !waits_for_less(time_.type(), *last, *report) &&
      sent_fingerprint() != received_messages_.fingerprint()) {
    return false;
  }
  if (in_notes) {
    publish_note(*report);
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
  sent_wait_ = time_.outlook(delivery_.first_stamp()).waits_for_lbts();
  if (sent_wait_.bound) message.waits_for = sent_wait_.bound->to_wire();
  message.each_rise = sent_wait_.each_rise;
  context_.send(to_reduction(), message);
}

// --- Members that a promise wakes.

void TimeManagement::record_note_published() {
  if (has_reported_by_note_ && time_.reported().latest())
    wake_ups_.record_note_published(time_.reported().latest()->promise);
}

// A federate that waits for events needs all reports, to decide whether it can jump.
bool TimeManagement::wakes_all(const PromiseReport& report) const {
  return report.conditional || has_conditions();
}

void TimeManagement::recompute_wake_ups(bool all_read) {
  const auto& report = time_.reported().latest();
  concerned_.clear();
  wake_ups_.recompute(!report || wakes_all(*report), all_read, constrained_others(), concerned_);
  for (const FederateHandle federate : concerned_) context_.wake(federate);
}

const std::vector<FederateHandle>& TimeManagement::constrained_others() {
  if (knows_constrained_) return constrained_;
  constrained_.clear();
  for (const auto& [federate, member] : federation_.members()) {
    if (federate != self_ && member.constrained) constrained_.push_back(federate);
  }
  knows_constrained_ = true;
  return constrained_;
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
