// Declaration management and advisory switches in a run (run.hpp). A subscription counts as
// changing from the begin of its call to the end.
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

// Prefers vehicles and tanks, so that federates choose the same classes.
ObjectClassHandle FederationRun::random_class() {
  static constexpr std::uint32_t kClasses[] = {1, 2, 2, 2, 3, 3, 4, 5, 6};
  if (one_in(40)) return kUndefinedObjectClass;
  return ObjectClassHandle(kClasses[random_below(std::size(kClasses))]);
}

InteractionClassHandle FederationRun::random_interaction_class() {
  static constexpr std::uint32_t kClasses[] = {1, 2, 2, 3, 3, 4};
  if (one_in(40)) return kUndefinedInteractionClass;
  return InteractionClassHandle(kClasses[random_below(std::size(kClasses))]);
}

AttributeSet FederationRun::random_attributes(ObjectClassHandle object_class) {
  const std::uint32_t last = is_defined(object_class) ? attributes_at(object_class) : 1;
  AttributeSet set;
  if (one_in(12)) return set;
  for (std::uint32_t value = 1; value <= last; ++value) {
    if (!one_in(3)) set.insert(AttributeHandle(value));
  }
  if (one_in(40)) set.insert(AttributeHandle(last + 1));
  return set;
}

// Prefers a published class.
InteractionClassHandle FederationRun::random_published_interaction_class(Federate f) {
  const auto& published = federates_[f]->member->declared.published_interactions;
  if (published.empty() || one_in(10)) return random_interaction_class();
  return *std::next(published.begin(), static_cast<std::ptrdiff_t>(random_below(published.size())));
}

void FederationRun::call_declaration_service(Federate f) {
  const Declared& declared = federates_[f]->member->declared;
  const ObjectClassHandle c = random_class();
  if (favors_existence_ && !one_in(3)) {
    const auto& subscribed = declared.subscribed;
    if (!subscribed.empty() && one_in(2)) return unsubscribe(f, subscribed.begin()->first);
    return subscribe(f, kVehicleClass, AttributeSet::up_to(3));
  }
  switch (random_below(8)) {
    case 0:
    case 1:
      return publish(f, c, random_attributes(c));
    case 2:
      return unpublish(
          f, one_in(2) && !declared.published.empty() ? declared.published.rbegin()->first : c);
    case 3:
    case 4:
      return subscribe(f, c, random_attributes(c));
    case 5:
      return unsubscribe(
          f, one_in(2) && !declared.subscribed.empty() ? declared.subscribed.begin()->first : c);
    default:
      return call_interaction_declaration_service(f);
  }
}

void FederationRun::publish(Federate f, ObjectClassHandle c, const AttributeSet& attributes) {
  Member& member = *federates_[f]->member;
  federates_[f]->may_divest = true;
  ExpectedResult expected_result = Declared::refusals_of_declaration(c, attributes);
  judge_.ownership.add_results_of_publication(member, c, attributes, expected_result);
  judge_.ownership.record_possible_loss(member, c, attributes);
  begin_judged_call(f, std::to_string(c.value) + " " + text_of(attributes),
                    wire::PublishObjectClass{c, attributes}, expected_result,
                    [this, f, &member, c, attributes](auto...) {
                      member.declared.publish(c, attributes);
                      if (attributes.empty()) member.advised.registrations.erase(c);
                      judge_.ownership.record_publication(member, c);
                      update_owned_objects(f);
                    });
}

void FederationRun::unpublish(Federate f, ObjectClassHandle c) {
  Member& member = *federates_[f]->member;
  federates_[f]->may_divest = true;
  ExpectedResult expected_result = member.declared.refusals_of_unpublication(c);
  judge_.ownership.add_results_of_publication(member, c, {}, expected_result);
  judge_.ownership.record_possible_loss(member, c, {});
  begin_judged_call(f, std::to_string(c.value), wire::UnpublishObjectClass{c}, expected_result,
                    [this, f, &member, c](auto...) {
                      member.declared.publish(c, {});
                      member.advised.registrations.erase(c);
                      judge_.ownership.record_publication(member, c);
                      update_owned_objects(f);
                    });
}

void FederationRun::subscribe(Federate f, ObjectClassHandle c, const AttributeSet& attributes) {
  Member& member = *federates_[f]->member;
  const bool active = !one_in(4);
  member.declared.record_change(c, now_);
  begin_judged_call(
      f, std::to_string(c.value) + " " + text_of(attributes) + (active ? "" : ", passive"),
      wire::SubscribeObjectClassAttributes{c, attributes, active},
      Declared::refusals_of_declaration(c, attributes),
      [this, &member, c, attributes, active](auto...) {
        member.declared.subscribe(c, attributes, active);
        member.declared.record_change(c, now_);
      });
}

void FederationRun::unsubscribe(Federate f, ObjectClassHandle c) {
  Member& member = *federates_[f]->member;
  member.declared.record_change(c, now_);
  begin_judged_call(f, std::to_string(c.value), wire::UnsubscribeObjectClass{c},
                    member.declared.refusals_of_unsubscription(c), [this, &member, c](auto...) {
                      member.declared.subscribe(c, {}, true);
                      member.declared.record_change(c, now_);
                    });
}

void FederationRun::call_interaction_declaration_service(Federate f) {
  Member& member = *federates_[f]->member;
  InteractionClassHandle c = random_interaction_class();
  switch (random_below(4)) {
    case 0:
      return publish_interactions(f, c);
    case 1:
      if (one_in(2)) c = random_published_interaction_class(f);
      return begin_judged_call(f, std::to_string(c.value), wire::UnpublishInteractionClass{c},
                               member.declared.refusals_of_unpublication(c), [&member, c](auto...) {
                                 member.declared.published_interactions.erase(c);
                                 member.advised.interactions.erase(c);
                                 member.deliveries.erase(c);
                               });
    case 2:
      return subscribe_interactions(f, c);
    default:
      member.declared.record_change(c, now_);
      return begin_judged_call(f, std::to_string(c.value), wire::UnsubscribeInteractionClass{c},
                               member.declared.refusals_of_unsubscription(c),
                               [this, &member, c](auto...) {
                                 member.declared.subscribed_interactions.erase(c);
                                 member.declared.record_change(c, now_);
                               });
  }
}

void FederationRun::publish_interactions(Federate f, InteractionClassHandle c) {
  begin_judged_call(f, std::to_string(c.value), wire::PublishInteractionClass{c},
                    Declared::refusals_of_declaration(c),
                    [member = federates_[f]->member, c](auto...) {
                      member->declared.published_interactions.insert(c);
                    });
}

void FederationRun::subscribe_interactions(Federate f, InteractionClassHandle c) {
  Member& member = *federates_[f]->member;
  const bool active = !one_in(4);
  member.declared.record_change(c, now_);
  begin_judged_call(f, std::to_string(c.value) + (active ? "" : ", passive"),
                    wire::SubscribeInteractionClass{c, active},
                    Declared::refusals_of_declaration(c), [this, &member, c, active](auto...) {
                      member.declared.subscribed_interactions[c] = active;
                      member.declared.record_change(c, now_);
                    });
}

void FederationRun::set_random_switch(Federate f) {
  const auto which = static_cast<wire::AdvisorySwitch>(1 + random_below(4));
  const bool on = !one_in(3);
  begin_judged_call(f, "", wire::SetAdvisorySwitch{which, on}, {},
                    [member = federates_[f]->member, which, on](auto...) {
                      member->declared.set_switch(which, on);
                    });
}

}  // namespace triad::test
