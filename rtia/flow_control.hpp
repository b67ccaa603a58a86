// Flow control in the RTIA (docs/architecture.md, "Links and waiting"). An RTIA always reads. It
// holds its own sends of data to a federate without room, and asks others to hold theirs when its
// own federate has none (MemberContext). A federate that itself waits in a send holds no other.
#pragma once

#include <boost/container/flat_set.hpp>

#include "rtia/member_context.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

class FlowControl : private ServiceGroup {
 public:
  explicit FlowControl(MemberContext& context) : ServiceGroup(context) {}

  Fault receive_record(const Record&, const wire::FlowControl&);

  // Returns whether the call in progress must wait because a receiver has no room; the call then
  // waits. `reliable`: attributes of the update that are sent reliably.
  bool must_wait(const AttributeSet& reliable, const ObjectInstance& instance);
  bool must_wait(InteractionClassHandle interaction_class, wire::RegionHandle region);
  // Lets the waiting call be made again, because a receiver has room again or is no longer
  // interested.
  void retry_waiting_call();
  // Records that the call in progress has ended, sent or refused.
  void end_wait() { (void)wait_if(false); }
  void remove_federate(FederateHandle federate);
  // Forgets which federates have no room, and states again whether this one holds its senders, and
  // whether it waits. Only in a recovery.
  void restate();
  // Federates without room.
  using Federates = boost::container::flat_set<FederateHandle>;
  const Federates& members_without_room() const { return members_without_room_; }

 private:
  // Lets the call wait for room if `blocked`, and tells the RTIG of a change. Returns `blocked`.
  bool wait_if(bool blocked) {
    if (blocked || waiting_to_send_) follow_wait(blocked);
    return blocked;
  }
  // Tells the RTIG of a changed wait. If `blocked`, lets the call wait for room.
  void follow_wait(bool blocked);

  Federates members_without_room_;
  bool waiting_to_send_ = false;  // the RTIG has been informed
};

}  // namespace triad::rtia
