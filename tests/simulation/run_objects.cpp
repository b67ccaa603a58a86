// Object management, without messages, in a run (run.hpp).
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

namespace {

// Types 1 and 2 exist.
constexpr std::uint64_t kNoType = 7;

}  // namespace

// Returns mostly an instance that the federate knows, but not one that it is deleting.
ObjectHandle FederationRun::random_object(Federate f) {
  const auto& known = federates_[f]->member->known;
  // It may know an instance of the MOM.
  if (known.empty() || one_in(10))
    return ObjectHandle(1 + random_below(30) + (has_mom(seed_) ? 1000000 : 0));
  return std::next(known.begin(), static_cast<std::ptrdiff_t>(random_below(known.size())))->first;
}

void FederationRun::call_object_service(Federate f) {
  if (favors_existence_ && one_in(3)) return one_in(2) ? delete_object(f) : queue_forgetting(f);
  switch (random_below(9)) {
    case 0:
    case 1:
    case 2:
      return register_object(f);
    case 3:
      return delete_object(f);
    case 4:
      return delete_locally(f);
    case 5:
    case 6:
      return change_attribute_delivery(f);
    case 7:
      return change_interaction_delivery(f);
    default:
      return request_values(f);
  }
}

void FederationRun::register_object(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const auto& published = member.declared.published;
  ObjectClassHandle c = random_class();
  if (!published.empty() && !one_in(10)) {
    c = std::next(published.begin(), static_cast<std::ptrdiff_t>(random_below(published.size())))
            ->first;
  }
  if (state.owned_objects.size() > 3) return;
  const std::string name = !one_in(3)  ? ""
                           : one_in(8) ? "HLA7"
                                       : "name" + std::to_string(random_below(4));
  const std::uint64_t call = registrations_by_name_.begin_call(name);
  const ExpectedResult expected_result = judge_.objects.result_of_registration(member, c, name);
  const bool free = judge_.objects.is_surely_free(name);
  begin_call(
      f, std::to_string(c.value) + (name.empty() ? "" : " '" + name + "'"),
      wire::RegisterObjectInstance{c, keep_text(name)},
      [this, &state, &member, c, name, call, expected_result, free,
       begun = now_](const auto& result) {
        const bool alone = registrations_by_name_.end_call(name, call);
        if (result) {
          if (!expected_result.required.empty())
            history_.report_error(member, "can register '" + name + "', which should be refused");
          judge_.objects.record_registration(member, *result, c, name, begun);
          state.owned_objects.push_back(*result);
          return;
        }
        const auto code = result.error().code;
        const bool may_be_taken = expected_result.permitted.contains(code) && !(alone && free);
        if (!expected_result.required.contains(code) && !may_be_taken) {
          history_.report_error(member, "cannot register '" + name + "': " + result.error().text);
        }
      });
}

// Makes the federate forget an instance for which it has just begun to negotiate, after the end of
// its subscription to the class.
void FederationRun::queue_forgetting(Federate f) {
  FederateState& state = *federates_[f];
  const ObjectHandle object = random_object(f);
  const auto known = state.member->known.find(object);
  if (known == state.member->known.end()) return delete_locally(f, object);
  const ObjectClassHandle c = known->second.known_class;
  const auto queue_action = [&](auto action) { state.queued_actions.emplace_back(action); };
  if (state.member->declared.subscribed.contains(c))
    queue_action([this, f, c] { unsubscribe(f, c); });
  queue_action([this, f, object] {
    acquire(f, object, random_subset(acquirable_attributes(f, object), f, object), one_in(2));
  });
  queue_action([this, f, object] { delete_locally(f, object); });
  if (one_in(2)) queue_action([this, f, c] { subscribe(f, c, random_attributes(c)); });
}

void FederationRun::delete_locally(Federate f, ObjectHandle object) {
  Member& member = *federates_[f]->member;
  begin_judged_call(
      f, text_of(object), wire::LocalDeleteObjectInstance{object},
      judge_.objects.result_of_local_deletion(member, object),
      [this, &member, object](auto...) { judge_.objects.record_local_deletion(member, object); });
}

// --- Transportation and order types.

