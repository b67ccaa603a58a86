// Instances in this RTIA's directory. Beside the instances that its federate holds (knows, owns or
// negotiates for), the directory has all instances of the classes to which the federate subscribes.
// After a subscription the RTIG supplies the existing ones (rtig/instance_supply.hpp). An instance
// that is neither held nor of a subscribed class is forgotten.
#pragma once

#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"

namespace triad::rtia {

class KeptInstances : private ServiceGroup {
 public:
  KeptInstances(MemberContext& context, InterestStatement& interest, InstanceLifecycle& lifecycle)
      : ServiceGroup(context), interest_(interest), lifecycle_(lifecycle) {}

  Fault receive_record(const Record&, const wire::InstancesSupplied&);

  // Forgets instances of a class that is no longer subscribed, unless they are held.
  void drop(ObjectClassHandle registered_class);
  // Forgets instances that the federate has ceased to hold since the last call.
  void drop_released();

 private:
  // Inserts an instance that the RTIG supplies, unless it is known already or deleted.
  Fault insert_supplied(const core::InstanceSnapshot& supplied);
  // Forgets the instance if the federate does not know, own or negotiate for it.
  void drop_unless_held(ObjectHandle object);

  InterestStatement& interest_;
  InstanceLifecycle& lifecycle_;
};

}  // namespace triad::rtia
