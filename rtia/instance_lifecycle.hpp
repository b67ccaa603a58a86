// An object instance from its discovery to its removal (HLA 1.3 clauses 6.3 and 6.8 to 6.10), and
// what follows for it from changes of subscriptions, owners and regions.
//
// Deletion in time-stamp order: the deleter keeps the instance until its own time has reached the
// stamp and it cannot be retracted any more, so that a retraction leaves everything as it was; the
// others lose it in order.
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

// Deletions in time-stamp order: this federate's own, whose time it has not reached, and others',
// from their arrival until all is over.
struct Deletion {
  std::uint64_t serial = 0;
  core::Time stamp;
  std::string tag;
};

struct Removal {
  wire::Retraction retraction;
  bool delivered = false;
  wire::AttributeSet reported_relevant;  // what the owners believe when it is
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

  Fault handle(const Record&, const wire::DeleteObjectInstance&);
  Fault handle(const Record&, const wire::DeletionCompleted&);

  bool make(const Record&, const wire::DiscoverObjectInstance&);
  bool make(const Record&, const wire::DeleteObjectInstance&);
  bool make(const Record&, const wire::RemoveObjectInstance&);

  // The instance may have become one to discover. `reported_relevant`: what the owners believe from
  // a former knowledge of it.
  void consider_discovery(ObjectHandle object, ObjectInstance& instance,
                          const AttributeSet& reported_relevant = {});
  // An instance that the federate knew before; the owners still believe that it does.
  void rediscover(ObjectHandle object, ObjectInstance& instance,
                  const AttributeSet& reported_relevant);
  void queue_discovery(ObjectHandle object, const ObjectInstance& instance,
                       ObjectClassHandle object_class);
  void regions_changed(ObjectHandle object);

  // It is of no use here.
  void forget(ObjectHandle object);
  // Whether a neighbour has deleted it while instances were being supplied.
  bool was_deleted(const core::InstanceSnapshot& instance) const;
  void supplies_ended() { deleted_directly_.clear(); }

  void remove_instance(ObjectHandle object, const wire::RemoveObjectInstance& removal);
  // The federate has deleted it, in time-stamp order if there is a stamp.
  void own_deletion(const wire::DeleteObjectInstance& deletion,
                    const std::optional<core::Time>& stamp);
  // Its former owner has, in time-stamp order, and the time has not come.
  bool is_being_deleted(ObjectHandle object) const { return state_.removals.contains(object); }
  // The federate's time is this now.
  void complete_deletions(const core::Time& now);

  void ownership_changed(ObjectHandle object) override;
  void retracted(const wire::Retraction& retraction) override;
  void retracted_own(std::uint64_t serial) override;

  void save(wire::Encoder& out) const { out.put(state_); }
  // False: it is no such state.
  bool load(wire::Decoder& in);

 private:
  void leave_tombstone(ObjectHandle object, ObjectInstance& instance);
  void forget_own_instance(ObjectHandle object);
  void erase(ObjectHandle object, const ObjectInstance& instance);
  void note_deleted(const Record& record, ObjectHandle object);

  FederateTime& time_;
  MessageDelivery& delivery_;
  Retraction& retraction_;
  OwnershipManagement& ownership_;
  Advisories& advisories_;
  const InterestStatement& interest_;
  const Neighbours& neighbours_;

  LifecycleState state_;
  // Read in their deleters' own streams while a supply of instances is under way, and by whom.
  std::map<ObjectHandle, FederateHandle> deleted_directly_;
  wire::Buffer encoded_;
};

}  // namespace triad::rtia
