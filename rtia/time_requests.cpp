// FederateTime's checks of the federate's requests and time stamps (HLA 1.3 clause 8). A refusal
// names the bound. The effects of accepted requests are in federate_time.cpp.
#include "rtia/federate_time.hpp"

namespace triad::rtia {

using core::may_still_arrive;
using core::TimeBound;
using wire::Advance;
using wire::ErrorCode;

namespace {

wire::Error refusal(ErrorCode code, std::string_view text) {
  return wire::error(code, std::string(text));
}

constexpr std::string_view kLetAdvancesWait =
    ", or let advances wait for it (time.pending = wait, RTI_TIME_PENDING)";

}  // namespace

std::optional<wire::Error> FederateTime::refuse_while_advancing() const {
  if (!state_.advance && !state_.waiting) return std::nullopt;
  return refusal(ErrorCode::TimeAdvanceAlreadyInProgress,
                 "a time advance is in progress: wait for timeAdvanceGrant");
}

// --- The federate's calls.

wire::Result<void> FederateTime::enable_regulation(Bytes time, Bytes lookahead) {
  if (state_.regulation == Regulation::on) {
    return refusal(ErrorCode::TimeRegulationAlreadyEnabled,
                   "this federate is time regulating already");
  }
  if (state_.regulation != Regulation::off) {
    return refusal(ErrorCode::EnableTimeRegulationPending,
                   "time regulation is being enabled: wait for timeRegulationEnabled");
  }
  if (auto error = refuse_while_advancing()) return *error;
  const auto wanted = checks_.decode(time, ErrorCode::InvalidFederationTime, "the time");
  if (!wanted) return wanted.error();
  const Time begins = checks_.raised(*wanted, state_.time);
  if (type_.less(begins, state_.time) || type_.is_infinite(begins)) {
    return wire::error(ErrorCode::InvalidFederationTime,
                       "regulation cannot begin at " + type_.text(begins) +
                           ": the federate is at " + type_.text(state_.time) +
                           checks_.rounding_hint(begins, state_.time));
  }
  const auto ahead = checks_.decode_lookahead(lookahead);
  if (!ahead) return ahead.error();
  state_.regulation = Regulation::requested;
  state_.regulation_logged = false;
  if (type_.less(state_.time, begins)) state_.strictly_after = false;
  state_.regulation_time = begins;
  state_.lookahead = *ahead;
  ++state_.state_number;
  return {};
}

wire::Result<void> FederateTime::disable_regulation() {
  if (state_.regulation != Regulation::on) {
    return refusal(ErrorCode::TimeRegulationWasNotEnabled, "this federate is not time regulating");
  }
  state_.regulation = Regulation::off;
  state_.lookahead = type_.zero();
  state_.lookahead_floor.reset();
  state_.next_lookahead.reset();
  state_.promised.reset();
  reported_.forget();
  return {};
}

wire::Result<void> FederateTime::enable_constrained() {
  if (state_.constrained == Constrained::on) {
    return refusal(ErrorCode::TimeConstrainedAlreadyEnabled,
                   "this federate is time constrained already");
  }
  if (state_.constrained != Constrained::off) {
    return refusal(ErrorCode::EnableTimeConstrainedPending,
                   "time constraint is being enabled: wait for timeConstrainedEnabled");
  }
  if (auto error = refuse_while_advancing()) return *error;
  state_.constrained = Constrained::requested;
  state_.constrained_logged = false;
  state_.guaranteed = {state_.time, false};
  ++state_.state_number;
  return {};
}

wire::Result<void> FederateTime::disable_constrained() {
  if (state_.constrained != Constrained::on) {
    return refusal(ErrorCode::TimeConstrainedWasNotEnabled,
                   "this federate is not time constrained");
  }
  state_.constrained = Constrained::off;
  return {};
}

// Enabling may move the federate's time, so an advance begins after it.
wire::Result<void> FederateTime::request(Advance kind, Bytes time) {
  if (auto error = refuse_while_advancing()) return *error;
  const bool waits = state_.is_enabling();
  if (waits && !advances_wait_) return refuse_while_enabling();
  const auto wanted = checks_.decode(time, ErrorCode::InvalidFederationTime, "the time");
  if (!wanted) return wanted.error();
  const Time to = checks_.raised(*wanted, state_.time);
  if (type_.less(to, state_.time)) {
    return wire::error(ErrorCode::FederationTimeAlreadyPassed,
                       "cannot advance to " + type_.text(to) + ": the federate is at " +
                           type_.text(state_.time) + checks_.rounding_hint(to, state_.time));
  }
  if (waits) {
    state_.waiting = WaitingAdvance{kind, to};
  } else {
    state_.advance = PendingAdvance{kind, to, false, {}};
  }
  ++state_.state_number;
  return {};
}

wire::Error FederateTime::refuse_while_enabling() const {
  const bool regulation = state_.is_enabling_regulation();
  return wire::error(
      regulation ? ErrorCode::EnableTimeRegulationPending : ErrorCode::EnableTimeConstrainedPending,
      std::string(regulation ? "time regulation is being enabled: wait for "
                               "timeRegulationEnabled"
                             : "time constraint is being enabled: wait for "
                               "timeConstrainedEnabled") +
          std::string(kLetAdvancesWait));
}

// If regulation began later than the requested time, the advance is to the present time.
bool FederateTime::begin_waiting_advance() {
  if (!state_.waiting || state_.is_enabling()) return false;
  const WaitingAdvance waiting = *state_.waiting;
  state_.waiting.reset();
  const bool passed = type_.less(waiting.time, state_.time);
  state_.advance = PendingAdvance{waiting.kind, passed ? state_.time : waiting.time, false, {}};
  ++state_.state_number;
  return true;
}

// A smaller lookahead takes effect only as time advances, because promises stand.
wire::Result<void> FederateTime::modify_lookahead(Bytes lookahead) {
  if (state_.regulation != Regulation::on) {
    return refusal(ErrorCode::RTIinternalError,
                   "this federate is not time regulating and has no lookahead");
  }
  const auto wanted = checks_.decode_lookahead(lookahead);
  if (!wanted) return wanted.error();
  state_.next_lookahead.reset();
  if (!type_.less(*wanted, state_.lookahead)) {
    state_.lookahead = *wanted;
    if (state_.advance) state_.advance->promised = false;
  } else if (state_.advance) {
    state_.next_lookahead = *wanted;
  } else {
    lower_lookahead(*wanted);
  }
  return {};
}

// --- Sending.

wire::Result<core::Time> FederateTime::checked_stamp(Bytes encoded) const {
  auto time = checks_.decode(encoded, ErrorCode::InvalidFederationTime, "the time stamp");
  if (!time || !state_.regulates()) return time;
  const TimeBound bound = send_bound();
  const Time sent = checks_.raised(*time, bound.time);
  if (may_still_arrive(type_, bound, sent)) return sent;
  std::string text = "the time stamp " + type_.text(*time) + " is too early: this federate is at " +
                     type_.text(state_.time);
  if (state_.advance) text += ", has asked to advance to " + type_.text(state_.advance->time);
  // A reduced lookahead takes effect as time advances.
  const Time lookahead = state_.advance ? state_.lookahead : SendBounds(type_, state_).lookahead();
  text += " with lookahead " + type_.text(lookahead) + ", so that the least allowed is " +
          (bound.exclusive ? "later than " : "") + type_.text(bound.time);
  if (!bound.exclusive) text += checks_.rounding_hint(*time, bound.time);
  return wire::error(ErrorCode::InvalidFederationTime, std::move(text));
}

}  // namespace triad::rtia
