// Status of the federate's time, for tools that ask the RTIG which federate holds up which
// (wire/messages/time_status_messages.hpp). Nothing is decided by these texts.
#include <algorithm>

#include "core/age_text.hpp"
#include "core/count_text.hpp"
#include "core/shown_name.hpp"
#include "rtia/membership.hpp"
#include "rtia/time_management.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

using wire::Advance;

namespace {

std::string_view short_name(Advance kind) {
  switch (kind) {
    case Advance::time_advance_request:
      return "TAR";
    case Advance::time_advance_request_available:
      return "TARA";
    case Advance::next_event_request:
      return "NER";
    case Advance::next_event_request_available:
      return "NERA";
    case Advance::flush_queue_request:
      break;
  }
  return "FQR";
}

std::uint64_t milliseconds(FederateAges::Age age) {
  return static_cast<std::uint64_t>(std::max<std::int64_t>(age.count(), 0));
}

// A foreign libFedTime may return a text of any length.
std::string_view cut(const std::string& text) {
  return std::string_view(text).substr(0, wire::kTimeTextMax);
}

}  // namespace

bool FederateTime::waits() const {
  if (state_.advance) return !state_.advance->decided;
  const bool regulation_waits =
      state_.regulation == Regulation::requested || state_.regulation == Regulation::chosen;
  return regulation_waits || state_.constrained == Constrained::requested;
}

bool FederateTime::has_undelivered_answer() const {
  return (state_.advance && state_.advance->decided) ||
         state_.regulation == Regulation::announced || state_.constrained == Constrained::announced;
}

std::vector<wire::FederateHandle> FederateTime::held_by() const {
  if (!waits_for_others()) return {};
  // The constrained federates that have not stated their floors.
  if (state_.regulation == Regulation::requested)
    return {state_.pending_floors.begin(), state_.pending_floors.end()};
  return knows_regulators() ? others_.slowest() : std::vector<FederateHandle>();
}

std::string FederateTime::state_text() const {
  if (state_.advance) {
    const std::string request =
        std::string(short_name(state_.advance->kind)) + " to " + type_.text(state_.advance->time);
    return state_.advance->decided ? request + ", granted at its next tick" : request;
  }
  const bool enables_regulation = state_.is_enabling_regulation();
  const bool enables_constrained = state_.is_enabling_constrained();
  if (!enables_regulation && !enables_constrained) return "granted";
  std::string text = enables_regulation ? "enableTimeRegulation" : "enableTimeConstrained";
  if (enables_regulation && enables_constrained) text += " and enableTimeConstrained";
  if (has_undelivered_answer()) text += ", enabled at its next tick";
  if (state_.waiting) {
    text += ", then " + std::string(short_name(state_.waiting->kind)) + " to " +
            type_.text(state_.waiting->time);
  }
  return text;
}

std::string FederateTime::lookahead_text() const {
  if (!regulates()) return {};
  const auto lookahead = query(wire::TimeQuery::lookahead, std::nullopt);
  return lookahead ? type_.text(*lookahead) : std::string();
}

std::string FederateTime::lbts_text() const {
  if (!knows_regulators()) return {};
  const auto lbts = others_.lbts();
  return lbts ? type_.text(lbts->time) : std::string();
}

std::uint64_t TimeManagement::state_number() const {
  return 2 * time_.state_number() + (time_.has_undelivered_answer() ? 1 : 0);
}

// Only one question is pending at a time; 0 asks nothing.
Fault TimeManagement::receive_record(const Record&, const wire::TimeStatusRequest& request) {
  requested_status_epoch_ = request.epoch;
  return {};
}

Fault TimeManagement::receive_record(const Record&, const wire::HoldsUpOthers& others) {
  context_.log_once("holds up others as federate " + std::to_string(self_.value), [&] {
    const core::Member* const longest = federation_.member(others.longest);
    return "this federate holds up " + core::count_text(others.federates, "federate") +
           " and has not ticked for " + core::age_text(others.not_ticking_ms) + ": federate " +
           std::to_string(others.longest.value) +
           (longest == nullptr ? std::string()
                               : " " + wire::quoted(core::shown_name(longest->federate_type))) +
           " has waited for " + core::age_text(others.waited_ms) +
           "; call tick, and request the next time or disable time regulation";
  });
  return {};
}

void TimeManagement::send_status_to_rtig(const FederateAges& ages,
                                         const wire::FederateTraffic& traffic) {
  const std::string time = time_.time_text();
  const std::string state = time_.state_text();
  const std::string lookahead = time_.lookahead_text();
  const std::string lbts = time_.lbts_text();
  wire::TimeStatus status;
  status.epoch = std::exchange(requested_status_epoch_, 0);
  status.time = cut(time);
  status.state = cut(state);
  status.waits = time_.waits_for_others();
  status.undelivered = time_.has_undelivered_answer();
  status.state_number = time_.state_number();
  status.in_state_ms = milliseconds(ages.in_state);
  status.regulating = time_.regulates();
  status.constrained = time_.is_constrained();
  status.lookahead = cut(lookahead);
  status.lbts = cut(lbts);
  status.held_by = time_.held_by();
  status.holders = static_cast<std::uint32_t>(status.held_by.size());
  if (status.held_by.size() > wire::kHoldersMax) status.held_by.resize(wire::kHoldersMax);
  if (time_.latest_report()) status.promise = time_.latest_report()->promise.to_wire();
  status.traffic = traffic;
  if (ages.not_ticking) status.not_ticking_ms = milliseconds(*ages.not_ticking);
  if (ages.outside) status.outside_ms = milliseconds(*ages.outside);
  context_.send_to_rtig(status);
}

}  // namespace triad::rtia
