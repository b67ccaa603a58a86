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

std::string text_of(const From& from) {
  return (from.after ? "later than " : "") + text_of(from.time);
}

// --- Leniencies.

double ClockModel::raised(double at, double bound) const {
  return tolerates_ulp && at < bound && std::nextafter(at, kForever) == bound ? bound : at;
}

std::optional<double> ClockModel::least_stamp() const {
  const From legal = surely_legal();
  const bool is_certain = regulation == Mode::on && !legal.after && legal == surely_illegal();
  return is_certain ? std::optional(legal.time) : std::nullopt;
}

void ClockModel::begin_waiting_advance() {
  if (!waiting || is_enabling()) return;
  const auto [kind, to] = *waiting;
  waiting.reset();
  advances(kind, std::max(to, time));
}

// --- Calls.

ClockModel::Refusals ClockModel::to_regulate(double at, double lookahead) const {
  Refusals refusals;
  if (regulation == Mode::on) refusals.insert(ErrorCode::TimeRegulationAlreadyEnabled);
  if (regulation == Mode::pending) refusals.insert(ErrorCode::EnableTimeRegulationPending);
  if (advance || waiting) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  if (raised(at, time) < time || at == kForever) refusals.insert(ErrorCode::InvalidFederationTime);
  if (lookahead < 0 || lookahead == kForever) refusals.insert(ErrorCode::InvalidLookahead);
  return refusals;
}

ClockModel::Refusals ClockModel::to_stop_regulating() const {
  if (regulation == Mode::on) return {};
  return {ErrorCode::TimeRegulationWasNotEnabled};
}

ClockModel::Refusals ClockModel::to_be_constrained() const {
  Refusals refusals;
  if (constraint == Mode::on) refusals.insert(ErrorCode::TimeConstrainedAlreadyEnabled);
  if (constraint == Mode::pending) refusals.insert(ErrorCode::EnableTimeConstrainedPending);
  if (advance || waiting) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  return refusals;
}

ClockModel::Refusals ClockModel::to_be_free() const {
  if (constraint == Mode::on) return {};
  return {ErrorCode::TimeConstrainedWasNotEnabled};
}

ClockModel::Refusals ClockModel::to_advance(double to) const {
  Refusals refusals;
  if (raised(to, time) < time) refusals.insert(ErrorCode::FederationTimeAlreadyPassed);
  if (advance || waiting) refusals.insert(ErrorCode::TimeAdvanceAlreadyInProgress);
  if (advances_wait) return refusals;
  if (regulation == Mode::pending) refusals.insert(ErrorCode::EnableTimeRegulationPending);
  if (constraint == Mode::pending) refusals.insert(ErrorCode::EnableTimeConstrainedPending);
  return refusals;
}

ClockModel::Refusals ClockModel::to_modify(double lookahead) const {
  Refusals refusals;
  if (regulation != Mode::on) refusals.insert(ErrorCode::RTIinternalError);
  if (lookahead < 0 || lookahead == kForever) refusals.insert(ErrorCode::InvalidLookahead);
  return refusals;
}

ClockModel::Refusals ClockModel::to_switch_asynchronous(bool on) const {
  if (on != asynchronous) return {};
  return {on ? ErrorCode::AsynchronousDeliveryAlreadyEnabled
             : ErrorCode::AsynchronousDeliveryAlreadyDisabled};
}

void ClockModel::regulates_at(double at, double lookahead) {
  regulation = Mode::pending;
  asked_regulation_ = raised(at, time);
  lookahead_ = lookahead;
}

void ClockModel::stops_regulating() {
  regulation = Mode::off;
  lookahead_ = 0;
  floor_low_ = floor_high_ = {-kForever, false};
}

void ClockModel::is_free() {
  constraint = Mode::off;
  if (advance) advance->disturbed = true;
}

// A stamp that could not be sent before cannot be sent later, although the rule for TARA alone
// would allow it.
void ClockModel::advances(wire::Advance kind, double to) {
  to = raised(to, time);
  if (is_enabling()) {
    waiting.emplace(kind, to);
    return;
  }
  floor_low_ = std::max(floor_low_, ahead(time, strict_low_));
  floor_high_ = std::max(floor_high_, ahead(time, strict_high_));
  advance = Advance{kind, to, false, false, std::nullopt};
}

