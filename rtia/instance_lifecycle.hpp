// Object instances from discovery to removal (HLA 1.3 clauses 6.3 and 6.8 to 6.10), and the effects
// on them of changes of subscriptions, owners and regions.
//
// Deletion in time-stamp order: the deleter keeps the instance until its own time has reached the
// stamp and the deletion cannot be retracted any more, so a retraction leaves everything as it was.
// The other federates remove the instance in time-stamp order.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "rtia/advisories.hpp"
#include "rtia/federate_time.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"
#include "rtia/message_delivery.hpp"
#include "rtia/neighbours.hpp"
#include "rtia/ownership_management.hpp"
#include "rtia/retraction.hpp"

namespace triad::rtia {

// Deletions in time-stamp order. A Deletion is by this federate, before its time has reached the
// stamp. A Removal is by another federate, from its arrival until it is complete.
struct Deletion {
  std::uint64_t serial = 0;
  core::Time stamp;
  std::string tag;
};

struct Removal {
  wire::Retraction retraction;
  bool delivered = false;
  wire::AttributeSet reported_relevant;  // last report before the removal was delivered
};

struct LifecycleState {
  std::map<ObjectHandle, Deletion> deletions;
  std::map<ObjectHandle, Removal> removals;
};

TRIAD_SAVED(Deletion, (serial, stamp, tag));
TRIAD_SAVED(Removal, (retraction, delivered, reported_relevant));
TRIAD_SAVED(LifecycleState, (deletions, removals));

class InstanceLifecycle : private ServiceGroup,
                          public OwnershipManagement::Listener,
                          public Retraction::Listener {
 public:
  InstanceLifecycle(MemberContext& context, FederateTime& time, MessageDelivery& delivery,
                    Retraction& retraction, OwnershipManagement& ownership, Advisories& advisories,
                    const InterestStatement& interest, const Neighbours& neighbours)
      : ServiceGroup(context),
        time_(time),
        delivery_(delivery),
        retraction_(retraction),
        ownership_(ownership),
        advisories_(advisories),
        interest_(interest),
        neighbours_(neighbours) {}

  Fault receive_record(const Record&, const wire::DeleteObjectInstance&);
  Fault receive_record(const Record&, const wire::DeletionCompleted&);

  // Make a queued record the current callback. Return false if there is nothing to deliver any
  // more.
  bool make_callback(const Record&, const wire::DiscoverObjectInstance&);
  bool make_callback(const Record&, const wire::DeleteObjectInstance&);
  bool make_callback(const Record&, const wire::RemoveObjectInstance&);

  // Discovers the instance if the conditions hold. `reported_relevant`: last report to the owners,
  // from the time when the federate knew the instance before.
  void consider_discovery(ObjectHandle object, ObjectInstance& instance,
                          const AttributeSet& reported_relevant = {});
  // Discovers an instance that the federate knew before. If it is not discovered, tells the owners
  // that nothing of it is relevant any more.
  void rediscover(ObjectHandle object, ObjectInstance& instance,
                  const AttributeSet& reported_relevant);
  // Queues discoverObjectInstance.
  void queue_discovery(ObjectHandle object, const ObjectInstance& instance,
                       ObjectClassHandle object_class);
  // Update discovery, scope and relevance after a change of regions or of the federate's
  // subscriptions.
  void update_for_regions(ObjectHandle object);
  void update_for_subscription(ObjectHandle object);

  // Forgets an instance that this RTIA need not keep.
  void forget(ObjectHandle object);
  // Returns whether a neighbour deleted the instance while instances were being supplied.
  bool was_deleted(const core::InstanceSnapshot& instance) const;
  // Forgets the instances of was_deleted(), because no supply is in progress.
  void forget_direct_deletions() { deleted_directly_.clear(); }

  // Removes a deleted instance. A federate that knows it keeps a tombstone until the removal is
  // delivered.
  void remove_instance(ObjectHandle object, const wire::RemoveObjectInstance& removal);
  // Handles a deletion by this federate, in time-stamp order if there is a stamp.
  void record_own_deletion(const wire::DeleteObjectInstance& deletion,
                           const std::optional<core::Time>& stamp);
  // Returns whether another federate has deleted the instance in time-stamp order and the deletion
  // is not complete.
  bool is_being_deleted(ObjectHandle object) const { return state_.removals.contains(object); }
  // Returns whether this federate has deleted the instance in time-stamp order and the deletion is
  // not complete.
  bool is_deleting(ObjectHandle object) const { return state_.deletions.contains(object); }
  // Completes this federate's deletions up to time `now`.
  void complete_deletions(const core::Time& now);

  void after_ownership_change(ObjectHandle object) override;
  void after_retraction(const wire::Retraction& retraction) override;
  void after_own_retraction(std::uint64_t serial) override;

  // Completes all deletions of this federate, because regulation ends and none can be retracted.
  void complete_all_deletions();

  void save(wire::Encoder& out) const { out.put(state_); }
  // Returns false if the state is malformed.
  bool load(wire::Decoder& in);

 private:
  // Keeps a deleted instance until the federate has received the deletion and its earlier
  // callbacks.
  void leave_tombstone(ObjectHandle object, ObjectInstance& instance);
  // Forgets an instance that this federate has deleted.
  void forget_own_instance(ObjectHandle object);
  // Ends this federate's deletion in time-stamp order, because another deletion has taken effect
  // first. It can no longer be retracted.
  void end_deletion(ObjectHandle object);
  void erase(ObjectHandle object, const ObjectInstance& instance);
  // Records a deletion that its deleter has sent directly, while instances are being supplied.
  void record_direct_deletion(const Record& record, ObjectHandle object);
  void complete_deletion(ObjectHandle object, const Deletion& deletion);

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  OwnershipManagement& ownership_;
  Advisories& advisories_;
  const InterestStatement& interest_;
  const Neighbours& neighbours_;

  LifecycleState state_;
  // Instances deleted in their deleters' own streams while instances are being supplied, with the
  // deleters.
  std::map<ObjectHandle, FederateHandle> deleted_directly_;
  wire::Buffer encoded_;
};

}  // namespace triad::rtia
