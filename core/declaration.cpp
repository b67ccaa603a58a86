#include "core/declaration.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::core {

namespace {

template <class HandleType>
HandleType nearest_subscribed_class(const Declarations& declared, const ObjectModel& model,
                                    HandleType from) {
  for (HandleType at = from; at;) {
    if (declared.is_subscribed(at)) return at;
    const auto* described = model.find(at);
    if (described == nullptr) break;
    at = described->parent;
  }
  return HandleType{};
}

// Inserts, replaces or removes the federate's entry in a list sorted by federate.
template <class Interest>
void replace(std::vector<Interest>& list, Interest entry, bool wanted) {
  const auto at = std::ranges::lower_bound(list, entry.federate, {}, &Interest::federate);
  const bool present = at != list.end() && at->federate == entry.federate;
  if (present && wanted) {
    *at = std::move(entry);
  } else if (present && !wanted) {
    list.erase(at);
  } else if (wanted) {
    list.insert(at, std::move(entry));
  }
}

AttributeInterest interest_at(const ObjectModel& model, const Declarations& declared,
                              FederateHandle federate, ObjectClassHandle object_class) {
  AttributeInterest interest{federate, {}, {}, {}};
  AttributeSet without_region;
  for (ObjectClassHandle at = object_class; at; at = model.find(at)->parent) {
    if (const auto* subscription = declared.find_subscription(at)) {
      interest.attributes |= subscription->attributes;
      const bool active = subscription->active || TRIAD_DEFECT(passive_subscription_advises);
      if (active) interest.active_attributes |= subscription->attributes;
      without_region |= subscription->attributes;
    }
    if (const auto* regions = declared.find_region_subscriptions(at)) {
      interest.attributes |= regions->attributes;
      interest.active_attributes |= regions->active_attributes;
    }
  }
  interest.only_with_region = interest.attributes - without_region;
  return interest;
}

// Sets the cell sets for data with a region. If there are too many, the entry asks for all data of
// the class.
void set_cell_sets(wire::InterestEntry& entry, std::vector<wire::InterestKey> sets) {
  if (sets.size() > wire::kCellSetsMax) {
    entry.mask_without_region = entry.mask;
  } else {
    entry.cell_sets = std::move(sets);
  }
}

wire::InterestEntry make_entry(const AttributeInterest& interest, const Declarations& declared,
                               const ObjectModel& model, ObjectClassHandle object_class) {
  wire::InterestEntry entry{wire::interest_key(object_class),
                            wire::interest_mask(interest.attributes),
                            wire::interest_mask(interest.attributes - interest.only_with_region),
                            {}};
  std::vector<wire::InterestKey> sets;
  for (auto at = object_class; at; at = model.find(at)->parent) {
    if (declared.object_class_regions.contains(at)) sets.push_back(wire::interest_key(at));
  }
  set_cell_sets(entry, std::move(sets));
  return entry;
}

}  // namespace

wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    ObjectClassHandle object_class) {
  return make_entry(interest_at(model, declared, {}, object_class), declared, model, object_class);
}

// A subscription includes all parameters.
wire::InterestEntry header_interest(const ObjectModel& model, const Declarations& declared,
                                    InteractionClassHandle interaction_class) {
  constexpr wire::InterestMask kAll = ~wire::InterestMask{0};
  wire::InterestEntry entry{wire::interest_key(interaction_class), 0, 0, {}};
  std::vector<wire::InterestKey> sets;
  for (auto at = interaction_class; at; at = model.find(at)->parent) {
    if (declared.subscribed_interaction_classes.contains(at)) entry.mask_without_region = kAll;
    if (declared.interaction_class_regions.contains(at)) sets.push_back(wire::interest_key(at));
  }
  if (entry.mask_without_region != 0 || !sets.empty()) entry.mask = kAll;
  set_cell_sets(entry, std::move(sets));
  return entry;
}

const AttributeSet* Declarations::published(ObjectClassHandle object_class) const {
  const auto at = published_object_classes.find(object_class);
  return at == published_object_classes.end() ? nullptr : &at->second;
}