void FederationRun::change_attribute_delivery(Federate f) {
  FederateState& state = *federates_[f];
  Member& member = *state.member;
  const ObjectHandle object = state.owned_objects.empty() || one_in(4)
                                  ? random_object(f)
                                  : random_element(state.owned_objects);
  const AttributeSet attributes{AttributeHandle(static_cast<std::uint32_t>(1 + random_below(4)))};
  const std::uint64_t type = one_in(6) ? kNoType : 1 + random_below(2);
  ExpectedResult expected_result = judge_.objects.result_of_use(member, object, attributes, true);
  const std::string text = text_of(object) + " " + text_of(attributes) + " " + std::to_string(type);
  const auto change = [this, &member, object, attributes](auto set) {
    attributes.for_each([&](AttributeHandle attribute) {
      Delivery delivery = delivery_for(member, object, attribute);
      set(delivery);
      member.attribute_deliveries[{object, attribute}] = delivery;
    });
  };
  if (one_in(2)) {
    expected_result.add(type == kNoType, ErrorCode::InvalidOrderingHandle);
    return begin_judged_call(f, text, wire::ChangeAttributeOrderType{object, attributes, type},
                             expected_result, [change, type](auto...) {
                               change([&](Delivery& d) { d.order = static_cast<Ordering>(type); });
                             });
  }
  expected_result.add(type == kNoType, ErrorCode::InvalidTransportationHandle);
  begin_judged_call(
      f, text, wire::ChangeAttributeTransportationType{object, attributes, type}, expected_result,
      [change, type](auto...) {
        change([&](Delivery& d) { d.transportation = static_cast<Transportation>(type); });
      });
}

void FederationRun::change_interaction_delivery(Federate f) {
  Member& member = *federates_[f]->member;
  const InteractionClassHandle c = random_published_interaction_class(f);
  const std::uint64_t type = one_in(6) ? kNoType : 1 + random_below(2);
  const std::string text = std::to_string(c.value) + " " + std::to_string(type);
  ExpectedResult expected_result = Declared::refusals_of_declaration(c);
  expected_result.add(is_defined(c) && !member.declared.published_interactions.contains(c),
                      ErrorCode::InteractionClassNotPublished);
  if (one_in(2)) {
    expected_result.add(type == kNoType, ErrorCode::InvalidOrderingHandle);
    return begin_judged_call(f, text, wire::ChangeInteractionOrderType{c, type}, expected_result,
                             [this, &member, c, type](auto...) {
                               Delivery delivery = delivery_for(member, c);
                               delivery.order = static_cast<Ordering>(type);
                               member.deliveries[c] = delivery;
                             });
  }
  expected_result.add(type == kNoType, ErrorCode::InvalidTransportationHandle);
  begin_judged_call(f, text, wire::ChangeInteractionTransportationType{c, type}, expected_result,
                    [this, &member, c, type](auto...) {
                      Delivery delivery = delivery_for(member, c);
                      delivery.transportation = static_cast<Transportation>(type);
                      member.deliveries[c] = delivery;
                    });
}

Delivery FederationRun::delivery_for(const Member& member, ObjectHandle object,
                                     AttributeHandle attribute) {
  const auto changed = member.attribute_deliveries.find({object, attribute});
  if (changed != member.attribute_deliveries.end()) return changed->second;
  return delivery_of(history_.instances.at(object).object_class, attribute);
}

Delivery FederationRun::delivery_for(const Member& member,
                                     InteractionClassHandle interaction_class) {
  const auto changed = member.deliveries.find(interaction_class);
  return changed != member.deliveries.end() ? changed->second : delivery_of(interaction_class);
}

// --- Update requests.

void FederationRun::request_values(Federate f) {
  Member& member = *federates_[f]->member;
  if (one_in(2)) {
    const ObjectClassHandle c = random_class();
    const AttributeSet attributes = random_attributes(c);
    return begin_judged_call(f, std::to_string(c.value) + " " + text_of(attributes),
                             wire::RequestClassAttributeValueUpdate{c, attributes},
                             Declared::refusals_of_declaration(c, attributes),
                             [this, &member, c, attributes, begun = now_](auto...) {
                               judge_.objects.record_request(member, {}, c, attributes, begun);
                             });
  }
  const ObjectHandle object = random_object(f);
  const auto known = member.known.find(object);
  const AttributeSet attributes =
      random_attributes(known == member.known.end() ? kVehicleClass : known->second.known_class);
  begin_judged_call(f, text_of(object) + " " + text_of(attributes),
                    wire::RequestObjectAttributeValueUpdate{object, attributes},
                    judge_.objects.result_of_use(member, object, attributes, false),
                    [this, &member, object, attributes, begun = now_](auto...) {
                      judge_.objects.record_request(member, object, {}, attributes, begun);
                    });
}

}  // namespace triad::test
