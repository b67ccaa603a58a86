#include "tests/simulation/time_judge.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace triad::test {

double decoded_time(wire::Bytes encoded) {
  std::uint64_t bits = 0;
  for (const std::byte byte : encoded) bits = bits << 8 | std::to_integer<std::uint64_t>(byte);
  return std::bit_cast<double>(bits);
}

bool Message::stamped() const {
  return std::ranges::any_of(parts, [](const auto& part) { return part.second; });
}

void TimeJudge::complain(const Member& member, const std::string& what) {
  if (complaint.empty()) complaint = member.name + " " + what;
}

// --- What federates ask for.

void TimeJudge::sent(Message message) {
  const std::string tag = message.tag;
  messages.emplace(tag, std::move(message));
}

std::optional<bool> TimeJudge::must_accept(const Member& member, double stamp) const {
  if (member.clock.regulation != ClockModel::Mode::on) return true;
  if (member.clock.surely_legal().admits(stamp)) return true;
  if (!member.clock.surely_illegal().admits(stamp)) return false;
  return std::nullopt;
}

// 5.7. What was sent before the federate last began to regulate is left open.
std::optional<bool> TimeJudge::must_retract(const Member& member, const Message& message) const {
  if (message.retracted || !message.stamped() || members[message.sender].get() != &member) {
    return false;
  }
  if (member.clock.regulation != ClockModel::Mode::on ||
      message.sequence <= member.regulating_since) {
    return std::nullopt;
  }
  return must_accept(member, *message.time);
}

void TimeJudge::told(Member& member, wire::TimeQuery which, double value) {
  const ClockModel& clock = member.clock;
  if (which == wire::TimeQuery::federate_time && value != clock.time) {
    complain(member,
             "is told that its time is " + text_of(value) + " instead of " + text_of(clock.time));
  }
  if (which == wire::TimeQuery::lookahead) {
    const auto actual = clock.actual_lookahead();
    if (actual && std::abs(*actual - value) > 1e-9) {
      complain(member, "is told that its lookahead is " + text_of(value) + " instead of " +
                           text_of(*actual));
    }
  }
  if (which != wire::TimeQuery::lbts || clock.constraint != ClockModel::Mode::on) return;
  if (value < clock.time) complain(member, "has the LBTS " + text_of(value) + " behind its time");
  if (member.lbts && value < *member.lbts && member.regulators_then == regulators_) {
    complain(member, "has the LBTS " + text_of(value) + ", which was " + text_of(*member.lbts));
  }
  // It may fall as somebody begins to regulate, which takes effect between request and callback.
  const bool somebody_begins = std::ranges::any_of(members, [](const auto& other) {
    return other->joined && other->clock.regulation == ClockModel::Mode::pending;
  });
  member.lbts = somebody_begins ? std::nullopt : std::optional(value);
  member.regulators_then = regulators_;
  for (const auto& other : members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    if (const From legal = other->clock.surely_legal(); value > legal.time) {
      complain(member, "has the LBTS " + text_of(value) + " though " + other->name +
                           " may send from " + text_of(legal) + " on");
    }
  }
}

std::optional<double> TimeJudge::exact_lbts(const Member& member) const {
  double lbts = kForever;
  for (const auto& other : members) {
    if (other.get() == &member || !other->counts()) continue;
    const ClockModel& clock = other->clock;
    if (clock.regulation == ClockModel::Mode::pending || clock.advance) return std::nullopt;
    if (clock.regulation == ClockModel::Mode::off) continue;
    if (clock.surely_legal().time != clock.surely_illegal().time) return std::nullopt;
    lbts = std::min(lbts, clock.surely_legal().time);
  }
  return lbts;
}

// --- Callbacks.

Message* TimeJudge::find(Member& member, std::string_view tag) {
  const auto at = messages.find(std::string(tag));
  if (at != messages.end()) return &at->second;
  complain(member, "receives '" + std::string(tag) + "', which nobody sent");
  return nullptr;
}

void TimeJudge::on(Member& member, const wire::DiscoverObjectInstance& m) {
  const std::string object = "object " + std::to_string(m.object.value);
  if (member.known.contains(m.object)) complain(member, "discovers " + object + " twice");
  const auto removed = member.removed.find(m.object);
  if (removed != member.removed.end()) {
    const auto by = messages.find(removed->second);
    if (by == messages.end() || !by->second.retracted) {
      complain(member, "discovers " + object + " though it is removed");
    }
    member.removed.erase(removed);
  }
  member.known[m.object] = now;
}

void TimeJudge::on(Member& member, const wire::ReflectAttributeValues& m) {
  Message* message = find(member, m.tag);
  if (message == nullptr) return;
  if (!member.known.contains(m.object)) {
    complain(member, "reflects '" + message->tag + "' before the discovery of object " +
                         std::to_string(m.object.value));
  }
  m.values.for_each([&](std::uint32_t attribute, wire::Bytes, wire::Bytes) {
    received(member, *message, attribute, m.order == wire::Ordering::timestamp, m.time);
  });
}

