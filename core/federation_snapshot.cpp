#include "core/federation_snapshot.hpp"

#include "core/federation_state.hpp"

namespace triad::core {

namespace {

// Adds the member's regions and its subscriptions with regions.
void add_regions(const Federation& federation, const Member& member, MemberSnapshot& taken) {
  taken.last_region = member.last_region;
  federation.regions().for_each_of(taken.federate, [&](RegionHandle handle, const Region& region) {
    taken.regions.push_back({handle, region.space, region.extents, region.ranges});
  });
  for (const auto& [object_class, regions] : member.declared.object_class_regions) {
    for (const auto& [region, subscription] : regions.by_region) {
      taken.object_class_regions.push_back(
          {object_class, region, subscription.attributes, subscription.active});
    }
  }
  for (const auto& [interaction_class, regions] : member.declared.interaction_class_regions) {
    for (const auto& [region, active] : regions) {
      taken.interaction_class_regions.push_back({interaction_class, region, active});
    }
  }
}

}  // namespace

std::vector<MemberSnapshot> snapshot_of_members(const Federation& federation) {
  std::vector<MemberSnapshot> members;
  for (const auto& [federate, member] : federation.members()) {
    MemberSnapshot& taken = members.emplace_back();
    taken.federate = federate;
    taken.federate_type = member.federate_type;
    taken.manager = member.manager;
    taken.has_requested_relevance = member.has_requested_relevance;
    taken.regulating = member.regulating;
    taken.constrained = member.constrained;
    for (const auto& [object_class, attributes] : member.declared.published_object_classes) {
      taken.published_object_classes.push_back({object_class, attributes});
    }
    for (const auto interaction_class : member.declared.published_interaction_classes) {
      taken.published_interaction_classes.push_back(interaction_class);
    }
    for (const auto& [object_class, subscription] : member.declared.subscribed_object_classes) {
      taken.subscribed_object_classes.push_back(
          {object_class, subscription.attributes, subscription.active});
    }
    for (const auto& [interaction_class, active] : member.declared.subscribed_interaction_classes) {
      taken.subscribed_interaction_classes.push_back({interaction_class, active});
    }
    add_regions(federation, member, taken);
  }
  return members;
}

InstanceSnapshot snapshot_of(ObjectHandle object, const ObjectInstance& instance) {
  InstanceSnapshot taken;
  taken.object = object;
  taken.object_class = instance.object_class;
  taken.name = *instance.name;
  for (const Ownership& o : instance.owners) {
    taken.owners.push_back({o.federate, o.attributes, o.known_class});
  }
  for (const Offer& offer : *instance.offers) taken.offers.push_back({offer.attributes, offer.tag});
  taken.regions = *instance.regions;
  return taken;
}

FederationSnapshot snapshot_of(const Federation& federation) {
  FederationSnapshot snapshot{snapshot_of_members(federation), {}};
  const ObjectDirectory& objects = federation.objects();
  for (const ObjectHandle object : objects.handles()) {
    snapshot.instances.push_back(snapshot_of(object, *objects.find(object)));
  }
  return snapshot;
}

}  // namespace triad::core
