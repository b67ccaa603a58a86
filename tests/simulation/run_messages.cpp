// Random messages and their retraction in a run (run.hpp).
#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

void FederationRun::message_service(Federate f) {
  const std::uint64_t choice = below(13);
  if (choice < 5) return send(f);
  if (choice < 10) return update(f);
  if (choice < 12) return retract(f);
  erase(f);
}

// Returns a stamp, mostly legal, often the least legal one. Differences are small, so equal stamps
// are frequent.
std::optional<double> FederationRun::some_stamp(Federate f) {
  const ClockModel& clock = ones_[f]->member->clock;
  if (one_in(5)) return std::nullopt;
  double stamp = some_time(f);
  if (one_in(10)) {
    stamp = clock.time + 0.5 * static_cast<double>(below(3)) - 0.5;
  } else if (clock.regulation == ClockModel::Mode::on) {
    const From legal = clock.surely_legal();
    const double first = std::ceil(legal.time * 2 + (legal.after ? 0.5 : 0)) / 2;
    stamp = first + 0.5 * static_cast<double>(below(5));
  }
  // All messages must arrive before the end.
  return end_ == 0 || stamp < end_ ? std::optional(stamp) : std::nullopt;
}

// Gives the message a stamp that misses the least permitted one by a tolerated rounding error.
void FederationRun::lower_by_rounding(Federate f, Message& message) {
  const ClockModel& clock = ones_[f]->member->clock;
  if (!clock.tolerates_ulp || !message.time) return;
  const auto least = clock.least_stamp();
  if (least && clock.raised(*message.time, *least) != *message.time) {
    message.given_time = std::exchange(message.time, least);  // it misses already
    return;
  }
  if (!one_in(4)) return;
  if (!least || (end_ != 0 && *least >= end_)) return;
  message.time = least;
  message.given_time = std::nextafter(*least, -kForever);
}

Message FederationRun::message_of(Federate f, Message::What what, const char* prefix) {
  Message message;
  message.what = what;
  message.tag = prefix + std::to_string(++tags_);
  message.begun = now_;
  message.time = some_stamp(f);
  lower_by_rounding(f, message);
  message.sender = history_.place_of(*ones_[f]->member);
  return message;
}

template <wire::Call C>
void FederationRun::post(Federate f, C request, Message message, Fate fate) {
  Member& member = *ones_[f]->member;
  const bool regulates = member.clock.regulation == ClockModel::Mode::on;
  for (auto& [number, part] : message.parts) {
    part.tso = part.tso && regulates && message.time;
  }
  if (message.time) {
    request.time = at(message.given_time.value_or(*message.time));
    latest_ = std::max(latest_, *message.time);
  }
  request.tag = keep(message.tag);
  const auto accept = message.time ? judge_.time.must_accept(member, *message.time) : true;
  if (accept != true) fate.may.insert(ErrorCode::InvalidFederationTime);
  if (accept == false && fate.must.empty()) fate.must.insert(ErrorCode::InvalidFederationTime);
  const std::string text =
      "'" + message.tag + "'" + (message.object ? " of " + text_of(message.object) : "") +
      (message.time ? " at " + text_of(*message.time) + ", " + member.clock.state() : "");
  if (fate.must.empty() && !message.tso()) ones_[f]->posting = message;
  judged(f, text, request, fate, [this, f, &member, message](const auto& retraction) {
    if (message.what == Message::What::update) ++ones_[f]->updates;
    if (message.what == Message::What::interaction) ++ones_[f]->interactions;
    if (message.parts.empty()) return;  // an empty update
    Message posted = message;
    posted.sequence = ++member.sent;
    posted.serial = retraction.serial;
    if (posted.tso() != (posted.serial != 0)) {
      history_.complain(member, "gets a wrong retraction handle for '" + message.tag + "'");
    }
    if (message.tso()) ones_[f]->mine.push_back(message.tag);
    if (message.what == Message::What::deletion) {
      std::erase(ones_[f]->own, message.object);
      judge_.objects.deleted(member, posted);
    }
    judge_.messages.sent(std::move(posted));
  });
}