void TimeJudge::on(Member& member, const wire::ReceiveInteraction& m) {
  Message* message = find(member, m.tag);
  if (message == nullptr) return;
  received(member, *message, 0, m.order == wire::Ordering::timestamp, m.time);
}

// A removal does not say its order: what was sent in time-stamp order and carries its handle to a
// federate that was constrained all the while was delivered so.
void TimeJudge::on(Member& member, const wire::RemoveObjectInstance& m) {
  const auto known = member.known.find(m.object);
  if (known == member.known.end()) {
    return complain(
        member, "removes object " + std::to_string(m.object.value) + ", which it does not know");
  }
  const std::uint64_t since = known->second;
  member.known.erase(known);
  member.removed[m.object] = m.tag;
  member.once_removed.insert(m.object);
  if (m.tag.empty()) return;  // its owner resigned or was lost
  Message* message = find(member, m.tag);
  if (message == nullptr) return;
  const bool certain = member.constrained_at < message->step && since < message->step;
  if (message->parts[0] && certain && m.retraction.serial == 0 &&
      member.clock.constraint == ClockModel::Mode::on && !members[message->sender]->lost &&
      members[message->sender]->joined) {
    complain(member, "removes by '" + std::string(m.tag) + "' out of time-stamp order");
  }
  if (!certain && message->parts[0]) {
    ++member.received[message->tag].parts[0];
    return;
  }
  const bool in_order = m.retraction.serial != 0 && member.clock.constraint == ClockModel::Mode::on;
  received(member, *message, 0, in_order, m.time);
}

void TimeJudge::received(Member& member, Message& message, std::uint32_t part, bool in_order,
                         wire::Bytes time) {
  Member::Receipt& receipt = member.received[message.tag];
  if (++receipt.parts[part] > 1) complain(member, "receives '" + message.tag + "' twice");
  if (receipt.retractions > 0) {
    complain(member, "receives '" + message.tag + "' after it was asked to retract it");
  }
  if (message.time.has_value() != !time.empty() ||
      (message.time && decoded_time(time) != *message.time)) {
    complain(member, "receives '" + message.tag + "' with another time than was given");
  }
  in_order ? in_time_stamp_order(member, message, part) : in_receive_order(member, message, part);
}

void TimeJudge::in_time_stamp_order(Member& member, const Message& message, std::uint32_t part) {
  ClockModel& clock = member.clock;
  const std::string what = "receives '" + message.tag + "' at " +
                           (message.time ? text_of(*message.time) : std::string("no time"));
  const auto sent = message.parts.find(part);
  if (sent == message.parts.end() || !sent->second) {
    return complain(member, what + " in time-stamp order, though it was not sent so");
  }
  if (clock.constraint != ClockModel::Mode::on) {
    return complain(member, what + " in time-stamp order, though it is not constrained");
  }
  const double stamp = *message.time;
  if (!clock.guarantee.admits(stamp)) {
    complain(member, what + " though it was granted " + text_of(clock.time));
  }
  if (!clock.advance && clock.regulation != ClockModel::Mode::pending) {
    complain(member, what + " in time-stamp order, though it does not advance");
  }
  if (clock.advance) {
    const bool flush = clock.advance->kind == wire::Advance::flush_queue_request;
    if (!flush && stamp > clock.advance->time) {
      complain(member, what + " beyond the " + text_of(clock.advance->time) + " it asked for");
    }
    if (stamp < clock.advance->time) clock.advance->reacts = true;
    if (!clock.advance->least || stamp < *clock.advance->least) clock.advance->least = stamp;
  }
  const Member& sender = *members[message.sender];
  const Member::Key key{stamp, sender.type, sender.handle.value, message.sequence};
  if (member.last && key < *member.last) {
    complain(member, what + " from " + sender.name + " out of order (after " +
                         text_of(std::get<0>(*member.last)) + " of '" + std::get<1>(*member.last) +
                         "' " + std::to_string(std::get<2>(*member.last)) + ")");
  }
  member.last = key;
}

// 5.5 and 5.6.
void TimeJudge::in_receive_order(Member& member, const Message& message, std::uint32_t part) {
  const ClockModel& clock = member.clock;
  if (clock.constraint != ClockModel::Mode::on) return;
  const auto sent = message.parts.find(part);
  const bool since = member.constrained_at < message.step;
  if (since && sent != message.parts.end() && sent->second) {
    return complain(member, "receives '" + message.tag + "' at " + text_of(*message.time) +
                                " in receive order, though it is constrained at " +
                                text_of(clock.time));
  }
  const bool gated = !clock.asynchronous && !clock.advance;
  if (gated && since && member.unswitched_at < message.step) {
    complain(member, "receives '" + message.tag + "' in receive order, though it does not advance");
  }
}

