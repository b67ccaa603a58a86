// Declaration management and advisory switches in a run (run.hpp). A subscription counts as
// changing from the begin of its call to the end.
#include <algorithm>
#include <iterator>

#include "tests/simulation/run_calls.hpp"

namespace triad::test {

using wire::ErrorCode;

// Prefers vehicles and tanks, so that federates choose the same classes.
ObjectClassHandle FederationRun::some_class() {
  static constexpr std::uint32_t kClasses[] = {1, 2, 2, 2, 3, 3, 4, 5, 6};
  if (one_in(40)) return kUndefinedObjectClass;
  return ObjectClassHandle(kClasses[below(std::size(kClasses))]);
}

InteractionClassHandle FederationRun::some_interaction_class() {
  static constexpr std::uint32_t kClasses[] = {1, 2, 2, 3, 3, 4};
  if (one_in(40)) return kUndefinedInteractionClass;
  return InteractionClassHandle(kClasses[below(std::size(kClasses))]);
}

AttributeSet FederationRun::some_attributes(ObjectClassHandle object_class) {
  const std::uint32_t last = defined(object_class) ? attributes_at(object_class) : 1;
  AttributeSet set;
  if (one_in(12)) return set;
  for (std::uint32_t value = 1; value <= last; ++value) {
    if (!one_in(3)) set.insert(AttributeHandle(value));
  }
  if (one_in(40)) set.insert(AttributeHandle(last + 1));
  return set;
}

// Prefers a published class.
InteractionClassHandle FederationRun::published_interaction_class(Federate f) {
  const auto& published = ones_[f]->member->declared.published_interactions;
  if (published.empty() || one_in(10)) return some_interaction_class();
  return *std::next(published.begin(), static_cast<std::ptrdiff_t>(below(published.size())));
}

void FederationRun::declare(Federate f) {
  const Declared& declared = ones_[f]->member->declared;
  const ObjectClassHandle c = some_class();
  if (of_existence_ && !one_in(3)) {
    const auto& subscribed = declared.subscribed;
    if (!subscribed.empty() && one_in(2)) return unsubscribe(f, subscribed.begin()->first);
    return subscribe(f, kVehicleClass, AttributeSet::up_to(3));
  }
  switch (below(8)) {
    case 0:
    case 1:
      return publish(f, c, some_attributes(c));
    case 2:
      return unpublish(
          f, one_in(2) && !declared.published.empty() ? declared.published.rbegin()->first : c);
    case 3:
    case 4:
      return subscribe(f, c, some_attributes(c));
    case 5:
      return unsubscribe(
          f, one_in(2) && !declared.subscribed.empty() ? declared.subscribed.begin()->first : c);
    default:
      return declare_interactions(f);
  }
}

void FederationRun::publish(Federate f, ObjectClassHandle c, const AttributeSet& attributes) {
  Member& member = *ones_[f]->member;
  ones_[f]->releases = true;
  Fate fate = Declared::to_declare(c, attributes);
  judge_.ownership.to_publish(member, c, attributes, fate);
  judge_.ownership.may_lose(member, c, attributes);
  judged(f, std::to_string(c.value) + " " + text_of(attributes),
         wire::PublishObjectClass{c, attributes}, fate, [this, f, &member, c, attributes](auto...) {
           member.declared.publish(c, attributes);
           if (attributes.empty()) member.told_to_register.erase(c);
           judge_.ownership.published(member, c);
           refresh_own(f);
         });
}

void FederationRun::unpublish(Federate f, ObjectClassHandle c) {
  Member& member = *ones_[f]->member;
  ones_[f]->releases = true;
  Fate fate = member.declared.to_unpublish(c);
  judge_.ownership.to_publish(member, c, {}, fate);
  judge_.ownership.may_lose(member, c, {});
  judged(f, std::to_string(c.value), wire::UnpublishObjectClass{c}, fate,
         [this, f, &member, c](auto...) {
           member.declared.publish(c, {});
           member.told_to_register.erase(c);
           judge_.ownership.published(member, c);
           refresh_own(f);
         });
}

void FederationRun::subscribe(Federate f, ObjectClassHandle c, const AttributeSet& attributes) {
  Member& member = *ones_[f]->member;
  const bool active = !one_in(4);
  member.declared.changing(c, now_);
  judged(f, std::to_string(c.value) + " " + text_of(attributes) + (active ? "" : ", passive"),
         wire::SubscribeObjectClassAttributes{c, attributes, active},
         Declared::to_declare(c, attributes), [this, &member, c, attributes, active](auto...) {
           member.declared.subscribe(c, attributes, active);
           member.declared.changing(c, now_);
         });
}

void FederationRun::unsubscribe(Federate f, ObjectClassHandle c) {
  Member& member = *ones_[f]->member;
  member.declared.changing(c, now_);
  judged(f, std::to_string(c.value), wire::UnsubscribeObjectClass{c},
         member.declared.to_unsubscribe(c), [this, &member, c](auto...) {
           member.declared.subscribe(c, {}, true);
           member.declared.changing(c, now_);
         });
}

void FederationRun::declare_interactions(Federate f) {
  Member& member = *ones_[f]->member;
  InteractionClassHandle c = some_interaction_class();
  switch (below(4)) {
    case 0:
      return publish_interactions(f, c);
    case 1:
      if (one_in(2)) c = published_interaction_class(f);
      return judged(f, std::to_string(c.value), wire::UnpublishInteractionClass{c},
                    member.declared.to_unpublish(c), [&member, c](auto...) {
                      member.declared.published_interactions.erase(c);
                      member.told_to_send.erase(c);
                      member.deliveries.erase(c);
                    });
    case 2:
      return subscribe_interactions(f, c);
    default:
      member.declared.changing(c, now_);
      return judged(f, std::to_string(c.value), wire::UnsubscribeInteractionClass{c},
                    member.declared.to_unsubscribe(c), [this, &member, c](auto...) {
                      member.declared.subscribed_interactions.erase(c);
                      member.declared.changing(c, now_);
                    });
  }
}

void FederationRun::publish_interactions(Federate f, InteractionClassHandle c) {
  judged(f, std::to_string(c.value), wire::PublishInteractionClass{c}, Declared::to_declare(c),
         [member = ones_[f]->member, c](auto...) {
           member->declared.published_interactions.insert(c);
         });
}

void FederationRun::subscribe_interactions(Federate f, InteractionClassHandle c) {
  Member& member = *ones_[f]->member;
  const bool active = !one_in(4);
  member.declared.changing(c, now_);
  judged(f, std::to_string(c.value) + (active ? "" : ", passive"),
         wire::SubscribeInteractionClass{c, active}, Declared::to_declare(c),
         [this, &member, c, active](auto...) {
           member.declared.subscribed_interactions[c] = active;
           member.declared.changing(c, now_);
         });
}

void FederationRun::set_switch(Federate f) {
  const auto which = static_cast<wire::AdvisorySwitch>(1 + below(4));
  const bool on = !one_in(3);
  judged(f, "", wire::SetAdvisorySwitch{which, on}, {},
         [member = ones_[f]->member, which, on](auto...) { member->declared.set(which, on); });
}

}  // namespace triad::test
