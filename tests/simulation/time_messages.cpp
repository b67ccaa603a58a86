// Random messages and their retraction, of a run (time_run.hpp).
#include <algorithm>
#include <cmath>

#include "tests/simulation/time_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

// Mostly legal, often just so; small differences, so that equal stamps are frequent.
std::optional<double> TimeRun::some_stamp(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  if (one_in(6)) return std::nullopt;
  double stamp = some_time(f);
  if (one_in(10)) {
    stamp = clock.time + 0.5 * static_cast<double>(below(3)) - 0.5;
  } else if (clock.regulation == ClockModel::Mode::on) {
    const From legal = clock.surely_legal();
    const double first = std::ceil(legal.time * 2 + (legal.after ? 0.5 : 0)) / 2;
    stamp = first + 0.5 * static_cast<double>(below(5));
  }
  // All that is sent arrives by the end.
  return end_ == 0 || stamp < end_ ? std::optional(stamp) : std::nullopt;
}

Message TimeRun::message_of(Federate f, Message::What what, const char* prefix) {
  Message message;
  message.what = what;
  message.tag = prefix + std::to_string(judge_.messages.size()) + "." + std::to_string(now_);
  message.step = now_;
  message.time = some_stamp(f);
  for (std::size_t i = 0; i < judge_.members.size(); ++i) {
    if (judge_.members[i].get() == ones_[f]->member) message.sender = i;
  }
  return message;
}

template <wire::Call C>
void TimeRun::post(Federate f, const char* service, C request, Message message) {
  Member& member = *ones_[f]->member;
  const bool regulates = member.clock.regulation == ClockModel::Mode::on;
  for (auto& [part, stamped] : message.parts) stamped = stamped && regulates && message.time;
  if (message.time) request.time = at(*message.time);
  request.tag = keep(message.tag);
  const auto accept = message.time ? judge_.must_accept(member, *message.time) : true;
  const std::string text =
      "'" + message.tag + "'" + (message.time ? " at " + text_of(*message.time) : "");
  begin(f, service, text, request, [this, f, &member, message, accept](const auto& result) {
    if (!result) {
      if (accept.value_or(false) || result.error().code != ErrorCode::InvalidFederationTime) {
        judge_.complain(member, "may not send '" + message.tag + "': " + result.error().text);
      }
      return;
    }
    if (!accept.value_or(true)) {
      judge_.complain(member, "may send '" + message.tag + "' at " + text_of(*message.time) +
                                  " though it is " + member.clock.state());
    }
    Message posted = message;
    posted.sequence = ++member.sent;
    posted.serial = result->serial;
    if (posted.stamped() != (posted.serial != 0)) {
      judge_.complain(member, "gets a wrong retraction handle for '" + message.tag + "'");
    }
    if (message.time) latest_ = std::max(latest_, *message.time);
    if (message.stamped()) ones_[f]->mine.push_back(message.tag);
    judge_.sent(std::move(posted));
  });
}

void TimeRun::send(Federate f) {
  One& one = *ones_[f];
  if (!one.member->publishes_shots) return update(f);
  Message message = message_of(f, Message::What::interaction, "shot");
  message.parts[0] = one.shots_stamped;
  wire::SendInteraction request;
  request.interaction_class = kShotClass;
  post(f, "sendInteraction", request, std::move(message));
}

void TimeRun::update(Federate f) {
  One& one = *ones_[f];
  if (one.own.empty()) return;
  const wire::ObjectHandle object = any(one.own);
  Message message = message_of(f, Message::What::update, "update");
  message.object = object;
  Values& values = values_.emplace_back();
  const std::uint64_t which = 1 + below(3);
  for (const auto attribute : {kPositionAttribute, kSpeedAttribute}) {
    if ((which >> (attribute.value - 2) & 1) == 0) continue;
    values.add(attribute, "v");
    message.parts[attribute.value] = in_order(one, object, attribute);
  }
  wire::UpdateAttributeValues request;
  request.object = object;
  request.values = values;
  post(f, "updateAttributeValues", request, std::move(message));
}

void TimeRun::enlist(Federate f) {
  One& one = *ones_[f];
  if (one.own.size() + one.deleting.size() > 3) return;
  begin(f, "registerObjectInstance", "", wire::RegisterObjectInstance{kVehicleClass, {}},
        [this, &one](const auto& result) {
          if (!result) return complain("may not register: " + result.error().text);
          one.own.push_back(*result);
          one.member->known[*result] = now_;
        });
}

void TimeRun::erase(Federate f) {
  One& one = *ones_[f];
  if (one.own.empty()) return;
  const wire::ObjectHandle object = any(one.own);
  Message message = message_of(f, Message::What::deletion, "delete");
  message.object = object;
  message.parts[0] = in_order(one, object, kPrivilegeAttribute);
  wire::DeleteObjectInstance request;
  request.object = object;
  const std::string tag = message.tag;
  post(f, "deleteObjectInstance", request, std::move(message));
  if (!judge_.messages.contains(tag)) return;
  std::erase(one.own, object);
  one.deleting[object] = tag;
}

void TimeRun::retract(Federate f) {
  One& one = *ones_[f];
  if (one.mine.empty() || one_in(10)) {
    return judged(f, "retract", "an unknown event",
                  wire::Retract{{1000000 + below(5), one.member->handle}},
                  {ErrorCode::InvalidRetractionHandle}, [](auto...) {});
  }
  // Rather a recent one.
  const std::size_t last = one.mine.size() - 1;
  const std::string tag = one.mine[last - std::min(last, static_cast<std::size_t>(below(4)))];
  Message& message = judge_.messages.at(tag);
  const auto must = judge_.must_retract(*one.member, message);
  begin(f, "retract", "'" + tag + "'", wire::Retract{{message.serial, one.member->handle}},
        [this, &one, &message, must](const auto& result) {
          if (result.has_value() != must.value_or(result.has_value())) {
            judge_.complain(*one.member, std::string(result ? "may" : "may not") + " retract '" +
                                             message.tag + "' though it is " +
                                             one.member->clock.state());
          }
          if (!result) return;
          message.retracted = true;
          if (message.what == Message::What::deletion) {
            one.deleting.erase(message.object);
            one.own.push_back(message.object);
          }
        });
}

}  // namespace triad::test
