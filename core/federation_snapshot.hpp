// Snapshot of a Federation, or of a part of it, as values that travel and are saved: the members
// that a new member receives with JoinAccepted, instances that the RTIG supplies, and the RTIG's
// part of a save. Federation::restore() and Federation::insert() read them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/object_directory.hpp"
#include "wire/message_list.hpp"

namespace triad::core {

class Federation;

struct PublishedClass {
  ObjectClassHandle object_class;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(PublishedClass, (), (object_class, attributes))

struct SubscribedClass {
  ObjectClassHandle object_class;
  AttributeSet attributes;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribedClass, (), (object_class, attributes, active))

struct SubscribedInteraction {
  InteractionClassHandle interaction_class;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribedInteraction, (), (interaction_class, active))

struct RegionSnapshot {
  RegionHandle region;
  SpaceHandle space;
  std::uint64_t extents = 0;
  // One for each dimension of each extent; empty: not notified yet.
  std::vector<wire::Range> ranges;
};
BOOST_DESCRIBE_STRUCT(RegionSnapshot, (), (region, space, extents, ranges))

struct MemberSnapshot {
  FederateHandle federate;
  std::string federate_type;
  ObjectHandle manager;
  bool has_requested_relevance = false;
  bool regulating = false;
  bool constrained = false;
  std::vector<PublishedClass> published_object_classes;
  std::vector<InteractionClassHandle> published_interaction_classes;
  std::vector<SubscribedClass> subscribed_object_classes;
  std::vector<SubscribedInteraction> subscribed_interaction_classes;
  std::uint32_t last_region = 0;
  std::vector<RegionSnapshot> regions;
  std::vector<wire::SubscribeObjectClassAttributesWithRegion> object_class_regions;
  std::vector<wire::SubscribeInteractionClassWithRegion> interaction_class_regions;
};
BOOST_DESCRIBE_STRUCT(MemberSnapshot, (),
                      (federate, federate_type, manager, has_requested_relevance, regulating,
                       constrained, published_object_classes, published_interaction_classes,
                       subscribed_object_classes, subscribed_interaction_classes, last_region,
                       regions, object_class_regions, interaction_class_regions))

struct OwnershipSnapshot {
  FederateHandle federate;
  AttributeSet attributes;
  ObjectClassHandle known_class;
};
BOOST_DESCRIBE_STRUCT(OwnershipSnapshot, (), (federate, attributes, known_class))

struct OfferSnapshot {
  AttributeSet attributes;
  std::string tag;
};
BOOST_DESCRIBE_STRUCT(OfferSnapshot, (), (attributes, tag))

struct InstanceSnapshot {
  ObjectHandle object;
  ObjectClassHandle object_class;
  std::string name;
  std::vector<OwnershipSnapshot> owners;
  std::vector<OfferSnapshot> offers;
  std::vector<wire::RegionAssociation> regions = {};
};
BOOST_DESCRIBE_STRUCT(InstanceSnapshot, (), (object, object_class, name, owners, offers, regions))

// Returns a copy of one instance for a snapshot.
InstanceSnapshot snapshot_of(ObjectHandle object, const ObjectInstance& instance);

struct FederationSnapshot {
  std::vector<MemberSnapshot> members;
  std::vector<InstanceSnapshot> instances;
};
BOOST_DESCRIBE_STRUCT(FederationSnapshot, (), (members, instances))

// Returns a copy of all members with their declarations and regions.
std::vector<MemberSnapshot> snapshot_of_members(const Federation& federation);
// Returns a copy of all members and instances.
FederationSnapshot snapshot_of(const Federation& federation);

}  // namespace triad::core
