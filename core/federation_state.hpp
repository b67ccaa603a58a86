// One participant's copy of what is global in a federation execution: its members, their
// declarations, the object instances and who owns what. The RTIG keeps one and decides; every RTIA
// keeps one, with the instances that concern its federate (core/object_directory.hpp), and applies
// the RTIG's log and its neighbours' registrations to it, in order, so that all copies agree.
//
// apply() takes what has been decided: it checks nothing that the decision has checked, and returns
// what follows for object instances, for the caller to act on.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/declaration.hpp"
#include "core/mom_classes.hpp"
#include "core/object_directory.hpp"
#include "core/object_model.hpp"
#include "core/region_table.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::core {

struct Member {
  std::string federate_type;
  ObjectHandle manager;  // its Manager.Federate object; zero: none
  Declarations declared;
  bool wants_attribute_relevance = false;  // its attribute relevance advisory switch has been on
  bool regulating = false;        // or about to be: others have to reckon with its messages
  bool constrained = false;       // or about to be
  std::uint32_t last_region = 0;  // the serial of the last region that it has created
  std::uint64_t extents = 0;      // of its regions
};

// What a record did to object instances, in ascending order of handles.
struct InstanceChanges {
  std::vector<ObjectHandle> deleted;
  std::vector<std::pair<ObjectHandle, AttributeSet>> released;  // attributes that nobody owns now
};

// The state that a newcomer needs, as the RTIG sends it with JoinAccepted.
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
  std::vector<wire::Range> ranges;
};
BOOST_DESCRIBE_STRUCT(RegionSnapshot, (), (region, space, extents, ranges))

