// Flow control in the RTIA (docs/architecture.md, "Links and waiting"). It always reads on: what it
// holds back are its own sends of data to a federate that has no room, and what it asks for is that
// others hold theirs (MemberContext). A federate that itself waits in a send holds nobody.
#pragma once

#include "rtia/member_context.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

class FlowControl : private ServiceGroup {
 public:
  explicit FlowControl(MemberContext& context) : ServiceGroup(context) {}

  Fault handle(const Record&, const wire::FlowControl&);

  // Whether the call in progress has to wait, as a federate that is to receive it has no room; it
  // waits then. Of an update these attributes are sent reliably.
  bool must_wait(const AttributeSet& reliable, const ObjectInstance& instance);
  bool must_wait(InteractionClassHandle interaction_class, wire::RegionHandle region);
  // Somebody has room again, or wants no more: the call is made again.
  void room_again();
  // The call in progress has ended, sent or refused.
  void waits_no_more() { (void)wait_if(false); }
  void left(FederateHandle federate);
  // Federates that have no room.
  const wire::FederateSet& held() const { return held_; }

 private:
  bool wait_if(bool blocked);

  wire::FederateSet held_;
  bool waiting_to_send_ = false;  // the RTIG has been told
};

}  // namespace triad::rtia
