// Data distribution management (HLA 1.3 clause 9) in a participant's copy of the federation:
// applies the log's records about regions. core/data_reach.hpp selects the receivers of data.
#include <algorithm>

#include "core/federation_state.hpp"

namespace triad::core {

namespace {

bool are_valid_ranges(const Region& region, const std::vector<wire::Range>& ranges) {
  return ranges.size() == region.extents * region.dimensions &&
         std::ranges::all_of(ranges, [](const auto& range) { return range.lower <= range.upper; });
}

}  // namespace

bool Federation::is_region_in_use(RegionHandle region) const {
  const Member* creator = member(wire::creator_of(region));
  if (creator != nullptr && creator->declared.uses_region(region)) return true;
  return std::ranges::any_of(regions_.objects(region), [&](ObjectHandle object) {
    const ObjectInstance* instance = objects_.find(object);
    return instance != nullptr &&
           std::ranges::find(*instance->regions, region, &wire::RegionAssociation::region) !=
               instance->regions->end();
  });
}

bool Federation::apply(FederateHandle by, const wire::CreateRegion& create) {
  const RoutingSpace* space = model_.find(create.space);
  Member& creator = members_[by];
  const bool is_valid = space != nullptr && create.extents >= 1 &&
                        create.extents <= wire::kExtentsMax &&
                        create.extents <= wire::kExtentsOfFederateMax - creator.extents &&
                        create.region == wire::region_of(by, creator.last_region + 1);
  if (!is_valid) return false;
  ++creator.last_region;
  creator.extents += create.extents;
  return regions_.insert(
      create.region,
      {create.space, static_cast<std::size_t>(create.extents), space->dimensions.size(), {}},
      space->cells_of_extent);
}

std::optional<std::vector<OverlapChange>> Federation::apply(
    FederateHandle by, const wire::NotifyAboutRegionModification& modification) {
  const Region* region = regions_.find_of(by, modification.region);
  if (region == nullptr || !are_valid_ranges(*region, modification.ranges)) return std::nullopt;
  const auto before = regions_.cells(modification.region);
  const std::vector<Cell> cells_before(before.begin(), before.end());
  auto changes = regions_.modify(modification.region, modification.ranges);
  replace_moved_cells(by, modification.region, cells_before);
  return changes;
}

// Updates the cells in all subscriptions with the region.
void Federation::replace_moved_cells(FederateHandle by, RegionHandle region,
                                     std::span<const Cell> before) {
  const auto move = [&](wire::InterestKey key) {
    CellSet& cells = interest_.filter().cells(by, key);
    cells.remove(before);
    cells.add(regions_.cells(region));
  };
  const Declarations& declared = members_[by].declared;
  for (const auto& [object_class, regions] : declared.object_class_regions) {
    if (regions.by_region.contains(region)) move(wire::interest_key(object_class));
  }
  for (const auto& [interaction_class, regions] : declared.interaction_class_regions) {
    if (regions.contains(region)) move(wire::interest_key(interaction_class));
  }
}

bool Federation::apply(FederateHandle by, const wire::DeleteRegion& deletion) {
  const Region* const region = regions_.find_of(by, deletion.region);
  if (region == nullptr) return false;
  // A deleted instance may still have the region, if this participant has not learnt of the
  // deletion yet.
  for (const ObjectHandle object : regions_.objects(deletion.region)) {
    if (ObjectInstance* instance = objects_.find(object)) instance->associate(deletion.region, {});
  }
  members_[by].extents -= region->extents;
  regions_.erase(deletion.region);
  return true;
}

bool Federation::are_valid_associations(FederateHandle by, ObjectClassHandle object_class,
                                        const std::vector<wire::RegionAssociation>& regions) const {
  AttributeSet listed;
  for (const auto& [handle, attributes] : regions) {
    const Region* region = regions_.find_of(by, handle);
    const bool fits = region != nullptr && !attributes.empty() && !listed.intersects(attributes) &&
                      model_.has_attributes(object_class, attributes) &&
                      model_.are_in_space(object_class, attributes, region->space);
    if (!fits) return false;
    listed |= attributes;
  }
  return true;
}

void Federation::record_associations(ObjectHandle object, const ObjectInstance& instance) {
  for (const auto& association : *instance.regions) {
    regions_.use_for_updates(association.region);
    regions_.add_object(association.region, object);
  }
}

bool Federation::apply(FederateHandle by, const wire::AssociateRegionForUpdates& associate) {
  if (regions_.find_of(by, associate.region) == nullptr) return false;
  ObjectInstance* instance = objects_.find(associate.object);
  // The instance has been deleted meanwhile.
  if (instance == nullptr || instance->deleted) return true;
  const bool fits = associate.attributes.empty() ||
                    are_valid_associations(by, instance->object_class,
                                           {{associate.region, associate.attributes}});
  if (!fits) return false;
  instance->associate(associate.region, associate.attributes);
  if (associate.attributes.empty()) {
    regions_.remove_object(associate.region, associate.object);
  } else {
    record_associations(associate.object, *instance);
  }
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::SubscribeObjectClassAttributesWithRegion& subscribe) {
  const Region* region = regions_.find_of(by, subscribe.region);
  const bool fits =
      region != nullptr && model_.has_attributes(subscribe.object_class, subscribe.attributes) &&
      model_.are_in_space(subscribe.object_class, subscribe.attributes, region->space);
  if (!fits) return false;
  if (subscribe.attributes.empty()) {
    return apply(by,
                 wire::UnsubscribeObjectClassWithRegion{subscribe.object_class, subscribe.region});
  }
  Declarations& declared = members_[by].declared;
  ObjectClassRegions& regions = declared.object_class_regions[subscribe.object_class];
  if (!regions.by_region.contains(subscribe.region)) {
    interest_.filter()
        .cells(by, wire::interest_key(subscribe.object_class))
        .add(regions_.cells(subscribe.region));
  }
  regions.set(subscribe.region, {subscribe.attributes, subscribe.active});
  regions_.use_for_subscriptions(subscribe.region);
  interest_.update(by, declared, subscribe.object_class);
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::UnsubscribeObjectClassWithRegion& unsubscribe) {
  if (model_.find(unsubscribe.object_class) == nullptr) return false;
  Declarations& declared = members_[by].declared;
  const auto at = declared.object_class_regions.find(unsubscribe.object_class);
  if (at == declared.object_class_regions.end()) return true;
  if (at->second.by_region.contains(unsubscribe.region)) {
    interest_.filter()
        .cells(by, wire::interest_key(unsubscribe.object_class))
        .remove(regions_.cells(unsubscribe.region));
  }
  at->second.erase(unsubscribe.region);
  if (at->second.by_region.empty()) declared.object_class_regions.erase(at);
  interest_.update(by, declared, unsubscribe.object_class);
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::SubscribeInteractionClassWithRegion& subscribe) {
  const Region* region = regions_.find_of(by, subscribe.region);
  const InteractionClass* described = model_.find(subscribe.interaction_class);
  if (region == nullptr || described == nullptr || described->space != region->space) return false;
  Declarations& declared = members_[by].declared;
  auto& regions = declared.interaction_class_regions[subscribe.interaction_class];
  if (!regions.contains(subscribe.region)) {
    interest_.filter()
        .cells(by, wire::interest_key(subscribe.interaction_class))
        .add(regions_.cells(subscribe.region));
  }
  regions[subscribe.region] = subscribe.active;
  regions_.use_for_subscriptions(subscribe.region);
  interest_.update(by, declared, subscribe.interaction_class);
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::UnsubscribeInteractionClassWithRegion& unsubscribe) {
  if (model_.find(unsubscribe.interaction_class) == nullptr) return false;
  Declarations& declared = members_[by].declared;
  const auto at = declared.interaction_class_regions.find(unsubscribe.interaction_class);
  if (at == declared.interaction_class_regions.end()) return true;
  if (at->second.erase(unsubscribe.region) > 0) {
    interest_.filter()
        .cells(by, wire::interest_key(unsubscribe.interaction_class))
        .remove(regions_.cells(unsubscribe.region));
  }
  if (at->second.empty()) declared.interaction_class_regions.erase(at);
  interest_.update(by, declared, unsubscribe.interaction_class);
  return true;
}

void Federation::remove_regions_of(FederateHandle leaver) {
  if (regions_.size() == 0) return;
  for (const ObjectHandle object : objects_.handles()) {
    auto* const used = objects_.find(object)->regions.value_if_created();
    if (used == nullptr) continue;
    std::erase_if(*used, [&](const auto& association) {
      return wire::creator_of(association.region) == leaver;
    });
  }
  std::vector<RegionHandle> theirs;
  regions_.for_each_of(leaver,
                       [&](RegionHandle region, const Region&) { theirs.push_back(region); });
  for (const RegionHandle region : theirs) regions_.erase(region);
}

// --- Snapshots.

bool Federation::restore_regions(const MemberSnapshot& taken) {
  const FederateHandle by = taken.federate;
  for (const RegionSnapshot& region : taken.regions) {
    const auto serial = wire::serial_of(region.region);
    if (serial == 0 || serial > taken.last_region) return false;
    members_[by].last_region = serial - 1;
    if (!apply(by, wire::CreateRegion{region.space, region.extents, region.region})) return false;
    const bool notified = !region.ranges.empty();
    if (notified && !apply(by, wire::NotifyAboutRegionModification{region.region, region.ranges})) {
      return false;
    }
  }
  members_[by].last_region = taken.last_region;
  for (const auto& subscribed : taken.object_class_regions) {
    if (subscribed.attributes.empty() || !apply(by, subscribed)) return false;
  }
  for (const auto& subscribed : taken.interaction_class_regions) {
    if (!apply(by, subscribed)) return false;
  }
  return true;
}

}  // namespace triad::core
