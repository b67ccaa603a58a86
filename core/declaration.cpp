#include "core/declaration.hpp"

#include <algorithm>

#include "core/defect.hpp"

namespace triad::core {

namespace {

template <class Map, class HandleType>
HandleType nearest(const Map& subscribed, const ObjectModel& model, HandleType from) {
  for (HandleType at = from; at;) {
    if (subscribed.contains(at)) return at;
    const auto* described = model.find(at);
    if (described == nullptr) break;
    at = described->parent;
  }
  return HandleType{};
}

// Puts, replaces or removes the federate's entry in a list that is sorted by federate.
template <class Interest>
void replace(std::vector<Interest>& list, Interest entry, bool wanted) {
  const auto at = std::ranges::lower_bound(list, entry.federate, {}, &Interest::federate);
  const bool present = at != list.end() && at->federate == entry.federate;
  if (present && wanted && !TRIAD_DEFECT(interest_twice_after_resubscription)) {
    *at = std::move(entry);
  } else if (present && !wanted) {
    list.erase(at);
  } else if (wanted) {
    list.insert(at, std::move(entry));
  }
}

AttributeInterest interest_at(const ObjectModel& model, const Declarations& declared,
                              FederateHandle federate, ObjectClassHandle object_class) {
  AttributeInterest interest{federate, {}, {}};
  for (ObjectClassHandle at = object_class; at; at = model.find(at)->parent) {
    if (const auto* subscription = declared.subscribed(at)) {
      interest.attributes |= subscription->attributes;
      const bool active = subscription->active || TRIAD_DEFECT(passive_subscription_advises);
      if (active) interest.active_attributes |= subscription->attributes;
    }
  }
  return interest;
}

}  // namespace

const AttributeSet* Declarations::published(ObjectClassHandle object_class) const {
  const auto at = published_object_classes.find(object_class);
  return at == published_object_classes.end() ? nullptr : &at->second;
}

const ObjectClassSubscription* Declarations::subscribed(ObjectClassHandle object_class) const {
  const auto at = subscribed_object_classes.find(object_class);
  return at == subscribed_object_classes.end() ? nullptr : &at->second;
}

ObjectClassHandle Declarations::nearest_subscribed(const ObjectModel& model,
                                                   ObjectClassHandle from) const {
  return nearest(subscribed_object_classes, model, from);
}

InteractionClassHandle Declarations::nearest_subscribed(const ObjectModel& model,
                                                        InteractionClassHandle from) const {
  return nearest(subscribed_interaction_classes, model, from);
}

InterestTable::InterestTable(const ObjectModel& model)
    : model_(model),
      by_object_class_(model.object_classes.size() + 1),
      by_interaction_class_(model.interaction_classes.size() + 1) {}

void InterestTable::update(FederateHandle federate, const Declarations& declared,
                           ObjectClassHandle at) {
  for (std::uint32_t value = at.value; value < by_object_class_.size(); ++value) {
    const ObjectClassHandle object_class(value);
    if (!model_.is_a(object_class, at)) continue;
    auto interest = interest_at(model_, declared, federate, object_class);
    const bool wanted = !interest.attributes.empty();
    replace(by_object_class_[value], std::move(interest), wanted);
  }
}

void InterestTable::update(FederateHandle federate, const Declarations& declared,
                           InteractionClassHandle at) {
  for (std::uint32_t value = at.value; value < by_interaction_class_.size(); ++value) {
    const InteractionClassHandle interaction_class(value);
    if (!model_.is_a(interaction_class, at)) continue;
    InteractionInterest interest{federate, false};
    bool wanted = false;
    for (auto level = interaction_class; level; level = model_.find(level)->parent) {
      const auto found = declared.subscribed_interaction_classes.find(level);
      if (found == declared.subscribed_interaction_classes.end()) continue;
      wanted = true;
      interest.active = interest.active || found->second;
    }
    replace(by_interaction_class_[value], interest, wanted);
  }
}

void InterestTable::remove(FederateHandle federate) {
  for (auto& list : by_object_class_) {
    std::erase_if(list, [&](const auto& interest) { return interest.federate == federate; });
  }
  for (auto& list : by_interaction_class_) {
    std::erase_if(list, [&](const auto& interest) { return interest.federate == federate; });
  }
}

}  // namespace triad::core
