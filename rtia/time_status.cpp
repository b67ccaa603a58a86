// Status of the federate's time, for tools that ask the RTIG which federate holds up which
// (wire/messages/time_status_messages.hpp). Nothing is decided by these texts.
#include <algorithm>

#include "core/age_text.hpp"
#include "core/counted.hpp"
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
  if (now_.advance) return !now_.advance->decided;
  const bool regulation_waits =
      now_.regulation == Regulation::requested || now_.regulation == Regulation::chosen;
  return regulation_waits || now_.constrained == Constrained::requested;
}

bool FederateTime::has_undelivered_answer() const {
  return (now_.advance && now_.advance->decided) || now_.regulation == Regulation::announced ||
         now_.constrained == Constrained::announced;
}

std::vector<wire::FederateHandle> FederateTime::held_by() const {
  if (!waits_for_others()) return {};
  // The constrained federates that have not stated their floors.
  if (now_.regulation == Regulation::requested) return {now_.asked.begin(), now_.asked.end()};
  return knows_regulators() ? others_.slowest() : std::vector<FederateHandle>();
}

std::string FederateTime::state_text() const {
  if (now_.advance) {
    const std::string request =
        std::string(short_name(now_.advance->kind)) + " to " + type_.text(now_.advance->time);
    return now_.advance->decided ? request + ", granted at its next tick" : request;
  }
  const bool enables_regulation = now_.is_enabling_regulation();
  const bool enables_constrained = now_.is_enabling_constrained();
  if (!enables_regulation && !enables_constrained) return "granted";
  std::string text = enables_regulation ? "enableTimeRegulation" : "enableTimeConstrained";
  if (enables_regulation && enables_constrained) text += " and enableTimeConstrained";
  if (has_undelivered_answer()) text += ", enabled at its next tick";
  if (now_.waiting) {
    text += ", then " + std::string(short_name(now_.waiting->kind)) + " to " +
            type_.text(now_.waiting->time);
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
Fault TimeManagement::handle(const Record&, const wire::TimeStatusRequest& request) {
  status_asked_ = request.epoch;
  return {};
}

Fault TimeManagement::handle(const Record&, const wire::HoldsUpOthers& others) {
  context_.tell_once("holds up others as federate " + std::to_string(self_.value), [&] {
    const core::Member* const longest = federation_.member(others.longest);
    return "this federate holds up " + core::counted(others.federates, "federate") +
           " and has not ticked for " + core::age_text(others.not_ticking_ms) + ": federate " +
           std::to_string(others.longest.value) +
           (longest == nullptr ? std::string()
                               : " " + wire::quoted(core::shown_name(longest->federate_type))) +
           " has waited for " + core::age_text(others.waited_ms) +
           "; call tick, and request the next time or disable time regulation";
  });
  return {};
}

void TimeManagement::tell_status(const FederateAges& ages, const wire::FederateTraffic& traffic) {
  const std::string time = time_.time_text();
  const std::string state = time_.state_text();
  const std::string lookahead = time_.lookahead_text();
  const std::string lbts = time_.lbts_text();
  wire::TimeStatus status;
  status.epoch = std::exchange(status_asked_, 0);
  status.time = cut(time);
  status.state = cut(state);
  status.waits = time_.waits_for_others();
  status.undelivered = time_.has_undelivered_answer();
  status.state_number = time_.state_number();
  status.in_state_ms = milliseconds(ages.in_state);
  status.regulating = time_.regulates();
  status.constrained = time_.constrained();
  status.lookahead = cut(lookahead);
  status.lbts = cut(lbts);
  status.held_by = time_.held_by();
  status.holders = static_cast<std::uint32_t>(status.held_by.size());
  if (status.held_by.size() > wire::kHoldersMax) status.held_by.resize(wire::kHoldersMax);
  if (time_.reported()) status.promise = time_.reported()->promise.to_wire();
  status.traffic = traffic;
  if (ages.not_ticking) status.not_ticking_ms = milliseconds(*ages.not_ticking);
  if (ages.outside) status.outside_ms = milliseconds(*ages.outside);
  context_.send_to_rtig(status);
}

}  // namespace triad::rtia