void TimeJudge::on(Member& member, const wire::TimeRegulationEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string wrong = member.clock.regulation_enabled(at);
  if (!wrong.empty()) complain(member, "regulates from " + text_of(at) + ": " + wrong);
  member.last.reset();
  member.regulating_since = member.sent;
  const From from = member.clock.surely_legal();
  for (const auto& other : members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.constraint != ClockModel::Mode::on) continue;
    if (from < other->clock.guarantee) {
      complain(member, "may send from " + text_of(from) + " on, though " + other->name +
                           " was granted " + text_of(other->clock.time));
    }
  }
}

void TimeJudge::on(Member& member, const wire::TimeConstrainedEnabled& m) {
  const double at = decoded_time(m.time);
  const std::string wrong = member.clock.constraint_enabled(at);
  if (!wrong.empty()) complain(member, "is constrained at " + text_of(at) + ": " + wrong);
  member.constrained_at = now;
  member.lbts.reset();
  member.last.reset();
}

// Beside its own rules (clock_model.hpp) a grant goes no further than the others have promised.
void TimeJudge::on(Member& member, const wire::TimeAdvanceGrant& m) {
  const double at = decoded_time(m.time);
  const std::string wrong = member.clock.granted(at);
  if (!wrong.empty()) complain(member, "is granted " + text_of(at) + ": " + wrong);
  member.last.reset();
  if (member.clock.constraint != ClockModel::Mode::on) return;
  for (const auto& other : members) {
    if (other.get() == &member || !other->counts()) continue;
    if (other->clock.regulation != ClockModel::Mode::on) continue;
    const From legal = other->clock.surely_legal();
    if (legal < member.clock.guarantee) {
      complain(member, "is granted " + text_of(at) + ", though " + other->name + " may send from " +
                           text_of(legal) + " on");
    }
  }
}

void TimeJudge::on(Member& member, const wire::RequestRetraction& m) {
  const auto at = std::ranges::find_if(messages, [&](const auto& entry) {
    const Message& message = entry.second;
    return message.serial == m.retraction.serial && message.serial != 0 &&
           members[message.sender]->handle == m.retraction.federate;
  });
  if (at == messages.end()) return complain(member, "is to retract what nobody sent");
  Member::Receipt& receipt = member.received[at->first];
  if (!at->second.retracted) complain(member, "is to retract '" + at->first + "', which stands");
  if (++receipt.retractions > 1) complain(member, "is to retract '" + at->first + "' twice");
  if (receipt.parts.empty()) {
    complain(member, "is to retract '" + at->first + "', which it did not receive");
  }
}

// --- When all is over.

void TimeJudge::judge_end() {
  for (const auto& [tag, message] : messages) {
    for (const auto& member : members) {
      const Member& sender = *members[message.sender];
      const bool concerns = member.get() != &sender && member->joined && !member->lost &&
                            member->joined_at < message.step && !sender.lost;
      if (concerns) judge_receipt(*member, message);
    }
  }
  for (const auto& member : members) {
    if (!member->joined || member->lost) continue;
    for (const auto& [tag, message] : messages) {
      const bool gone = message.what == Message::What::deletion && !message.retracted &&
                        !members[message.sender]->lost;
      if (gone && member.get() != members[message.sender].get() &&
          member->known.contains(message.object)) {
        complain(*member, "still knows object " + std::to_string(message.object.value) +
                              ", which '" + tag + "' deleted");
      }
    }
  }
}

void TimeJudge::judge_receipt(const Member& member, const Message& message) {
  const auto at = member.received.find(message.tag);
  static const Member::Receipt kNone;
  const Member::Receipt& receipt = at == member.received.end() ? kNone : at->second;
  if (message.retracted) {
    if (!receipt.parts.empty() && receipt.retractions == 0) {
      complain(member, "was not asked to retract '" + message.tag + "', which it received");
    }
    return;
  }
  for (const auto& [part, stamped] : message.parts) {
    if (due(member, message, part) && !receipt.parts.contains(part)) {
      complain(member, "never received '" + message.tag + "'" +
                           (message.time ? " at " + text_of(*message.time) : ""));
    }
  }
}

// Whether it is certain that the part must have been delivered.
bool TimeJudge::due(const Member& member, const Message& message, std::uint32_t part) const {
  if (message.what == Message::What::interaction) {
    return member.shots && member.shots_changed < message.step;
  }
  if (message.what == Message::What::deletion) {
    const auto known = member.known.find(message.object);
    return known != member.known.end() && known->second < message.step;
  }
  return (part == kPositionAttribute.value || part == kSpeedAttribute.value) && member.vehicles &&
         member.vehicles_changed < message.step && !member.once_removed.contains(message.object);
}

}  // namespace triad::test
