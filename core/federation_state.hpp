// One participant's copy of the global state of a federation execution: members, declarations,
// object instances and their owners. The RTIG has one copy and decides. Every RTIA has one, with
// the instances that concern its federate (core/object_directory.hpp). Each applies the RTIG's log
// and its neighbours' registrations in order, so that all copies agree.
//
// apply() takes a decision of the RTIG and does not repeat the checks made for it. It returns the
// effects on object instances, on which the caller must act.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/declaration.hpp"
#include "core/federation_snapshot.hpp"
#include "core/mom_classes.hpp"
#include "core/object_directory.hpp"
#include "core/object_model.hpp"
#include "core/region_table.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::core {

struct Member {
  std::string federate_type;
  ObjectHandle manager;  // Manager.Federate object of the member; zero: none
  Declarations declared;
  bool has_requested_relevance = false;  // has ever enabled the attribute relevance advisory
  bool regulating = false;               // regulating or about to be: its messages must be expected
  bool constrained = false;              // constrained or about to be
  std::uint32_t last_region = 0;  // serial, within its region handles, of the region created last
  // Total extents of its regions, limited by wire::kExtentsOfFederateMax.
  std::uint64_t extents = 0;
};

// Effects of a record on object instances, in ascending order of handles.
struct InstanceChanges {
  std::vector<ObjectHandle> deleted;
  // Attributes that have lost their owner.
  std::vector<std::pair<ObjectHandle, AttributeSet>> released;
};

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
  ObjectDirectory& objects() { return objects_; }
  const ObjectDirectory& objects() const { return objects_; }
  // Returns the handle of privilegeToDelete, which is the same in every class.
  AttributeHandle privilege_to_delete() const { return privilege_to_delete_; }

  // Apply records of federation management. A member's Manager.Federate object is registered and
  // deleted with it.
  void apply(const wire::FederateJoined& joined);
  InstanceChanges apply(const wire::FederateResigned& resigned);

  // Apply records of declaration management. `by` is the declaring member.
  InstanceChanges apply(FederateHandle by, const wire::PublishObjectClass& publish);
  InstanceChanges apply(FederateHandle by, const wire::UnpublishObjectClass& unpublish);
  void apply(FederateHandle by, const wire::PublishInteractionClass& publish);
  void apply(FederateHandle by, const wire::UnpublishInteractionClass& unpublish);
  void apply(FederateHandle by, const wire::SubscribeObjectClassAttributes& subscribe);
  void apply(FederateHandle by, const wire::UnsubscribeObjectClass& unsubscribe);
  void apply(FederateHandle by, const wire::SubscribeInteractionClass& subscribe);
  void apply(FederateHandle by, const wire::UnsubscribeInteractionClass& unsubscribe);
  void apply(FederateHandle by, const wire::SetAdvisorySwitch& set);

  // Record that the member regulates or is about to, or is constrained or is about to be.
  void set_regulating(FederateHandle member, bool on) { members_[member].regulating = on; }
  void set_constrained(FederateHandle member, bool on) { members_[member].constrained = on; }

  // Registers an instance. `by` is kRtiOwner for an object of the MOM. Returns false if the
  // registration is invalid (unknown class, handle in use).
  bool apply(FederateHandle by, const wire::ObjectInstanceRegistered& registered);
  // Inserts an instance that was registered earlier, from another participant's copy. Returns null
  // if it is invalid.
  ObjectInstance* insert(const InstanceSnapshot& taken);
  // Removes an instance that this participant no longer needs.
  void remove_instance(ObjectHandle object);

  // Apply records of ownership management (core/ownership.cpp). Return false, without effect, if
  // the record is invalid.
  bool apply(FederateHandle by, const wire::NegotiatedAttributeOwnershipDivestiture& offer);
  bool apply(FederateHandle by, const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel);
  bool apply(const wire::AttributeOwnershipTransferred& transferred);
  // Apply records of data distribution management (core/ddm.cpp). `by` is the calling member.
  // Return false, without effect, if the record is invalid.
  const RegionTable& regions() const { return regions_; }
  bool apply(FederateHandle by, const wire::CreateRegion& create);
  // Returns the changed overlaps, or nothing if the record is invalid.
  std::optional<std::vector<OverlapChange>> apply(
      FederateHandle by, const wire::NotifyAboutRegionModification& modification);
  // Deletes a region that is not in use; the RTIG has checked that.
  bool apply(FederateHandle by, const wire::DeleteRegion& deletion);
  bool apply(FederateHandle by, const wire::AssociateRegionForUpdates& associate);
  bool apply(FederateHandle by, const wire::SubscribeObjectClassAttributesWithRegion& subscribe);
  bool apply(FederateHandle by, const wire::UnsubscribeObjectClassWithRegion& unsubscribe);
  bool apply(FederateHandle by, const wire::SubscribeInteractionClassWithRegion& subscribe);
  bool apply(FederateHandle by, const wire::UnsubscribeInteractionClassWithRegion& unsubscribe);
  // Returns true if a subscription or an update region of an instance uses the region.
  bool is_region_in_use(RegionHandle region) const;
  // Prepares a region for its use in an interaction or a request, which no log record announces.
  void prepare_to_send_with(RegionHandle region) { regions_.use_for_updates(region); }

  // --- Snapshots (core/federation_snapshot.hpp).

  // Replaces all members, instances and regions. Returns false if the snapshot does not fit the
  // object model or contradicts itself; the Federation is then unusable.
  bool restore(const FederationSnapshot& snapshot);

 private:
  // Removes all members, instances and regions.
  void clear();
  bool restore(const MemberSnapshot& taken);
  // Restores the member's regions and its subscriptions with regions.
  bool restore_regions(const MemberSnapshot& taken);
  // Returns true if the member owns the regions, and each attribute has one of them, of its space.
  bool are_valid_associations(FederateHandle by, ObjectClassHandle object_class,
                              const std::vector<wire::RegionAssociation>& regions) const;
  // Records the instance's update regions in the table of regions.
  void record_associations(ObjectHandle object, const ObjectInstance& instance);
  void remove_regions_of(FederateHandle leaver);
  // Replaces the cells of a modified region in the header filter.
  void replace_moved_cells(FederateHandle by, RegionHandle region, std::span<const Cell> before);
  // Takes attributes that the member no longer publishes at the class away from it.
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

// Returns true if a member (or the RTI) that knows the instance at that class can own the
// attributes.
bool can_own(const Federation& federation, FederateHandle federate, const ObjectInstance& instance,
             ObjectClassHandle known_class, const AttributeSet& attributes);

}  // namespace triad::core
