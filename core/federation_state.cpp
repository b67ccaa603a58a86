#include "core/federation_state.hpp"

#include <algorithm>

namespace triad::core {

Federation::Federation(ObjectModel model)
    : model_(std::move(model)),
      privilege_to_delete_(model_.attribute(ObjectClassHandle(1), kPrivilegeToDelete)),
      interest_(model_) {}

const Member* Federation::member(FederateHandle federate) const {
  const auto at = members_.find(federate);
  return at == members_.end() ? nullptr : &at->second;
}

void Federation::apply(const wire::FederateJoined& joined) {
  Member& member = members_[joined.federate];
  member.federate_type = joined.federate_type;
  member.manager = joined.manager;
}

// HLA 1.3 clause 4.5 defines the resign actions.
InstanceChanges Federation::apply(const wire::FederateResigned& resigned) {
  InstanceChanges changes;
  const FederateHandle leaver = resigned.federate;
  const bool deletes = resigned.action == wire::ResignAction::delete_objects ||
                       resigned.action == wire::ResignAction::delete_objects_and_release_attributes;
  const Member* member_left = member(leaver);
  const ObjectHandle manager = member_left != nullptr ? member_left->manager : ObjectHandle();
  const auto left_behind = objects_.handles_if([&](ObjectHandle object, const auto& instance) {
    return !instance.deleted && (object == manager || instance.owns_any(leaver));
  });
  for (const ObjectHandle object : left_behind) {
    if (object == manager) {
      changes.deleted.push_back(object);
      continue;
    }
    ObjectInstance& instance = *objects_.find(object);
    const AttributeSet owned = instance.owned_by(leaver);
    if (deletes && owned.contains(privilege_to_delete_)) {
      changes.deleted.push_back(object);
    } else {
      changes.released.emplace_back(object, instance.remove_ownership(leaver, owned));
    }
  }
  remove_regions_of(leaver);
  interest_.remove(leaver);
  members_.erase(leaver);
  return changes;
}

// A federate loses attributes that it no longer publishes at the class at which it knows the
// instance (HLA 1.3 clause 5.2).
InstanceChanges Federation::release_unpublished(FederateHandle by, ObjectClassHandle object_class,
                                                const AttributeSet& still_published) {
  InstanceChanges changes;
  const auto known_there = objects_.handles_if([&](ObjectHandle, const auto& instance) {
    const auto ownership = std::ranges::find(instance.owners, by, &Ownership::federate);
    return ownership != instance.owners.end() && ownership->known_class == object_class;
  });
  for (const ObjectHandle object : known_there) {
    ObjectInstance& instance = *objects_.find(object);
    const auto ownership = std::ranges::find(instance.owners, by, &Ownership::federate);
    const AttributeSet lost = ownership->attributes - still_published;
    if (lost.empty()) continue;
    changes.released.emplace_back(object, instance.remove_ownership(by, lost));
  }
  return changes;
}

InstanceChanges Federation::apply(FederateHandle by, const wire::PublishObjectClass& publish) {
  Declarations& declared = members_[by].declared;
  const AttributeSet* before = declared.published(publish.object_class);
  if (publish.attributes.empty()) {
    if (before == nullptr) return {};
    return apply(by, wire::UnpublishObjectClass{publish.object_class});
  }
  // Every publication includes privilegeToDelete (HLA 1.3 clause 5.2).
  AttributeSet attributes = publish.attributes;
  attributes.insert(privilege_to_delete_);
  const bool drops = before != nullptr && !attributes.includes(*before);
  declared.published_object_classes[publish.object_class] = attributes;
  return drops ? release_unpublished(by, publish.object_class, attributes) : InstanceChanges{};
}

InstanceChanges Federation::apply(FederateHandle by, const wire::UnpublishObjectClass& unpublish) {
  members_[by].declared.published_object_classes.erase(unpublish.object_class);
  return release_unpublished(by, unpublish.object_class, {});
}

void Federation::apply(FederateHandle by, const wire::PublishInteractionClass& publish) {
  members_[by].declared.published_interaction_classes.insert(publish.interaction_class);
}

void Federation::apply(FederateHandle by, const wire::UnpublishInteractionClass& unpublish) {
  members_[by].declared.published_interaction_classes.erase(unpublish.interaction_class);
}

void Federation::apply(FederateHandle by, const wire::SubscribeObjectClassAttributes& subscribe) {
  Declarations& declared = members_[by].declared;
  if (subscribe.attributes.empty()) {
    declared.subscribed_object_classes.erase(subscribe.object_class);
  } else {
    declared.subscribed_object_classes[subscribe.object_class] = {subscribe.attributes,
                                                                  subscribe.active};
  }
  interest_.update(by, declared, subscribe.object_class);
}

void Federation::apply(FederateHandle by, const wire::UnsubscribeObjectClass& unsubscribe) {
  apply(by, wire::SubscribeObjectClassAttributes{unsubscribe.object_class, {}, true});
}

void Federation::apply(FederateHandle by, const wire::SubscribeInteractionClass& subscribe) {
  Declarations& declared = members_[by].declared;
  declared.subscribed_interaction_classes[subscribe.interaction_class] = subscribe.active;
  interest_.update(by, declared, subscribe.interaction_class);
}

void Federation::apply(FederateHandle by, const wire::UnsubscribeInteractionClass& unsubscribe) {
  Declarations& declared = members_[by].declared;
  declared.subscribed_interaction_classes.erase(unsubscribe.interaction_class);
  interest_.update(by, declared, unsubscribe.interaction_class);
}

void Federation::apply(FederateHandle by, const wire::SetAdvisorySwitch& set) {
  if (set.which == wire::AdvisorySwitch::attribute_relevance && set.enabled) {
    members_[by].has_requested_relevance = true;
  }
}

bool Federation::apply(FederateHandle by, const wire::ObjectInstanceRegistered& registered) {
  if (!registered.object || !model_.has_attributes(registered.object_class, registered.owned) ||
      !are_valid_associations(by, registered.object_class, registered.regions)) {
    return false;
  }
  ObjectInstance instance;
  instance.object_class = registered.object_class;
  if (!registered.name.empty()) instance.name.edit() = registered.name;
  instance.add_ownership(by, registered.owned, registered.object_class);
  for (const auto& [region, attributes] : registered.regions) {
    instance.associate(region, attributes);
  }
  const ObjectInstance* const inserted = objects_.insert(registered.object, std::move(instance));
  if (inserted == nullptr) return false;
  if (!registered.regions.empty()) record_associations(registered.object, *inserted);
  return true;
}

void Federation::remove_instance(ObjectHandle object) {
  const ObjectInstance* const instance = objects_.find(object);
  if (instance == nullptr) return;
  for (const auto& association : *instance->regions) {
    regions_.remove_object(association.region, object);
  }
  objects_.erase(object);
}

void Federation::clear() {
  for (const auto& [federate, member] : members_) interest_.remove(federate);
  members_.clear();
  objects_ = {};
  regions_ = {};
}

bool Federation::restore(const FederationSnapshot& snapshot) {
  clear();
  for (const MemberSnapshot& taken : snapshot.members) {
    if (!restore(taken)) return false;
  }
  for (const InstanceSnapshot& taken : snapshot.instances) {
    if (insert(taken) == nullptr) return false;
  }
  return true;
}

bool Federation::restore(const MemberSnapshot& taken) {
  const FederateHandle federate = taken.federate;
  if (federate == wire::kRtig || members_.contains(federate)) return false;
  apply(wire::FederateJoined{federate, taken.federate_type, false, {}});
  members_[federate].manager = taken.manager;  // the snapshot's instances include this object
  members_[federate].has_requested_relevance = taken.has_requested_relevance;
  members_[federate].regulating = taken.regulating;
  members_[federate].constrained = taken.constrained;
  for (const auto& published : taken.published_object_classes) {
    if (!model_.has_attributes(published.object_class, published.attributes)) return false;
    apply(federate, wire::PublishObjectClass{published.object_class, published.attributes});
  }
  for (const auto interaction_class : taken.published_interaction_classes) {
    if (model_.find(interaction_class) == nullptr) return false;
    apply(federate, wire::PublishInteractionClass{interaction_class});
  }
  for (const auto& subscribed : taken.subscribed_object_classes) {
    if (!model_.has_attributes(subscribed.object_class, subscribed.attributes)) return false;
    apply(federate, wire::SubscribeObjectClassAttributes{subscribed.object_class,
                                                         subscribed.attributes, subscribed.active});
  }
  for (const auto& subscribed : taken.subscribed_interaction_classes) {
    if (model_.find(subscribed.interaction_class) == nullptr) return false;
    apply(federate,
          wire::SubscribeInteractionClass{subscribed.interaction_class, subscribed.active});
  }
  return restore_regions(taken);
}

ObjectInstance* Federation::insert(const InstanceSnapshot& taken) {
  if (!taken.object || model_.find(taken.object_class) == nullptr) return nullptr;
  if (!taken.name.empty() && (is_reserved_name(taken.name) || objects_.find(taken.name))) {
    return nullptr;
  }
  ObjectInstance instance;
  instance.object_class = taken.object_class;
  if (!taken.name.empty()) instance.name.edit() = taken.name;
  for (const auto& owner : taken.owners) {
    const bool fits =
        can_own(*this, owner.federate, instance, owner.known_class, owner.attributes) &&
        !instance.owned().intersects(owner.attributes);
    if (!fits) return nullptr;
    instance.add_ownership(owner.federate, owner.attributes, owner.known_class);
  }
  for (const auto& offer : taken.offers) {
    const bool fits = !offer.attributes.empty() && instance.owned().includes(offer.attributes) &&
                      !instance.offered().intersects(offer.attributes);
    if (!fits) return nullptr;
    instance.add_offer(offer.attributes, offer.tag);
  }
  for (const auto& association : taken.regions) {
    const auto creator = wire::creator_of(association.region);
    if (!are_valid_associations(creator, instance.object_class, {association})) return nullptr;
    instance.associate(association.region, association.attributes);
  }
  ObjectInstance* const inserted = objects_.insert(taken.object, std::move(instance));
  if (inserted != nullptr && !taken.regions.empty()) record_associations(taken.object, *inserted);
  return inserted;
}

}  // namespace triad::core