// The sum of time and actual lookahead never falls. The promise of a pending request may hold or
// not.
void ClockModel::modifies(double lookahead) {
  if (lookahead < lookahead_) {
    floor_low_ = std::max(floor_low_, ahead(time, strict_low_));
    floor_high_ = std::max(floor_high_, surely_legal());
  }
  lookahead_ = lookahead;
}

// --- Callbacks.

std::string ClockModel::regulation_enabled(double at) {
  if (regulation != Mode::pending) return "regulation was not pending";
  if (at < asked_regulation_)
    return "earlier than the " + text_of(asked_regulation_) + " asked for";
  if (at < time) return "the federate is at " + text_of(time);
  regulation = Mode::on;
  time = at;
  strict_low_ = false;
  strict_high_ = true;
  if (constraint == Mode::on) guarantee = std::max(guarantee, From{at, false});
  begin_waiting_advance();
  return {};
}

std::string ClockModel::constraint_enabled(double at) {
  if (constraint != Mode::pending) return "constraint was not pending";
  if (at != time) return "the federate is at " + text_of(time);
  constraint = Mode::on;
  guarantee = {at, false};
  begin_waiting_advance();
  return {};
}

// Checks the time of a grant (HLA 1.3 clause 8.1).
std::string ClockModel::granted(double at) {
  if (!advance) return "no advance was in progress";
  if (at < time) return "the federate is at " + text_of(time) + " already";
  const Advance asked = *advance;
  advance.reset();
  const bool flush = asked.kind == wire::Advance::flush_queue_request;
  const bool constrained = constraint == Mode::on && !asked.disturbed;
  const bool to_event = is_next_event(asked.kind) || flush;
  if (at > asked.time) return "later than the " + text_of(asked.time) + " asked for";
  if (!to_event && at != asked.time) return text_of(asked.time) + " was asked for";
  if (constraint == Mode::off && !asked.disturbed && at != asked.time) {
    return text_of(asked.time) + " was asked for, and the federate is not constrained";
  }
  if (constrained && to_event && asked.least && *asked.least < at) {
    return "a message at " + text_of(*asked.least) + " was received meanwhile";
  }
  if (constrained && asked.least && is_next_event(asked.kind) && at != *asked.least) {
    return "the event received meanwhile is at " + text_of(*asked.least);
  }
  time_becomes(at, asked.kind);
  return {};
}

void ClockModel::time_becomes(double at, wire::Advance kind) {
  time = at;
  strict_low_ = strict_high_ = is_strict(kind);
  if (constraint == Mode::on) guarantee = std::max(guarantee, From{at, is_strict(kind)});
}

// --- Least stamp that may be sent.

From ClockModel::ahead(double base, bool after) const {
  const double sum = base + lookahead_;
  return {sum, sum == base && after};
}

// While the federate waits for an event, its request counts until it has received an earlier
// message.
From ClockModel::surely_illegal() const {
  if (!advance) return std::max(ahead(time, strict_low_), floor_low_);
  const bool may_come_back =
      is_next_event(advance->kind) || advance->kind == wire::Advance::flush_queue_request;
  const double base = may_come_back && advance->reacts ? time : advance->time;
  return std::max(ahead(base, base == advance->time && is_strict(advance->kind)), floor_low_);
}

From ClockModel::surely_legal() const {
  if (!advance) return std::max(ahead(time, strict_high_), floor_high_);
  return std::max(ahead(advance->time, is_strict(advance->kind)), floor_high_);
}

std::optional<double> ClockModel::actual_lookahead() const {
  if (regulation != Mode::on) return 0;
  const double low = std::max(lookahead_, floor_low_.time - time);
  const double high = std::max(lookahead_, floor_high_.time - time);
  return low == high ? std::optional(low) : std::nullopt;
}

std::string ClockModel::state() const {
  const auto mode = [](Mode m) {
    return m == Mode::on ? "on" : m == Mode::pending ? "pending" : "off";
  };
  std::string text = "at " + text_of(time) + ", regulation " + mode(regulation) + ", constraint " +
                     mode(constraint) + ", lookahead " + text_of(lookahead_);
  if (advance) text += ", " + wire::print_name(advance->kind) + " to " + text_of(advance->time);
  if (waiting) {
    text += ", then " + wire::print_name(waiting->first) + " to " + text_of(waiting->second);
  }
  return text;
}

}  // namespace triad::test
