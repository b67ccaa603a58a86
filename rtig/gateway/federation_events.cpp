#include "rtig/gateway/federation_events.hpp"

#include <utility>

#include "wire/message_list.hpp"

namespace triad::rtig {

namespace {

bool states_event(wire::Kind kind) {
  switch (kind) {
    case wire::Kind::FederateJoined:
    case wire::Kind::FederateResigned:
    case wire::Kind::FederationSynchronized:
    case wire::Kind::SaveInitiated:
    case wire::Kind::FederationSaved:
    case wire::Kind::FederationNotSaved:
    case wire::Kind::FederationRestoreBegun:
    case wire::Kind::FederationNotRestored:
      return true;
    default:
      return false;
  }
}

}  // namespace

void FederationEvents::receive_log(std::string_view federation, wire::Kind kind, wire::Bytes record,
                                   std::chrono::milliseconds now) {
  if (!states_event(kind)) return;
  const auto parsed = wire::parse_record(record);
  if (!parsed) return;
  if (auto event = event_of(*parsed)) {
    event->federation = federation;
    history_.record(*event, now);
  }
}

void FederationEvents::record_restored(std::string_view federation, std::chrono::milliseconds now) {
  types_.clear();
  history_.record({.kind = wire::EventKind::restored,
                   .federation = federation,
                   .text = std::exchange(restore_label_, {})},
                  now);
}

std::optional<EventText> FederationEvents::event_of(const wire::Record& record) {
  using enum wire::EventKind;
  const wire::Bytes bytes = record.payload;
  if (const auto kind = record.header.message_kind(); kind == wire::Kind::FederateJoined) {
    const auto joins = wire::decode<wire::FederateJoined>(bytes);
    if (!joins) return std::nullopt;
    types_[joins->federate] = joins->federate_type;
    return EventText{joined, {}, joins->federate, joins->federate_type};
  } else if (kind == wire::Kind::FederateResigned) {
    const auto leaves = wire::decode<wire::FederateResigned>(bytes);
    if (!leaves) return std::nullopt;
    return departure_of(*leaves);
  } else if (kind == wire::Kind::FederationSynchronized) {
    const auto done = wire::decode<wire::FederationSynchronized>(bytes);
    if (!done) return std::nullopt;
    return EventText{.kind = synchronized, .federation = {}, .text = done->label};
  } else if (kind == wire::Kind::SaveInitiated) {
    const auto begun = wire::decode<wire::SaveInitiated>(bytes);
    if (begun) save_label_ = begun->label;
  } else if (kind == wire::Kind::FederationRestoreBegun) {
    const auto begun = wire::decode<wire::FederationRestoreBegun>(bytes);
    if (begun) restore_label_ = begun->label;
  } else if (kind == wire::Kind::FederationSaved) {
    return EventText{.kind = saved, .federation = {}, .text = save_label_};
  } else if (kind == wire::Kind::FederationNotSaved) {
    return EventText{.kind = not_saved, .federation = {}, .text = save_label_};
  } else {
    return EventText{.kind = not_restored, .federation = {}, .text = restore_label_};
  }
  return std::nullopt;
}

EventText FederationEvents::departure_of(const wire::FederateResigned& leaves) {
  const auto at = types_.find(leaves.federate);
  leaver_type_ = at == types_.end() ? std::string() : at->second;
  if (at != types_.end()) types_.erase(at);
  return {leaves.lost ? wire::EventKind::lost : wire::EventKind::resigned,
          {},
          leaves.federate,
          leaver_type_,
          leaves.reason};
}

}  // namespace triad::rtig
