// Which instances this RTIA's directory has beside those that its federate holds (knows, owns or
// negotiates for): all of the classes to which the federate subscribes. Of a class to which it has
// subscribed the RTIG supplies what there is (rtig/instance_supply.hpp); what it does not subscribe
// to any more is forgotten unless it is held, and so is what it has ceased to hold of another
// class.
#pragma once

#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"

namespace triad::rtia {

class KeptInstances : private ServiceGroup {
 public:
  KeptInstances(MemberContext& context, InterestStatement& interest, InstanceLifecycle& lifecycle)
      : ServiceGroup(context), interest_(interest), lifecycle_(lifecycle) {}

  Fault handle(const Record&, const wire::InstancesSupplied&);

  // The federate does not subscribe to the class any more.
  void drop(ObjectClassHandle registered_class);
  // What the federate has ceased to hold since the last time.
  void drop_released();

 private:
  Fault take(const core::InstanceSnapshot& supplied);
  void drop_unless_held(ObjectHandle object);

  InterestStatement& interest_;
  InstanceLifecycle& lifecycle_;
};

}  // namespace triad::rtia
