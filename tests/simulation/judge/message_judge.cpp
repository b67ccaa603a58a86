#include "tests/simulation/judge/message_judge.hpp"

#include <algorithm>
#include <string_view>

namespace triad::test {

namespace {

std::string_view chars_of(wire::Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void MessageJudge::record_message(Message message) {
  const std::string tag = message.tag;
  history_.messages.emplace(tag, std::move(message));
}

Message* MessageJudge::find_message(Member& member, std::string_view tag, Message::Kind kind) {
  const auto at = history_.messages.find(std::string(tag));
  if (at != history_.messages.end() && at->second.kind == kind) {
    if (history_.members[at->second.sender].get() != &member) return &at->second;
    history_.report_error(member, "receives '" + at->first + "', which it sent itself");
  } else {
    history_.report_error(member,
                          "receives '" + std::string(tag) + "', which no federate has sent");
  }
  return nullptr;
}

// --- Callbacks.

// HLA 1.3 clause 6.5: in terms of the known class and of the present subscriptions there.
void MessageJudge::receive_callback(Member& member, const wire::ReflectAttributeValues& m) {
  Message* message = find_message(member, m.tag, Message::Kind::update);
  if (message == nullptr) return;
  const std::string error_text = "reflects '" + message->tag + "' of " + text_of(m.object);
  const auto known = member.known.find(m.object);
  if (known == member.known.end() || m.object != message->object) {
    return history_.report_error(member, error_text + " before its discovery");
  }
  if (m.values.count == 0) history_.report_error(member, error_text + " without values");
  const AttributeSet subscribed = member.declared.subscribed_at(known->second.known_class);
  m.values.for_each([&](std::uint32_t attribute, wire::Bytes value, wire::Bytes) {
    const auto part = message->parts.find(attribute);
    if (part == message->parts.end() || chars_of(value) != message->tag) {
      return history_.report_error(member, error_text + " with a value that was not sent");
    }
    if (!subscribed.contains(AttributeHandle(attribute))) {
      history_.report_error(member, error_text + " with an attribute that it does not subscribe");
    }
    if (m.transportation != part->second.transportation) {
      history_.report_error(member, error_text + " by the wrong transportation");
    }
    judge_overlap(member, *message, known->second.known_class, attribute);
    record_receipt(member, *message, attribute, m.order, m.time);
    judge_tenure(member, *message, attribute, part->second);
  });
  if (m.order == Ordering::receive) judge_sequence(member, *message, m.transportation);
}

void MessageJudge::receive_callback(Member& member, const wire::ReceiveInteraction& m) {
  Message* message = find_message(member, m.tag, Message::Kind::interaction);
  if (message == nullptr) return;
  const std::string error_text = "receives '" + message->tag + "'";
  const auto expected = member.declared.nearest_subscribed(message->interaction_class);
  if (!expected || m.interaction_class != expected) {
    return history_.report_error(member, error_text + " at class " +
                                             std::to_string(m.interaction_class.value) +
                                             " instead of " + std::to_string(expected.value));
  }
  std::set<std::uint32_t> due = message->parameters;
  std::erase_if(due, [&](std::uint32_t value) { return value > parameters_at(expected); });
  std::set<std::uint32_t> parameters;
  m.values.for_each([&](std::uint32_t parameter, wire::Bytes value, wire::Bytes) {
    parameters.insert(parameter);
    if (chars_of(value) != message->tag) {
      history_.report_error(member, error_text + " with a value that was not sent");
    }
  });
  if (parameters != due) history_.report_error(member, error_text + " with the wrong parameters");
  if (m.transportation != message->parts[0].transportation) {
    history_.report_error(member, error_text + " by the wrong transportation");
  }
  judge_overlap(member, *message, expected);
  record_receipt(member, *message, 0, m.order, m.time);
  if (m.order == Ordering::receive) judge_sequence(member, *message, m.transportation);
}

// --- Regions. A member that has changed its subscriptions meanwhile is not judged.

void MessageJudge::judge_overlap(const Member& member, const Message& message, ObjectClassHandle at,
                                 std::uint32_t part) {
  const auto& sent = message.parts.at(part).region;
  const Declared& declared = member.declared;
  if (!sent || declared.last_change(at) >= message.begun) return;
  const AttributeHandle attribute(part);
  const auto without = declared.subscribed.find(at);
  if (without != declared.subscribed.end() && without->second.attributes.contains(attribute)) {
    return;
  }
  const auto by_region = declared.region_subscribed.find(at);
  const bool may = by_region != declared.region_subscribed.end() &&
                   std::ranges::any_of(by_region->second, [&](const auto& entry) {
                     const RegionModel& region = history_.regions.at(entry.first);
                     return entry.second.attributes.contains(attribute) &&
                            region.may_have_overlapped_since(message.begun, *sent);
                   });
  if (!may) {
    history_.report_error(member,
                          "reflects part " + std::to_string(part) + " of '" + message.tag +
                              "', although none of its regions overlapped that of the part");
  }
}

void MessageJudge::judge_overlap(const Member& member, const Message& message,
                                 InteractionClassHandle at) {
  const auto& sent = message.parts.at(0).region;
  const Declared& declared = member.declared;
  if (!sent || declared.last_change(message.interaction_class) >= message.begun) return;
  if (declared.subscribed_interactions.contains(at)) return;
  const bool may = std::ranges::any_of(declared.region_interactions.at(at), [&](const auto& entry) {
    const RegionModel& region = history_.regions.at(entry.first);
    return region.may_have_overlapped_since(message.begun, *sent);
  });
  if (!may) {
    history_.report_error(member,
                          "receives '" + message.tag +
                              "', although none of its regions overlapped that of the message");
  }
}

bool MessageJudge::surely_overlaps(const Member& member, const Message& message,
                                   ObjectClassHandle at, std::uint32_t part) const {
  const auto& sent = message.parts.at(part).region;
  const Declared& declared = member.declared;
  const AttributeHandle attribute(part);
  if (!sent) return declared.subscribed_at(at).contains(attribute);
  const auto without = declared.subscribed.find(at);
  if (without != declared.subscribed.end() && without->second.attributes.contains(attribute)) {
    return true;
  }
  const auto by_region = declared.region_subscribed.find(at);
  return by_region != declared.region_subscribed.end() &&
         std::ranges::any_of(by_region->second, [&](const auto& entry) {
           return entry.second.attributes.contains(attribute) &&
                  history_.regions.at(entry.first).overlapped_since(message.begun, *sent);
         });
}

bool MessageJudge::surely_overlaps(const Member& member, const Message& message,
                                   InteractionClassHandle at) const {
  const auto& sent = message.parts.at(0).region;
  const Declared& declared = member.declared;
  if (!sent || declared.subscribed_interactions.contains(at)) return true;
  return std::ranges::any_of(declared.region_interactions.at(at), [&](const auto& entry) {
    return history_.regions.at(entry.first).overlapped_since(message.begun, *sent);
  });
}

// A removal does not state its order. It was in time-stamp order if the deletion was sent so, the
// removal has its handle, and the federate was constrained all the time.
void MessageJudge::receive_callback(Member& member, const wire::RemoveObjectInstance& m) {
  const auto known = member.known.find(m.object);
  if (known == member.known.end() || m.tag.empty()) return;
  Message* message = find_message(member, m.tag, Message::Kind::deletion);
  if (message == nullptr) return;
  const std::uint64_t since = known->second.since;
  const Member& sender = *history_.members[message->sender];
  const bool certain = member.constraint.enabled_at < message->begun && since < message->begun;
  const bool constrained = member.clock.constraint == ClockModel::Mode::on;
  const bool tso = message->parts[0].is_tso;
  if (tso && certain && m.retraction.serial == 0 && constrained && sender.is_present()) {
    history_.report_error(member, "receives the deletion '" + message->tag +
                                      "' in receive order; it should come in time-stamp order");
  }
  if (tso && !certain) {
    ++member.receipts.by_tag[message->tag].parts[0];
    time_.record_possible_event(member, *message->time);
    return;
  }
  const bool in_order = m.retraction.serial != 0 && constrained;
  record_receipt(member, *message, 0, in_order ? Ordering::timestamp : Ordering::receive, m.time);
  if (!tso) judge_sequence(member, *message, Transportation::reliable);
}

void MessageJudge::record_receipt(Member& member, Message& message, std::uint32_t part,
                                  Ordering order, wire::Bytes time) {
  Member::Receipt& receipt = member.receipts.by_tag[message.tag];
  if (++receipt.parts[part] > 1)
    history_.report_error(member, "receives '" + message.tag + "' twice");
  if (receipt.retractions > 0) {
    history_.report_error(member, "receives '" + message.tag + "' after the request to retract it");
  }
  if (message.time.has_value() != !time.empty() ||
      (message.time && decoded_time(time) != *message.time)) {
    history_.report_error(
        member, "receives '" + message.tag + "' with another time than that of the sender");
  }
  time_.judge_delivery(member, message, part, order == Ordering::timestamp);
}

// Messages of one federate in receive order by one transportation keep their order. A message sent
// in time-stamp order may have waited for its time.
void MessageJudge::judge_sequence(Member& member, const Message& message,
                                  Transportation transportation) {
  if (message.is_tso()) return;
  auto& last = member.receipts.last[{message.sender, transportation}];
  if (message.sequence < last) {
    history_.report_error(
        member, "receives '" + message.tag + "' after a message that the same federate sent later");
  }
  last = message.sequence;
}

// No update of a former owner follows an update of a later owner.
void MessageJudge::judge_tenure(Member& member, const Message& message, std::uint32_t attribute,
                                const Part& part) {
  if (part.is_tso || part.transportation != Transportation::reliable) return;
  auto& last = member.receipts.last_tenure[{message.object, AttributeHandle(attribute)}];
  if (part.tenure < last) {
    history_.report_error(member, "reflects '" + message.tag +
                                      "' of a former owner after an update of a later owner");
  }
  last = part.tenure;
}

void MessageJudge::receive_callback(Member& member, const wire::RequestRetraction& m) {
  const auto at = std::ranges::find_if(history_.messages, [&](const auto& entry) {
    const Message& message = entry.second;
    return message.serial == m.retraction.serial && message.serial != 0 &&
           history_.members[message.sender]->handle == m.retraction.federate;
  });
  if (at == history_.messages.end()) {
    return history_.report_error(
        member, "receives a request to retract a message that no federate has sent");
  }
  const std::string error_text = "receives a request to retract '" + at->first + "'";
  Member::Receipt& receipt = member.receipts.by_tag[at->first];
  if (!at->second.retracted)
    history_.report_error(member, error_text + ", which its sender has not retracted");
  if (++receipt.retractions > 1) history_.report_error(member, error_text + " twice");
  if (receipt.parts.empty())
    history_.report_error(member, error_text + ", which it did not receive");
}

// --- At rest.

void MessageJudge::judge_idle_state(bool is_at_end) {
  for (const auto& [tag, message] : history_.messages) {
    const Member& sender = *history_.members[message.sender];
    if (sender.lost) continue;
    for (const auto& member : history_.members) {
      if (member.get() == &sender || !member->is_present()) continue;
      if (member->joined_at < message.begun) judge_receipt(*member, message, is_at_end);
    }
  }
}

void MessageJudge::judge_receipt(const Member& member, const Message& message, bool is_at_end) {
  static const Member::Receipt kNone;
  const auto at = member.receipts.by_tag.find(message.tag);
  const Member::Receipt& receipt = at == member.receipts.by_tag.end() ? kNone : at->second;
  if (message.retracted) {
    if (!receipt.parts.empty() && receipt.retractions == 0) {
      history_.report_error(
          member, "has received '" + message.tag + "' and no request to retract it, as it should");
    }
    return;
  }
  for (const auto& [number, part] : message.parts) {
    if (receipt.parts.contains(number) || !is_due(member, message, number)) continue;
    const bool may_be_lost = !part.is_tso && part.transportation == Transportation::best_effort;
    if (may_be_lost && history_.may_lose_best_effort) continue;
    if (is_at_end || has_arrived(member, message, part)) {
      history_.report_error(member, "never received part " + std::to_string(number) + " of '" +
                                        message.tag + "'" +
                                        (message.time ? " at " + text_of(*message.time) : ""));
    }
  }
}

// Returns whether a due part must have been delivered at rest.
bool MessageJudge::has_arrived(const Member& member, const Message& message,
                               const Part& part) const {
  if (!part.is_tso) return !member.holds_back_receive_order();
  return member.clock.constraint != ClockModel::Mode::on ||
         !member.clock.arrival_bound.admits(*message.time);
}

// Returns whether it is certain that the part must be delivered.
bool MessageJudge::is_due(const Member& member, const Message& message, std::uint32_t part) const {
  const Declared& declared = member.declared;
  if (message.kind == Message::Kind::interaction) {
    const auto nearest = declared.nearest_subscribed(message.interaction_class);
    return nearest && declared.last_change(message.interaction_class) < message.begun &&
           surely_overlaps(member, message, nearest);
  }
  const auto known = member.known.find(message.object);
  if (message.kind == Message::Kind::deletion) {
    return known != member.known.end() && known->second.since < message.begun;
  }
  const Instance& instance = history_.instances.at(message.object);
  // Others' updates of an instance that is being deleted may come too late. Updates of the deleter,
  // or of the member that deleted it by leaving, do not. A member that has only given up the
  // privilege counts as another.
  const bool may_be_late = instance.deleted_once || !instance.exists();
  const bool deleted_by_leaving = message.sender == instance.privilege_owner &&
                                  !instance.is_uncertain &&
                                  !history_.members[message.sender]->is_active();
  const bool is_from_deleter = message.sender == instance.deleter || deleted_by_leaving;
  if (may_be_late && !is_from_deleter) return false;
  const ObjectClassHandle registered = instance.object_class;
  const auto deleted = member.removals.local.find(message.object);
  const bool stayed = deleted == member.removals.local.end() || deleted->second < message.begun;
  if (!stayed || member.removals.ever.contains(message.object) ||
      declared.last_change(registered) >= message.begun) {
    return false;
  }
  const auto object_class = known != member.known.end() ? known->second.known_class
                                                        : declared.nearest_subscribed(registered);
  return surely_overlaps(member, message, object_class, part);
}

}  // namespace triad::test
