// Random messages and their retraction in a run (run.hpp).
#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

void FederationRun::call_message_service(Federate f) {
  const std::uint64_t choice = random_below(13);
  if (choice < 5) return send_interaction(f);
  if (choice < 10) return update_attributes(f);
  if (choice < 12) return retract(f);
  delete_object(f);
}

// Returns a stamp, mostly legal, often the least legal one. Differences are small, so equal stamps
// are frequent.
std::optional<double> FederationRun::random_stamp(Federate f) {
  const ClockModel& clock = federates_[f]->member->clock;
  if (one_in(5)) return std::nullopt;
  double stamp = random_time(f);
  if (one_in(10)) {
    stamp = clock.time + 0.5 * static_cast<double>(random_below(3)) - 0.5;
  } else if (clock.regulation == ClockModel::Mode::on) {
    const StampBound legal = clock.surely_legal();
    const double first = std::ceil(legal.time * 2 + (legal.is_exclusive ? 0.5 : 0)) / 2;
    stamp = first + 0.5 * static_cast<double>(random_below(5));
  }
  // All messages must arrive before the end.
  return times_of_run_.end == 0 || stamp < times_of_run_.end ? std::optional(stamp) : std::nullopt;
}

// Gives the message a stamp that misses the least permitted one by a tolerated rounding error.
void FederationRun::lower_by_rounding(Federate f, Message& message) {
  const ClockModel& clock = federates_[f]->member->clock;
  if (!clock.tolerates_ulp || !message.time) return;
  const auto least = clock.least_stamp();
  // If the least stamp is uncertain, it is uncertain whether a stamp that misses it is raised.
  if (!least) {
    for (const StampBound& bound : {clock.surely_illegal(), clock.surely_legal()}) {
      message.time = clock.rounded_up(*message.time, bound.time);
    }
  }
  if (least && clock.rounded_up(*message.time, *least) != *message.time) {
    message.requested_time = std::exchange(message.time, least);  // it misses already
    return;
  }
  if (!one_in(4)) return;
  if (!least || (times_of_run_.end != 0 && *least >= times_of_run_.end)) return;
  message.time = least;
  message.requested_time = std::nextafter(*least, -kForever);
}

Message FederationRun::make_message(Federate f, Message::Kind kind, const char* prefix) {
  Message message;
  message.kind = kind;
  message.tag = prefix + std::to_string(++counts_.tags);
  message.begun = now_;
  message.time = random_stamp(f);
  lower_by_rounding(f, message);
  message.sender = history_.place_of(*federates_[f]->member);
  return message;
}

template <wire::Call C>
void FederationRun::post_message(Federate f, C request, Message message,
                                 ExpectedResult expected_result) {
  Member& member = *federates_[f]->member;
  const bool regulates = member.clock.regulation == ClockModel::Mode::on;
  for (auto& [number, part] : message.parts) {
    part.is_tso = part.is_tso && regulates && message.time;
  }
  if (message.time) {
    request.time = encode_time(message.requested_time.value_or(*message.time));
    times_of_run_.latest = std::max(times_of_run_.latest, *message.time);
  }
  request.tag = keep_text(message.tag);
  const auto accept = message.time ? judge_.time.must_accept(member, *message.time) : true;
  if (accept != true) expected_result.permitted.insert(ErrorCode::InvalidFederationTime);
  if (accept == false && expected_result.required.empty())
    expected_result.required.insert(ErrorCode::InvalidFederationTime);
  const std::string text =
      "'" + message.tag + "'" + (message.object ? " of " + text_of(message.object) : "") +
      (message.time ? " at " + text_of(*message.time) + ", " + member.clock.describe() : "");
  if (expected_result.required.empty() && !message.is_tso())
    federates_[f]->pending_message = message;
  begin_judged_call(
      f, text, request, expected_result, [this, f, &member, message](const auto& retraction) {
        if (message.kind == Message::Kind::update) ++federates_[f]->updates;
        if (message.kind == Message::Kind::interaction) ++federates_[f]->interactions;
        if (message.parts.empty()) return;  // an empty update
        Message posted = message;
        posted.sequence = ++member.sent;
        posted.serial = retraction.serial;
        if (posted.is_tso() != (posted.serial != 0)) {
          history_.report_error(member, "gets a wrong retraction handle for '" + message.tag + "'");
        }
        if (message.is_tso()) federates_[f]->retractable_tags.push_back(message.tag);
        if (message.kind == Message::Kind::deletion) {
          std::erase(federates_[f]->owned_objects, message.object);
          judge_.objects.record_deletion(member, posted);
        }
        judge_.messages.record_message(std::move(posted));
      });
}

