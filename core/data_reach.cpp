#include "core/data_reach.hpp"

#include <algorithm>

namespace triad::core {

namespace {

// Returns the regions of one creator from a list in ascending order.
std::span<const RegionHandle> regions_of_creator(FederateHandle creator,
                                                 std::span<const RegionHandle> regions) {
  const auto begin = std::ranges::lower_bound(regions, wire::region_of(creator, 0));
  const auto end = std::ranges::upper_bound(regions, wire::region_of(creator, ~std::uint32_t{0}));
  return {begin, end};
}

}  // namespace

AttributeSet attributes_reached(const Federation& federation, FederateHandle subscriber,
                                ObjectClassHandle at, RegionHandle region, bool active) {
  const Declarations& declared = federation.members().at(subscriber).declared;
  AttributeSet reached;
  const auto* without = declared.find_subscription(at);
  if (without != nullptr && (without->active || !active)) reached = without->attributes;
  const auto* regions = declared.find_region_subscriptions(at);
  if (regions == nullptr) return reached;
  if (!region) return reached |= active ? regions->active_attributes : regions->attributes;
  for (const RegionHandle own :
       regions_of_creator(subscriber, federation.regions().subscriptions_overlapping(region))) {
    const auto found = regions->by_region.find(own);
    if (found == regions->by_region.end() || (active && !found->second.active)) continue;
    reached |= found->second.attributes;
  }
  return reached;
}

AttributeSet attributes_in_reach(const Federation& federation, FederateHandle subscriber,
                                 ObjectClassHandle at, const ObjectInstance& instance,
                                 bool active) {
  AttributeSet in_default = attributes_reached(federation, subscriber, at, {}, active);
  if (instance.regions->empty()) return in_default;
  AttributeSet in_regions;
  for (const auto& [region, attributes] : *instance.regions) {
    const AttributeSet sent = attributes & instance.owned_by(wire::creator_of(region));
    in_regions |= attributes_reached(federation, subscriber, at, region, active) & sent;
    in_default -= sent;
  }
  return in_default | in_regions;
}

bool may_reach(const Federation& federation, FederateHandle subscriber,
               ObjectClassHandle object_class, const AttributeSet& attributes,
               RegionHandle region) {
  for (ObjectClassHandle at = object_class; at; at = federation.model().find(at)->parent) {
    if (attributes_reached(federation, subscriber, at, region).intersects(attributes)) return true;
  }
  return false;
}

bool reaches(const Federation& federation, FederateHandle subscriber, InteractionClassHandle sent,
             RegionHandle region) {
  const Declarations& declared = federation.members().at(subscriber).declared;
  const auto received = declared.nearest_subscribed(federation.model(), sent);
  if (!received) return false;
  if (!region || declared.subscribed_interaction_classes.contains(received)) return true;
  const auto& own_regions = declared.interaction_class_regions.at(received);
  const auto overlapping =
      regions_of_creator(subscriber, federation.regions().subscriptions_overlapping(region));
  return std::ranges::any_of(overlapping,
                             [&](RegionHandle own) { return own_regions.contains(own); });
}

}  // namespace triad::core
