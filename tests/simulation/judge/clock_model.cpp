#include "tests/simulation/judge/clock_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "wire/print.hpp"

namespace triad::test {

using wire::ErrorCode;

std::string text_of(double time) {
  char text[32];
  (void)std::snprintf(text, sizeof text, "%.10g", time);
  return text;
}

std::string text_of(const StampBound& from) {
  return (from.is_exclusive ? "later than " : "") + text_of(from.time);
}

// --- Leniencies.

double ClockModel::rounded_up(double at, double bound) const {
  return tolerates_ulp && at < bound && std::nextafter(at, kForever) == bound ? bound : at;
}

std::optional<double> ClockModel::least_stamp() const {
  const StampBound legal = surely_legal();
  const bool is_certain =
      regulation == Mode::on && !legal.is_exclusive && legal == surely_illegal();
  return is_certain ? std::optional(legal.time) : std::nullopt;
}

void ClockModel::begin_pending_advance() {
  if (!pending_advance || is_enabling()) return;
  const auto [kind, to] = *pending_advance;
  pending_advance.reset();
  record_advance(kind, std::max(to, time));
}

// --- Calls.

ClockModel::Refusals ClockModel::refusals_of_regulation(double at, double lookahead) const {
  Refusals refusals;
  if (regulation == Mode::on) refusals.insert(ErrorCode::TimeRegulationAlreadyEnabled);
  if (regulation == Mode::pending) refusals.insert(ErrorCode::EnableTimeRegulationPending);
  if (advance || pending_advance) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  if (rounded_up(at, time) < time || at == kForever)
    refusals.insert(ErrorCode::InvalidFederationTime);
  if (lookahead < 0 || lookahead == kForever) refusals.insert(ErrorCode::InvalidLookahead);
  return refusals;
}

ClockModel::Refusals ClockModel::refusals_of_regulation_end() const {
  if (regulation == Mode::on) return {};
  return {ErrorCode::TimeRegulationWasNotEnabled};
}

ClockModel::Refusals ClockModel::refusals_of_constraint() const {
  Refusals refusals;
  if (constraint == Mode::on) refusals.insert(ErrorCode::TimeConstrainedAlreadyEnabled);
  if (constraint == Mode::pending) refusals.insert(ErrorCode::EnableTimeConstrainedPending);
  if (advance || pending_advance) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  return refusals;
}

ClockModel::Refusals ClockModel::refusals_of_constraint_end() const {
  if (constraint == Mode::on) return {};
  return {ErrorCode::TimeConstrainedWasNotEnabled};
}

ClockModel::Refusals ClockModel::refusals_of_advance(double to) const {
  Refusals refusals;
  if (rounded_up(to, time) < time) refusals.insert(ErrorCode::FederationTimeAlreadyPassed);
  if (advance || pending_advance) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  if (advances_wait) return refusals;
  if (regulation == Mode::pending) refusals.insert(ErrorCode::EnableTimeRegulationPending);
  if (constraint == Mode::pending) refusals.insert(ErrorCode::EnableTimeConstrainedPending);
  return refusals;
}

ClockModel::Refusals ClockModel::refusals_of_lookahead(double lookahead) const {
  Refusals refusals;
  if (regulation != Mode::on) refusals.insert(ErrorCode::RTIinternalError);
  if (lookahead < 0 || lookahead == kForever) refusals.insert(ErrorCode::InvalidLookahead);
  return refusals;
}

ClockModel::Refusals ClockModel::refusals_of_asynchronous(bool on) const {
  if (on != asynchronous) return {};
  return {on ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
             : ErrorCode::AsynchronousDeliveryAlreadyDisabled};
}

void ClockModel::record_regulation(double at, double lookahead) {
  regulation = Mode::pending;
  requested_regulation_ = rounded_up(at, time);
  lookahead_ = lookahead;
}

void ClockModel::record_regulation_end() {
  regulation = Mode::off;
  lookahead_ = 0;
  floor_low_ = floor_high_ = {-kForever, false};
}

void ClockModel::record_constraint_end() {
  constraint = Mode::off;
  if (advance) advance->lost_constraint = true;
}

// A stamp that a regulating federate could not send before cannot be sent later, although the rule
// for TARA alone would allow it.
void ClockModel::record_advance(wire::Advance kind, double to) {
  to = rounded_up(to, time);
  if (is_enabling()) {
    pending_advance.emplace(kind, to);
    return;
  }
  if (regulation == Mode::on) {
    floor_low_ = std::max(floor_low_, bound_ahead(time, strict_low_));
    floor_high_ = std::max(floor_high_, bound_ahead(time, strict_high_));
  }
  advance = Advance{kind, to, false, false, std::nullopt};
}

// The sum of time and actual lookahead never falls. The promise of a pending request may hold or
// not.
void ClockModel::record_lookahead(double lookahead) {
  if (lookahead < lookahead_) {
    floor_low_ = std::max(floor_low_, bound_ahead(time, strict_low_));
    floor_high_ = std::max(floor_high_, surely_legal());
  }
  lookahead_ = lookahead;
}

// --- Callbacks.

std::string ClockModel::receive_regulation_enabled(double at) {
  if (regulation != Mode::pending) return "it has not requested time regulation";
  if (at < requested_regulation_)
    return "it has requested " + text_of(requested_regulation_) + " or later";
  if (at < time) return "it is at " + text_of(time) + ", which is later";
  regulation = Mode::on;
  time = at;
  strict_low_ = false;
  strict_high_ = true;
  if (constraint == Mode::on) arrival_bound = std::max(arrival_bound, StampBound{at, false});
  begin_pending_advance();
  return {};
}

std::string ClockModel::receive_constraint_enabled(double at) {
  if (constraint != Mode::pending) return "it has not requested to be constrained";
  if (at != time) return "it is at " + text_of(time) + ", where it should be constrained";
  constraint = Mode::on;
  arrival_bound = {at, false};
  begin_pending_advance();
  return {};
}

// Checks the time of a grant (HLA 1.3 clause 8.1).
std::string ClockModel::receive_grant(double at) {
  if (!advance) return "it has not requested an advance";
  if (at < time) return "it is at " + text_of(time) + ", which is later";
  const Advance request = *advance;
  advance.reset();
  const bool flush = request.kind == wire::Advance::flush_queue_request;
  const bool constrained = constraint == Mode::on && !request.lost_constraint;
  const bool to_event = is_next_event(request.kind) || flush;
  if (at > request.time) return "it has requested " + text_of(request.time) + ", which is earlier";
  if (!to_event && at != request.time) return "it has requested " + text_of(request.time);
  if (constraint == Mode::off && !request.lost_constraint && at != request.time) {
    return "it has requested " + text_of(request.time) + " and is not constrained";
  }
  if (constrained && to_event && request.least_received && *request.least_received < at) {
    return "it has received a message at " + text_of(*request.least_received) +
           " since the request, so the grant should be no later";
  }
  if (constrained && request.least_received && is_next_event(request.kind) &&
      at != *request.least_received) {
    return "it has received an event at " + text_of(*request.least_received) +
           " since the request, so the grant should be at that time";
  }
  set_time(at, request.kind);
  return {};
}

void ClockModel::set_time(double at, wire::Advance kind) {
  time = at;
  strict_low_ = strict_high_ = is_strict(kind);
  if (constraint == Mode::on)
    arrival_bound = std::max(arrival_bound, StampBound{at, is_strict(kind)});
}

// --- Least stamp that may be sent.

StampBound ClockModel::bound_ahead(double base, bool after) const {
  const double sum = base + lookahead_;
  return {sum, sum == base && after};
}

// While the federate waits for an event, its request counts until it has received an earlier
// message.
StampBound ClockModel::surely_illegal() const {
  if (!advance) return std::max(bound_ahead(time, strict_low_), floor_low_);
  const bool may_come_back =
      is_next_event(advance->kind) || advance->kind == wire::Advance::flush_queue_request;
  const double base = may_come_back && advance->has_earlier_message ? time : advance->time;
  return std::max(bound_ahead(base, base == advance->time && is_strict(advance->kind)), floor_low_);
}

StampBound ClockModel::surely_legal() const {
  if (!advance) return std::max(bound_ahead(time, strict_high_), floor_high_);
  return std::max(bound_ahead(advance->time, is_strict(advance->kind)), floor_high_);
}

std::optional<double> ClockModel::actual_lookahead() const {
  if (regulation != Mode::on) return 0;
  const double low = std::max(lookahead_, floor_low_.time - time);
  const double high = std::max(lookahead_, floor_high_.time - time);
  return low == high ? std::optional(low) : std::nullopt;
}

std::string ClockModel::describe() const {
  const auto mode = [](Mode m) {
    return m == Mode::on ? "on" : m == Mode::pending ? "pending" : "off";
  };
  std::string text = "at " + text_of(time) + ", regulation " + mode(regulation) + ", constraint " +
                     mode(constraint) + ", lookahead " + text_of(lookahead_);
  if (advance) text += ", " + wire::print_name(advance->kind) + " to " + text_of(advance->time);
  if (pending_advance) {
    text += ", then " + wire::print_name(pending_advance->first) + " to " +
            text_of(pending_advance->second);
  }
  return text;
}

}  // namespace triad::test