const ObjectClassSubscription* Declarations::find_subscription(
    ObjectClassHandle object_class) const {
  const auto at = subscribed_object_classes.find(object_class);
  return at == subscribed_object_classes.end() ? nullptr : &at->second;
}

const ObjectClassRegions* Declarations::find_region_subscriptions(
    ObjectClassHandle object_class) const {
  const auto at = object_class_regions.find(object_class);
  return at == object_class_regions.end() ? nullptr : &at->second;
}

bool Declarations::is_subscribed(ObjectClassHandle object_class) const {
  return subscribed_object_classes.contains(object_class) ||
         object_class_regions.contains(object_class);
}

bool Declarations::is_subscribed(InteractionClassHandle interaction_class) const {
  return subscribed_interaction_classes.contains(interaction_class) ||
         interaction_class_regions.contains(interaction_class);
}

AttributeSet Declarations::subscribed_attributes(ObjectClassHandle object_class) const {
  AttributeSet all;
  if (const auto* subscription = find_subscription(object_class)) all = subscription->attributes;
  if (const auto* regions = find_region_subscriptions(object_class)) all |= regions->attributes;
  return all;
}

bool Declarations::uses_region(RegionHandle region) const {
  for (const auto& [object_class, regions] : object_class_regions) {
    if (regions.by_region.contains(region)) return true;
  }
  for (const auto& [interaction_class, regions] : interaction_class_regions) {
    if (regions.contains(region)) return true;
  }
  return false;
}

void ObjectClassRegions::set(RegionHandle region, const ObjectClassSubscription& subscription) {
  if (by_region.contains(region)) erase(region);
  by_region[region] = subscription;
  attributes |= subscription.attributes;
  if (subscription.active) active_attributes |= subscription.attributes;
}

void ObjectClassRegions::erase(RegionHandle region) {
  by_region.erase(region);
  attributes.clear();
  active_attributes.clear();
  for (const auto& [other, subscription] : by_region) {
    attributes |= subscription.attributes;
    if (subscription.active) active_attributes |= subscription.attributes;
  }
}

ObjectClassHandle Declarations::nearest_subscribed(const ObjectModel& model,
                                                   ObjectClassHandle from) const {
  return nearest_subscribed_class(*this, model, from);
}

InteractionClassHandle Declarations::nearest_subscribed(const ObjectModel& model,
                                                        InteractionClassHandle from) const {
  return nearest_subscribed_class(*this, model, from);
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
    filter_.set(federate, make_entry(interest, declared, model_, object_class));
    replace(by_object_class_[value], std::move(interest), wanted);
  }
}

void InterestTable::update(FederateHandle federate, const Declarations& declared,
                           InteractionClassHandle at) {
  for (std::uint32_t value = at.value; value < by_interaction_class_.size(); ++value) {
    const InteractionClassHandle interaction_class(value);
    if (!model_.is_a(interaction_class, at)) continue;
    InteractionInterest interest{federate, false, false};
    bool wanted = false;
    for (auto level = interaction_class; level; level = model_.find(level)->parent) {
      if (const auto found = declared.subscribed_interaction_classes.find(level);
          found != declared.subscribed_interaction_classes.end()) {
        wanted = true;
        interest.active = interest.active || found->second;
      }
      if (const auto found = declared.interaction_class_regions.find(level);
          found != declared.interaction_class_regions.end()) {
        wanted = interest.has_region = true;
        for (const auto& [region, active] : found->second) {
          interest.active = interest.active || active;
        }
      }
    }
    filter_.set(federate, header_interest(model_, declared, interaction_class));
    replace(by_interaction_class_[value], interest, wanted);
  }
}

void InterestTable::remove(FederateHandle federate) {
  filter_.erase(federate);
  for (auto& list : by_object_class_) {
    std::erase_if(list, [&](const auto& interest) { return interest.federate == federate; });
  }
  for (auto& list : by_interaction_class_) {
    std::erase_if(list, [&](const auto& interest) { return interest.federate == federate; });
  }
}

}  // namespace triad::core