struct MemberSnapshot {
  FederateHandle federate;
  std::string federate_type;
  ObjectHandle manager;
  bool wants_attribute_relevance = false;
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
                      (federate, federate_type, manager, wants_attribute_relevance, regulating,
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

InstanceSnapshot snapshot_of(ObjectHandle object, const ObjectInstance& instance);

struct FederationSnapshot {
  std::vector<MemberSnapshot> members;
  std::vector<InstanceSnapshot> instances;
};
BOOST_DESCRIBE_STRUCT(FederationSnapshot, (), (members, instances))

class Federation {
 public:
  explicit Federation(ObjectModel model);
  Federation(const Federation&) = delete;
  Federation& operator=(const Federation&) = delete;

  const ObjectModel& model() const { return model_; }
  const mom::Handles& management() const { return management_; }
  const std::map<FederateHandle, Member>& members() const { return members_; }
  const Member* member(FederateHandle federate) const;
  const InterestTable& interest() const { return interest_; }
  const HeaderFilter& header_filter() const { return interest_.filter(); }
  // What the header of a record says that is sent with the region.
  wire::Interest interest_of(ObjectClassHandle object_class, wire::InterestMask mask,
                             RegionHandle region) const {
    return {wire::interest_key(object_class), mask, regions_.header_cells(region)};
  }
  wire::Interest interest_of(InteractionClassHandle interaction_class, wire::InterestMask mask,
                             RegionHandle region) const {
    return {wire::interest_key(interaction_class), mask, regions_.header_cells(region)};
  }
  ObjectDirectory& objects() { return objects_; }
  const ObjectDirectory& objects() const { return objects_; }
  // Whether the class is defined and all of the attributes are available at it.
  bool attributes_fit(ObjectClassHandle object_class, const AttributeSet& attributes) const;
  // privilegeToDelete has one handle in every class.
  AttributeHandle privilege_to_delete() const { return privilege_to_delete_; }

  // Federation management. With a member goes its Manager.Federate object, which has come with it.
  void apply(const wire::FederateJoined& joined);
  wire::ObjectInstanceRegistered registration_of_manager(ObjectHandle manager) const;
  InstanceChanges apply(const wire::FederateResigned& resigned);

  // Declaration management, by a member.
  InstanceChanges apply(FederateHandle by, const wire::PublishObjectClass& publish);
  InstanceChanges apply(FederateHandle by, const wire::UnpublishObjectClass& unpublish);
  void apply(FederateHandle by, const wire::PublishInteractionClass& publish);
  void apply(FederateHandle by, const wire::UnpublishInteractionClass& unpublish);
  void apply(FederateHandle by, const wire::SubscribeObjectClassAttributes& subscribe);
  void apply(FederateHandle by, const wire::UnsubscribeObjectClass& unsubscribe);
  void apply(FederateHandle by, const wire::SubscribeInteractionClass& subscribe);
  void apply(FederateHandle by, const wire::UnsubscribeInteractionClass& unsubscribe);
  void apply(FederateHandle by, const wire::SetAdvisorySwitch& set);

  // Time management, by a member.
  void apply(FederateHandle by, const wire::EnableTimeRegulation& enable);
  void apply(FederateHandle by, const wire::DisableTimeRegulation& disable);
  void apply(FederateHandle by, const wire::EnableTimeConstrained& enable);
  void apply(FederateHandle by, const wire::DisableTimeConstrained& disable);

  // Object management. By the RTI (kRtiOwner): an object of the MOM. False when the registration
  // makes no sense (class unknown, handle in use).
  bool apply(FederateHandle by, const wire::ObjectInstanceRegistered& registered);
  // One that was registered before, as another participant has it. Null: it makes no sense.
  ObjectInstance* insert(const InstanceSnapshot& taken);
  // It is of no use here any more.
  void forget(ObjectHandle object);

  // Ownership management (core/ownership.cpp). False when it makes no sense, and nothing changed.
  bool apply(FederateHandle by, const wire::NegotiatedAttributeOwnershipDivestiture& offer);
  bool apply(FederateHandle by, const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel);
  bool apply(const wire::AttributeOwnershipTransferred& transferred);
  // Whether a member, or the RTI, that knows the instance at that class can own the attributes.
  bool can_own(FederateHandle federate, const ObjectInstance& instance,
               ObjectClassHandle known_class, const AttributeSet& attributes) const;

  // Data distribution management, by a member (core/ddm.cpp). False when it makes no sense, and
  // nothing changed.
  const RegionTable& regions() const { return regions_; }
  bool apply(FederateHandle by, const wire::CreateRegion& create);
  // Which overlaps it changes; empty when it makes no sense.
  std::optional<std::vector<OverlapChange>> apply(
      FederateHandle by, const wire::NotifyAboutRegionModification& modification);
  // It is not in use, as the RTIG has made sure.
  bool apply(FederateHandle by, const wire::DeleteRegion& deletion);
  bool apply(FederateHandle by, const wire::AssociateRegionForUpdates& associate);
  bool apply(FederateHandle by, const wire::SubscribeObjectClassAttributesWithRegion& subscribe);
  bool apply(FederateHandle by, const wire::UnsubscribeObjectClassWithRegion& unsubscribe);
  bool apply(FederateHandle by, const wire::SubscribeInteractionClassWithRegion& subscribe);
  bool apply(FederateHandle by, const wire::UnsubscribeInteractionClassWithRegion& unsubscribe);
  // A region of the member's own; null if it is none.
  const Region* region_of(FederateHandle by, RegionHandle region) const;
  bool region_in_use(RegionHandle region) const;
  // Whether all the attributes lie in the space.
  bool in_space(ObjectClassHandle object_class, const AttributeSet& attributes,
                SpaceHandle space) const;
  // A region used for an interaction or a request, which no record makes known before.
  void send_with(RegionHandle region) { regions_.use_for_updates(region); }

  // Whom what is sent with a region concerns. The region zero is the default region: it overlaps
  // every other. What the subscriber has subscribed at the class by subscriptions that overlap the
  // region; `active`: by active ones.
  AttributeSet reached(FederateHandle subscriber, ObjectClassHandle at, RegionHandle region,
                       bool active = false) const;
  // The same for what owners other than the subscriber would send of an instance now.
  AttributeSet in_reach(FederateHandle subscriber, ObjectClassHandle at,
                        const ObjectInstance& instance, bool active = false) const;
  // Whether an update with the region may concern the federate, at whatever class it knows the
  // instance.
  bool may_reach(FederateHandle subscriber, ObjectClassHandle object_class,
                 const AttributeSet& attributes, RegionHandle region) const;
  // Whether an interaction is received; exactly.
  bool reaches(FederateHandle subscriber, InteractionClassHandle sent, RegionHandle region) const;

  FederationSnapshot snapshot() const;
  std::vector<MemberSnapshot> snapshot_of_members() const;
  // No members, no instances and no regions, as new.
  void clear();
  // Into a new Federation. False when the snapshot does not fit the object model or contradicts
  // itself; the state is then of no use.
  bool restore(const FederationSnapshot& snapshot);

 private:
  bool restore(const MemberSnapshot& taken);
  void take_regions(MemberSnapshot& taken) const;
  bool restore_regions(const MemberSnapshot& taken);
  bool associations_fit(FederateHandle by, ObjectClassHandle object_class,
                        const std::vector<wire::RegionAssociation>& regions) const;
  void note_associations(ObjectHandle object, const ObjectInstance& instance);
  void forget_regions(FederateHandle leaver);
  void note_moved_cells(FederateHandle by, RegionHandle region, std::span<const Cell> before);
  InstanceChanges release_unpublished(FederateHandle by, ObjectClassHandle object_class,
                                      const AttributeSet& still_published);

  const ObjectModel model_;
  const mom::Handles management_{model_};
  const AttributeHandle privilege_to_delete_;
  std::map<FederateHandle, Member> members_;
  InterestTable interest_;
  ObjectDirectory objects_;
  RegionTable regions_;
};

}  // namespace triad::core
