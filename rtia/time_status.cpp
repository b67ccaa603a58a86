#include "rtia/time_status.hpp"

#include <algorithm>
#include <utility>

#include "core/age_text.hpp"
#include "core/count_text.hpp"
#include "core/shown_name.hpp"
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

// Returns the federates that hold up this one's wait, as far as known.
std::vector<wire::FederateHandle> holders(const FederateTime& time) {
  const TimeState& state = time.state();
  if (!state.waits_for_others()) return {};
  // The constrained federates that have not stated their floors.
  if (state.regulation == TimeState::Regulation::requested)
    return {state.pending_floors.begin(), state.pending_floors.end()};
  return state.knows_regulators() ? time.others().slowest() : std::vector<FederateHandle>();
}

// Returns, for example, "granted", "TAR to 5", "NER to 7", "enableTimeRegulation".
std::string state_text(const core::TimeType& type, const TimeState& state) {
  if (state.advance) {
    const std::string request =
        std::string(short_name(state.advance->kind)) + " to " + type.text(state.advance->time);
    return state.advance->decided ? request + ", granted at its next tick" : request;
  }
  const bool enables_regulation = state.is_enabling_regulation();
  const bool enables_constrained = state.is_enabling_constrained();
  if (!enables_regulation && !enables_constrained) return "granted";
  std::string text = enables_regulation ? "enableTimeRegulation" : "enableTimeConstrained";
  if (enables_regulation && enables_constrained) text += " and enableTimeConstrained";
  if (state.has_undelivered_answer()) text += ", enabled at its next tick";
  if (state.waiting) {
    text += ", then " + std::string(short_name(state.waiting->kind)) + " to " +
            type.text(state.waiting->time);
  }
  return text;
}

// Returns an empty text if the federate does not regulate.
std::string lookahead_text(const core::TimeType& type, const TimeState& state) {
  return state.regulates() ? type.text(SendBounds(type, state).lookahead()) : std::string();
}

// Returns an empty text if there is no LBTS, or it is not known yet.
std::string lbts_text(const FederateTime& time) {
  if (!time.state().knows_regulators()) return {};
  const auto lbts = time.others().lbts();
  return lbts ? time.type().text(lbts->time) : std::string();
}

}  // namespace

std::uint64_t TimeStatusReport::state_number() const {
  return 2 * time_.state().state_number + (time_.state().has_undelivered_answer() ? 1 : 0);
}

// Only one question is pending at a time; 0 asks nothing.
Fault TimeStatusReport::receive_record(const Record&, const wire::TimeStatusRequest& request) {
  requested_epoch_ = request.epoch;
  requested_figures_ = request.figures;
  return {};
}

Fault TimeStatusReport::receive_record(const Record&, const wire::HoldsUpOthers& others) {
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

void TimeStatusReport::send_status(const FederateAges& ages, const wire::FederateTraffic& traffic,
                                   const wire::Figures& figures) {
  const std::string time = time_.type().text(time_.state().time);
  const std::string state = state_text(time_.type(), time_.state());
  const std::string lookahead = lookahead_text(time_.type(), time_.state());
  const std::string lbts = lbts_text(time_);
  wire::TimeStatus status;
  status.epoch = std::exchange(requested_epoch_, 0);
  status.time = cut(time);
  status.state = cut(state);
  status.waits = time_.state().waits_for_others();
  status.undelivered = time_.state().has_undelivered_answer();
  status.state_number = time_.state().state_number;
  status.in_state_ms = milliseconds(ages.in_state);
  status.regulating = time_.state().regulates();
  status.constrained = time_.state().is_constrained();
  status.lookahead = cut(lookahead);
  status.lbts = cut(lbts);
  status.held_by = holders(time_);
  status.holders = static_cast<std::uint32_t>(status.held_by.size());
  if (status.held_by.size() > wire::kHoldersMax) status.held_by.resize(wire::kHoldersMax);
  if (time_.reported().latest()) status.promise = time_.reported().latest()->promise.to_wire();
  status.traffic = traffic;
  if (ages.not_ticking) status.not_ticking_ms = milliseconds(*ages.not_ticking);
  if (ages.outside) status.outside_ms = milliseconds(*ages.outside);
  status.figures = figures;
  context_.send_to_rtig(status);
}

}  // namespace triad::rtia
