#include "rtia/retraction.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::rtia {

std::uint64_t Retraction::new_serial(const core::Time& stamp) {
  state_.retractable.push_back({++state_.last_serial, stamp});
  if (state_.retractable.size() >= state_.forget_at) forget_retractable();
  return state_.last_serial;
}

void Retraction::forget_retractable() {
  const core::TimeBound bound = time_.state().promised_bound();
  std::erase_if(state_.retractable, [&](const SentMessage& sent) {
    return !may_still_arrive(time_.type(), bound, sent.stamp);
  });
  state_.forget_at =
      std::max<std::size_t>(RetractionState::kForgetAt, 2 * state_.retractable.size());
}

void Retraction::forget_sent(std::uint64_t serial) {
  std::erase_if(state_.retractable, [&](const SentMessage& sent) { return sent.serial == serial; });
}

std::uint64_t Retraction::horizon() const {
  return state_.retractable.empty() ? state_.last_serial + 1 : state_.retractable.front().serial;
}

Result<void> Retraction::perform_call(const wire::Retract& request) {
  const auto invalid = [&](std::string_view why) {
    return wire::error(ErrorCode::InvalidRetractionHandle,
                       "event " + std::to_string(request.retraction.serial) + " of federate " +
                           std::to_string(request.retraction.federate.value) + " " +
                           std::string(why));
  };
  if (request.retraction.federate != self_) return invalid("is not this federate's own");
  const auto sent = std::ranges::lower_bound(state_.retractable, request.retraction.serial, {},
                                             &SentMessage::serial);
  if (sent == state_.retractable.end() || sent->serial != request.retraction.serial) {
    return invalid("was not sent in time-stamp order, is retracted already or too old");
  }
  if (!may_still_arrive(time_.type(), time_.send_bound(), sent->stamp)) {
    return invalid("has a time stamp that this federate can no longer send");
  }
  state_.retractable.erase(sent);
  listener_.after_own_retraction(request.retraction.serial);
  context_.send_message({Audience::Kind::members, {}}, request);
  return {};
}

// A sender's handles ascend, and those below its horizon cannot be retracted.
void Retraction::record_event(FederateHandle sender, std::uint64_t serial, std::uint64_t horizon) {
  auto& events = state_.events[sender];
  while (!events.empty() && events.front().serial < horizon) events.pop_front();
  if (events.empty() || events.back().serial < serial) events.push_back({serial, false, false});
}

Event* Retraction::find_event(FederateHandle sender, std::uint64_t serial) {
  const auto at = state_.events.find(sender);
  if (at == state_.events.end()) return nullptr;
  const auto event = std::ranges::lower_bound(at->second, serial, {}, &Event::serial);
  return event == at->second.end() || event->serial != serial ? nullptr : &*event;
}

bool Retraction::check_delivery(const Record& record, std::uint64_t serial, bool is_noticed) {
  if (serial == 0) return true;
  if (state_.retracted.contains({record.header.from(), serial})) return false;
  Event* event = find_event(record.header.from(), serial);
  if (event != nullptr && is_noticed) event->delivered = true;
  return true;
}

Fault Retraction::receive_record(const Record& record, const wire::Retract& retract) {
  const auto& retraction = retract.retraction;
  if (retraction.federate != record.header.from())
    return "a retraction of another federate's message";
  Event* event = find_event(retraction.federate, retraction.serial);
  if (event == nullptr || event->retracted) return {};
  if (TRIAD_DEFECT(retraction_by_present_interest) &&
      declared().subscribed_interaction_classes.empty()) {
    return {};
  }
  event->retracted = true;
  // A message queued for delivery may reach the head long after the event has been forgotten.
  if (!context_.callbacks.queue.empty() || !delivery_.held_back().empty()) {
    state_.retracted.emplace(retraction.federate, retraction.serial);
  }
  delivery_.retract(retraction.federate, retraction.serial);
  if (event->delivered) context_.queue(wire::RequestRetraction{retraction});
  listener_.after_retraction(retraction);
  return {};
}

bool Retraction::make_callback(const Record&, const wire::RequestRetraction& request) {
  context_.callbacks.current = request;
  return true;
}

void Retraction::queue_message(const Record& record, Bytes time, std::uint64_t serial,
                               std::uint64_t horizon) {
  // All parts of an update share its handle, also those in receive order.
  if (serial != 0) record_event(record.header.from(), serial, horizon);
  delivery_.queue_message(record, time, serial);
}

void Retraction::forget_delivered() {
  if (context_.callbacks.queue.empty() && delivery_.held_back().empty()) state_.retracted.clear();
}

// --- Saved state.

bool Retraction::load(wire::Decoder& in) {
  in.get(state_);
  return in.ok() && std::ranges::all_of(state_.retractable, [&](const SentMessage& sent) {
           return time_.checks().is_valid(sent.stamp.bytes());
         });
}

}  // namespace triad::rtia
