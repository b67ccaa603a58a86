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

template <class Class, class Value, class ByRegion>
Class nearest_of(const std::map<Class, Value>& subscribed,
                 const std::map<Class, ByRegion>& by_region, Class from) {
  Class at = from;
  while (at && !subscribed.contains(at) && !by_region.contains(at)) at = parent_of(at);
  return at;
}

}  // namespace

// HLA 1.3 clause 5.2: privilegeToDelete is part of every publication; an empty set ends it.
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

void Declared::subscribe(ObjectClassHandle object_class, RegionHandle region,
                         const AttributeSet& attributes, bool active) {
  if (attributes.empty()) return unsubscribe(object_class, region);
  region_subscribed[object_class][region] = {attributes, active};
}

void Declared::unsubscribe(ObjectClassHandle object_class, RegionHandle region) {
  region_subscribed[object_class].erase(region);
  if (region_subscribed[object_class].empty()) region_subscribed.erase(object_class);
}

void Declared::unsubscribe(InteractionClassHandle interaction_class, RegionHandle region) {
  region_interactions[interaction_class].erase(region);
  if (region_interactions[interaction_class].empty()) region_interactions.erase(interaction_class);
}

bool Declared::uses_region(RegionHandle region) const {
  const auto has = [&](const auto& entry) { return entry.second.contains(region); };
  return std::ranges::any_of(region_subscribed, has) ||
         std::ranges::any_of(region_interactions, has);
}

bool Declared::is_subscribed(ObjectClassHandle object_class) const {
  return subscribed.contains(object_class) || region_subscribed.contains(object_class);
}

bool Declared::is_switch_on(wire::AdvisorySwitch which) const {
  if (const auto set = switches_.find(which); set != switches_.end()) return set->second;
  return which == wire::AdvisorySwitch::class_relevance ||
         which == wire::AdvisorySwitch::interaction_relevance;
}

Declared::Refusals Declared::refusals_of_declaration(ObjectClassHandle object_class,
                                                     const AttributeSet& attributes) {
  if (!is_defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (AttributeSet::up_to(attributes_at(object_class)).includes(attributes)) return {};
  return {ErrorCode::AttributeNotDefined};
}

Declared::Refusals Declared::refusals_of_declaration(InteractionClassHandle interaction_class) {
  if (is_defined(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotDefined};
}

Declared::Refusals Declared::refusals_of_unpublication(ObjectClassHandle object_class) const {
  if (!is_defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (published.contains(object_class)) return {};
  return {ErrorCode::ObjectClassNotPublished};
}

Declared::Refusals Declared::refusals_of_unpublication(
    InteractionClassHandle interaction_class) const {
  if (!is_defined(interaction_class)) return {ErrorCode::InteractionClassNotDefined};
  if (published_interactions.contains(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotPublished};
}

Declared::Refusals Declared::refusals_of_unsubscription(ObjectClassHandle object_class) const {
  if (!is_defined(object_class)) return {ErrorCode::ObjectClassNotDefined};
  if (subscribed.contains(object_class)) return {};
  return {ErrorCode::ObjectClassNotSubscribed};
}

Declared::Refusals Declared::refusals_of_unsubscription(
    InteractionClassHandle interaction_class) const {
  if (!is_defined(interaction_class)) return {ErrorCode::InteractionClassNotDefined};
  if (subscribed_interactions.contains(interaction_class)) return {};
  return {ErrorCode::InteractionClassNotSubscribed};
}

std::uint64_t Declared::last_change(ObjectClassHandle object_class) const {
  return latest(object_changes_, object_class);
}
std::uint64_t Declared::last_change(InteractionClassHandle interaction_class) const {
  return latest(interaction_changes_, interaction_class);
}

ObjectClassHandle Declared::nearest_subscribed(ObjectClassHandle object_class) const {
  return nearest_of(subscribed, region_subscribed, object_class);
}
InteractionClassHandle Declared::nearest_subscribed(
    InteractionClassHandle interaction_class) const {
  return nearest_of(subscribed_interactions, region_interactions, interaction_class);
}

AttributeSet Declared::subscribed_at(ObjectClassHandle object_class) const {
  AttributeSet all;
  if (const auto found = subscribed.find(object_class); found != subscribed.end()) {
    all = found->second.attributes;
  }
  if (const auto found = region_subscribed.find(object_class); found != region_subscribed.end()) {
    for (const auto& [region, subscription] : found->second) all |= subscription.attributes;
  }
  return all;
}
AttributeSet Declared::actively_subscribed_at(ObjectClassHandle object_class) const {
  AttributeSet all;
  if (const auto found = subscribed.find(object_class);
      found != subscribed.end() && found->second.active) {
    all = found->second.attributes;
  }
  if (const auto found = region_subscribed.find(object_class); found != region_subscribed.end()) {
    for (const auto& [region, subscription] : found->second) {
      if (subscription.active) all |= subscription.attributes;
    }
  }
  return all;
}

}  // namespace triad::test