void FederationRun::send_interaction(Federate f) {
  Member& member = *federates_[f]->member;
  const auto& published = member.declared.published_interactions;
  const InteractionClassHandle c = random_published_interaction_class(f);
  Message message = make_message(f, Message::Kind::interaction, "shot");
  message.interaction_class = c;
  ExpectedResult expected_result = Declared::refusals_of_declaration(c);
  Values& values = values_.emplace_back();
  if (is_defined(c)) {
    const Delivery delivery = delivery_for(member, c);
    message.parts[0] = {delivery.order == Ordering::timestamp, delivery.transportation, 0, {}};
    expected_result.add(!published.contains(c), ErrorCode::InteractionClassNotPublished);
    const std::uint32_t last = parameters_at(c) + (one_in(30) ? 1 : 0);
    for (std::uint32_t parameter = 1; parameter <= last; ++parameter) {
      if (parameter <= parameters_at(c) && one_in(2)) continue;
      values.add(wire::ParameterHandle(parameter), message.tag);
      message.parameters.insert(parameter);
    }
    expected_result.add(last > parameters_at(c), ErrorCode::InteractionParameterNotDefined);
  }
  wire::SendInteraction request;
  request.interaction_class = c;
  request.values = values;
  const bool has_regions = with_regions_ && (!own_regions(f).empty() || one_in(30));
  if (has_regions && one_in(2) && is_defined(c)) {
    request.region = random_region(f, expected_result);
    expected_result.add(!is_in_space(c), ErrorCode::InvalidRegionContext);
    const auto region = history_.regions.find(request.region);
    if (region != history_.regions.end()) message.parts[0].region = region->second.bounds();
  }
  post_message(f, request, std::move(message), std::move(expected_result));
}

void FederationRun::update_attributes(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const ObjectHandle object = state.owned_objects.empty() || one_in(20)
                                  ? random_object(f)
                                  : random_element(state.owned_objects);
  const Instance* instance = history_.find_instance(object);
  if (instance != nullptr && !instance->deletion.empty()) return;
  AttributeSet attributes = history_.owned(member, object);
  AttributeSet left_out;
  attributes.for_each([&](AttributeHandle attribute) {
    if (one_in(3)) left_out.insert(attribute);
  });
  attributes -= left_out;
  if (one_in(30))
    attributes.insert(AttributeHandle(static_cast<std::uint32_t>(1 + random_below(7))));
  Message message = make_message(f, Message::Kind::update, "update");
  message.object = object;
  Values& values = values_.emplace_back();
  ExpectedResult expected_result = judge_.objects.result_of_use(member, object, attributes, true);
  attributes.for_each([&](AttributeHandle attribute) {
    values.add(attribute, message.tag);
    if (!expected_result.required.empty()) return;
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
  post_message(f, request, std::move(message), std::move(expected_result));
}

void FederationRun::delete_object(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const ObjectHandle object = state.owned_objects.empty() || one_in(4)
                                  ? random_object(f)
                                  : random_element(state.owned_objects);
  const Instance* instance = history_.find_instance(object);
  // An instance that it is deleting already may still exist or not.
  if (instance != nullptr && !instance->deletion.empty()) return;
  Message message = make_message(f, Message::Kind::deletion, "delete");
  message.object = object;
  if (instance != nullptr) {
    const Delivery delivery = delivery_for(member, object, kPrivilegeAttribute);
    message.parts[0] = {delivery.order == Ordering::timestamp, Transportation::reliable, 0, {}};
  }
  wire::DeleteObjectInstance request;
  request.object = object;
  post_message(f, request, std::move(message), judge_.objects.result_of_deletion(member, object));
}

void FederationRun::retract(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const ExpectedResult invalid{{ErrorCode::InvalidRetractionHandle}};
  if (state.retractable_tags.empty() || one_in(10)) {
    return begin_judged_call(f, "an unknown event",
                             wire::Retract{{1000000 + random_below(5), member.handle}}, invalid);
  }
  // Prefers a recent message.
  const std::size_t last = state.retractable_tags.size() - 1;
  const std::string tag =
      state.retractable_tags[last - std::min(last, static_cast<std::size_t>(random_below(4)))];
  Message& message = history_.messages.at(tag);
  const auto must = judge_.time.must_retract(member, message);
  ExpectedResult expected_result;
  if (must == false) expected_result = invalid;
  if (!must) expected_result.permitted = invalid.required;
  begin_judged_call(f, "'" + tag + "', " + member.clock.describe(),
                    wire::Retract{{message.serial, member.handle}}, expected_result,
                    [this, &state, &member, &message](auto...) {
                      message.retracted = true;
                      if (message.kind != Message::Kind::deletion) return;
                      judge_.objects.record_retraction(member, message);
                      if (!history_.owned(member, message.object).empty())
                        state.owned_objects.push_back(message.object);
                    });
}

}  // namespace triad::test