void FederationRun::send(Federate f) {
  Member& member = *ones_[f]->member;
  const auto& published = member.declared.published_interactions;
  const InteractionClassHandle c = published_interaction_class(f);
  Message message = message_of(f, Message::What::interaction, "shot");
  message.interaction_class = c;
  Fate fate = Declared::to_declare(c);
  Values& values = values_.emplace_back();
  if (defined(c)) {
    const Delivery delivery = delivery_for(member, c);
    message.parts[0] = {delivery.order == Ordering::timestamp, delivery.transportation, 0, {}};
    fate.add(!published.contains(c), ErrorCode::InteractionClassNotPublished);
    const std::uint32_t last = parameters_at(c) + (one_in(30) ? 1 : 0);
    for (std::uint32_t parameter = 1; parameter <= last; ++parameter) {
      if (parameter <= parameters_at(c) && one_in(2)) continue;
      values.add(wire::ParameterHandle(parameter), message.tag);
      message.parameters.insert(parameter);
    }
    fate.add(last > parameters_at(c), ErrorCode::InteractionParameterNotDefined);
  }
  wire::SendInteraction request;
  request.interaction_class = c;
  request.values = values;
  const bool has_regions = with_regions_ && (!own_regions(f).empty() || one_in(30));
  if (has_regions && one_in(2) && defined(c)) {
    request.region = some_region(f, fate);
    fate.add(!lies_in_space(c), ErrorCode::InvalidRegionContext);
    const auto region = history_.regions.find(request.region);
    if (region != history_.regions.end()) message.parts[0].region = region->second.bounds();
  }
  post(f, request, std::move(message), std::move(fate));
}

void FederationRun::update(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const ObjectHandle object = one.own.empty() || one_in(20) ? some_object(f) : any(one.own);
  const Instance* instance = history_.instance(object);
  if (instance != nullptr && !instance->deletion.empty()) return;
  AttributeSet attributes = history_.owned(member, object);
  AttributeSet left_out;
  attributes.for_each([&](AttributeHandle attribute) {
    if (one_in(3)) left_out.insert(attribute);
  });
  attributes -= left_out;
  if (one_in(30)) attributes.insert(AttributeHandle(static_cast<std::uint32_t>(1 + below(7))));
  Message message = message_of(f, Message::What::update, "update");
  message.object = object;
  Values& values = values_.emplace_back();
  Fate fate = judge_.objects.to_use(member, object, attributes, true);
  attributes.for_each([&](AttributeHandle attribute) {
    values.add(attribute, message.tag);
    if (!fate.must.empty()) return;
    const Delivery delivery = delivery_for(member, object, attribute);
    const auto tenure = instance->tenures.find(attribute);
    message.parts[attribute.value] = {delivery.order == Ordering::timestamp,
                                      delivery.transportation,
                                      tenure == instance->tenures.end() ? 0 : tenure->second,
                                      history_.update_region(member, object, attribute)};
  });
  wire::UpdateAttributeValues request;
  request.object = object;
  request.values = values;
  post(f, request, std::move(message), std::move(fate));
}

void FederationRun::erase(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const ObjectHandle object = one.own.empty() || one_in(4) ? some_object(f) : any(one.own);
  const Instance* instance = history_.instance(object);
  // An instance that it is deleting already may still exist or not.
  if (instance != nullptr && !instance->deletion.empty()) return;
  Message message = message_of(f, Message::What::deletion, "delete");
  message.object = object;
  if (instance != nullptr) {
    const Delivery delivery = delivery_for(member, object, kPrivilegeAttribute);
    message.parts[0] = {delivery.order == Ordering::timestamp, Transportation::reliable, 0, {}};
  }
  wire::DeleteObjectInstance request;
  request.object = object;
  post(f, request, std::move(message), judge_.objects.to_delete(member, object));
}

void FederationRun::retract(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const Fate invalid{{ErrorCode::InvalidRetractionHandle}};
  if (one.mine.empty() || one_in(10)) {
    return judged(f, "an unknown event", wire::Retract{{1000000 + below(5), member.handle}},
                  invalid);
  }
  // Prefers a recent message.
  const std::size_t last = one.mine.size() - 1;
  const std::string tag = one.mine[last - std::min(last, static_cast<std::size_t>(below(4)))];
  Message& message = history_.messages.at(tag);
  const auto must = judge_.time.must_retract(member, message);
  Fate fate;
  if (must == false) fate = invalid;
  if (!must) fate.may = invalid.must;
  judged(f, "'" + tag + "', " + member.clock.state(),
         wire::Retract{{message.serial, member.handle}}, fate,
         [this, &one, &member, &message](auto...) {
           message.retracted = true;
           if (message.what != Message::What::deletion) return;
           judge_.objects.retracted(member, message);
           if (!history_.owned(member, message.object).empty()) one.own.push_back(message.object);
         });
}

}  // namespace triad::test
