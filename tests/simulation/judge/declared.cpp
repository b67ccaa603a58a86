#include "tests/simulation/judge/declared.hpp"

#include <algorithm>

namespace triad::test {

using wire::ErrorCode;

namespace {

template <class Class>
std::uint64_t latest(const std::map<Class, std::uint64_t>& changes, Class from) {
  std::uint64_t step = 0;
  for (Class at = from; at; at = parent_of(at)) {
    if (const auto found = changes.find(at); found != changes.end()) {
      step = std::max(step, found->second);
    }
  }
  return step;
}

template <class Class, class Value>
Class nearest_of(const std::map<Class, Value>& subscribed, Class from) {
  Class at = from;
  while (at && !subscribed.contains(at)) at = parent_of(at);
  return at;
}

}  // namespace

// Section 2: privilegeToDelete is part of every publication; an empty set ends it.
void Declared::publish(ObjectClassHandle object_class, const AttributeSet& attributes) {
  if (attributes.empty()) {
    published.erase(object_class);
  } else {
    published[object_class] = attributes | AttributeSet{kPrivilegeAttribute};
  }
}

void Declared::subscribe(ObjectClassHandle object_class, const AttributeSet& attributes,
                         bool active) {
  if (attributes.empty()) {
    subscribed.erase(object_class);
  } else {
    subscribed[object_class] = {attributes, active};
  }
}

bool Declared::on(wire::AdvisorySwitch which) const {
  if (const auto set = switches_.find(which); set != switches_.end()) return set->second;
  return which == wire::AdvisorySwitch::class_relevance ||
         which == wire::AdvisorySwitch::interaction_relevance;
}

Declared::Refusals Declared::to_declare(ObjectClassHandle object_class,
                                        const AttributeSet& attributes) {
  if (!defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (AttributeSet::up_to(attributes_at(object_class)).includes(attributes)) return {};
  return {ErrorCode::AttributeNotDefined};
}

Declared::Refusals Declared::to_declare(InteractionClassHandle interaction_class) {
  if (defined(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotDefined};
}

Declared::Refusals Declared::to_unpublish(ObjectClassHandle object_class) const {
  if (!defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (published.contains(object_class)) return {};
  return {ErrorCode::ObjectClassNotPublished};
}

Declared::Refusals Declared::to_unpublish(InteractionClassHandle interaction_class) const {
  if (!defined(interaction_class)) return {ErrorCode::InteractionClassNotDefined};
  if (published_interactions.contains(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotPublished};
}

Declared::Refusals Declared::to_unsubscribe(ObjectClassHandle object_class) const {
  if (!defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (subscribed.contains(object_class)) return {};
  return {ErrorCode::ObjectClassNotSubscribed};
}

Declared::Refusals Declared::to_unsubscribe(InteractionClassHandle interaction_class) const {
  if (!defined(interaction_class)) return {ErrorCode::InteractionClassNotDefined};
  if (subscribed_interactions.contains(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotSubscribed};
}

std::uint64_t Declared::last_change(ObjectClassHandle object_class) const {
  return latest(object_changes_, object_class);
}
std::uint64_t Declared::last_change(InteractionClassHandle interaction_class) const {
  return latest(interaction_changes_, interaction_class);
}

ObjectClassHandle Declared::nearest(ObjectClassHandle object_class) const {
  return nearest_of(subscribed, object_class);
}
InteractionClassHandle Declared::nearest(InteractionClassHandle interaction_class) const {
  return nearest_of(subscribed_interactions, interaction_class);
}

AttributeSet Declared::at(ObjectClassHandle object_class) const {
  const auto found = subscribed.find(object_class);
  return found == subscribed.end() ? AttributeSet{} : found->second.attributes;
}
AttributeSet Declared::actively_at(ObjectClassHandle object_class) const {
  const auto found = subscribed.find(object_class);
  return found == subscribed.end() || !found->second.active ? AttributeSet{}
                                                            : found->second.attributes;
}

}  // namespace triad::test
