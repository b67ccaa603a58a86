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
ObjectHandle FederationRun::some_object(Federate f) {
  const auto& known = ones_[f]->member->known;
  // It may know an instance of the MOM.
  if (known.empty() || one_in(10))
    return ObjectHandle(1 + below(30) + (has_mom(seed_) ? 1000000 : 0));
  return std::next(known.begin(), static_cast<std::ptrdiff_t>(below(known.size())))->first;
}

void FederationRun::object_service(Federate f) {
  if (of_existence_ && one_in(3)) return one_in(2) ? erase(f) : lose_sight(f);
  switch (below(9)) {
    case 0:
    case 1:
    case 2:
      return enlist(f);
    case 3:
      return erase(f);
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

void FederationRun::enlist(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const auto& published = member.declared.published;
  ObjectClassHandle c = some_class();
  if (!published.empty() && !one_in(10)) {
    c = std::next(published.begin(), static_cast<std::ptrdiff_t>(below(published.size())))->first;
  }
  if (one.own.size() > 3) return;
  const std::string name = !one_in(3) ? "" : one_in(8) ? "HLA7" : "name" + std::to_string(below(4));
  const std::uint64_t call = names_.begin(name);
  const Fate fate = judge_.objects.to_register(member, c, name);
  const bool free = judge_.objects.surely_free(name);
  begin(f, std::to_string(c.value) + (name.empty() ? "" : " '" + name + "'"),
        wire::RegisterObjectInstance{c, keep(name)},
        [this, &one, &member, c, name, call, fate, free, begun = now_](const auto& result) {
          const bool alone = names_.end_alone(name, call);
          if (result) {
            if (!fate.must.empty()) history_.complain(member, "may register, wrongly");
            judge_.objects.registered(member, *result, c, name, begun);
            one.own.push_back(*result);
            return;
          }
          const auto code = result.error().code;
          const bool taken = fate.may.contains(code) && !(alone && free);
          if (!fate.must.contains(code) && !taken) {
            history_.complain(member, "may not register '" + name + "': " + result.error().text);
          }
        });
}

// Makes the federate forget an instance for which it has just begun to negotiate, after the end of
// its subscription to the class.
void FederationRun::lose_sight(Federate f) {
  One& one = *ones_[f];
  const ObjectHandle object = some_object(f);
  const auto known = one.member->known.find(object);
  if (known == one.member->known.end()) return delete_locally(f, object);
  const ObjectClassHandle c = known->second.known_class;
  const auto then = [&](auto what) { one.to_do.emplace_back(what); };
  if (one.member->declared.subscribed.contains(c)) then([this, f, c] { unsubscribe(f, c); });
  then([this, f, object] { acquire(f, object, some_of(wanted(f, object), f, object), one_in(2)); });
  then([this, f, object] { delete_locally(f, object); });
  if (one_in(2)) then([this, f, c] { subscribe(f, c, some_attributes(c)); });
}

void FederationRun::delete_locally(Federate f, ObjectHandle object) {
  Member& member = *ones_[f]->member;
  judged(f, text_of(object), wire::LocalDeleteObjectInstance{object},
         judge_.objects.to_delete_locally(member, object),
         [this, &member, object](auto...) { judge_.objects.deleted_locally(member, object); });
}

// --- Transportation and order types.

void FederationRun::change_attribute_delivery(Federate f) {
  One& one = *ones_[f];
  Member& member = *one.member;
  const ObjectHandle object = one.own.empty() || one_in(4) ? some_object(f) : any(one.own);
  const AttributeSet attributes{AttributeHandle(static_cast<std::uint32_t>(1 + below(4)))};
  const std::uint64_t type = one_in(6) ? kNoType : 1 + below(2);
  Fate fate = judge_.objects.to_use(member, object, attributes, true);
  const std::string text = text_of(object) + " " + text_of(attributes) + " " + std::to_string(type);
  const auto change = [this, &member, object, attributes](auto set) {
    attributes.for_each([&](AttributeHandle attribute) {
      Delivery delivery = delivery_for(member, object, attribute);
      set(delivery);
      member.attribute_deliveries[{object, attribute}] = delivery;
    });
  };
  if (one_in(2)) {
    fate.add(type == kNoType, ErrorCode::InvalidOrderingHandle);
    return judged(f, text, wire::ChangeAttributeOrderType{object, attributes, type}, fate,
                  [change, type](auto...) {
                    change([&](Delivery& d) { d.order = static_cast<Ordering>(type); });
                  });
  }
  fate.add(type == kNoType, ErrorCode::InvalidTransportationHandle);
  judged(f, text, wire::ChangeAttributeTransportationType{object, attributes, type}, fate,
         [change, type](auto...) {
           change([&](Delivery& d) { d.transportation = static_cast<Transportation>(type); });
         });
}

void FederationRun::change_interaction_delivery(Federate f) {
  Member& member = *ones_[f]->member;
  const InteractionClassHandle c = published_interaction_class(f);
  const std::uint64_t type = one_in(6) ? kNoType : 1 + below(2);
  const std::string text = std::to_string(c.value) + " " + std::to_string(type);
  Fate fate = Declared::to_declare(c);
  fate.add(defined(c) && !member.declared.published_interactions.contains(c),
           ErrorCode::InteractionClassNotPublished);
  if (one_in(2)) {
    fate.add(type == kNoType, ErrorCode::InvalidOrderingHandle);
    return judged(f, text, wire::ChangeInteractionOrderType{c, type}, fate,
                  [this, &member, c, type](auto...) {
                    Delivery delivery = delivery_for(member, c);
                    delivery.order = static_cast<Ordering>(type);
                    member.deliveries[c] = delivery;
                  });
  }
  fate.add(type == kNoType, ErrorCode::InvalidTransportationHandle);
  judged(f, text, wire::ChangeInteractionTransportationType{c, type}, fate,
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
  Member& member = *ones_[f]->member;
  if (one_in(2)) {
    const ObjectClassHandle c = some_class();
    const AttributeSet attributes = some_attributes(c);
    return judged(f, std::to_string(c.value) + " " + text_of(attributes),
                  wire::RequestClassAttributeValueUpdate{c, attributes},
                  Declared::to_declare(c, attributes),
                  [this, &member, c, attributes, begun = now_](auto...) {
                    judge_.objects.requested(member, {}, c, attributes, begun);
                  });
  }
  const ObjectHandle object = some_object(f);
  const auto known = member.known.find(object);
  const AttributeSet attributes =
      some_attributes(known == member.known.end() ? kVehicleClass : known->second.known_class);
  judged(f, text_of(object) + " " + text_of(attributes),
         wire::RequestObjectAttributeValueUpdate{object, attributes},
         judge_.objects.to_use(member, object, attributes, false),
         [this, &member, object, attributes, begun = now_](auto...) {
           judge_.objects.requested(member, object, {}, attributes, begun);
         });
}

}  // namespace triad::test
