// Declaration management in the RTIA (HLA 1.3 clause 5). A declaration is checked here and takes
// effect when it comes back as a record of the RTIG's log. From then on it holds at every member.
#pragma once

#include <optional>

#include "rtia/advisories.hpp"
#include "rtia/flow_control.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"
#include "rtia/neighbours.hpp"
#include "rtia/ownership_management.hpp"

namespace triad::rtia {

class ManagementObjectModel;
class ObjectManagement;

class DeclarationManagement : private ServiceGroup {
 public:
  DeclarationManagement(MemberContext& context, InterestStatement& interest,
                        OwnershipManagement& ownership, InstanceLifecycle& lifecycle,
                        Advisories& advisories, FlowControl& flow, Neighbours& neighbours,
                        ObjectManagement& objects, ManagementObjectModel& mom)
      : ServiceGroup(context),
        interest_(interest),
        ownership_(ownership),
        lifecycle_(lifecycle),
        advisories_(advisories),
        flow_(flow),
        neighbours_(neighbours),
        objects_(objects),
        mom_(mom) {}

  Result<void> perform_call(const wire::PublishObjectClass&);
  Result<void> perform_call(const wire::UnpublishObjectClass&);
  Result<void> perform_call(const wire::PublishInteractionClass&);
  Result<void> perform_call(const wire::UnpublishInteractionClass&);
  Result<void> perform_call(const wire::SubscribeObjectClassAttributes&);
  Result<void> perform_call(const wire::UnsubscribeObjectClass&);
  Result<void> perform_call(const wire::SubscribeInteractionClass&);
  Result<void> perform_call(const wire::UnsubscribeInteractionClass&);

  Fault receive_record(const Record&, const wire::RestateInterest&);
  Fault receive_record(const Record&, const wire::PublishObjectClass&);
  Fault receive_record(const Record&, const wire::UnpublishObjectClass&);
  Fault receive_record(const Record&, const wire::PublishInteractionClass&);
  Fault receive_record(const Record&, const wire::UnpublishInteractionClass&);
  Fault receive_record(const Record&, const wire::SubscribeObjectClassAttributes&);
  Fault receive_record(const Record&, const wire::UnsubscribeObjectClass&);
  Fault receive_record(const Record&, const wire::SubscribeInteractionClass&);
  Fault receive_record(const Record&, const wire::UnsubscribeInteractionClass&);

  // Returns an error if the federate may not subscribe. A federate must not receive the reports of
  // its own service calls, because each would cause another report.
  std::optional<Error> check_subscription(InteractionClassHandle interaction_class) const;
  // Act on a changed subscription. The federate's own one may discover instances; another
  // federate's may lead to advisories to register or to send.
  void after_subscription(FederateHandle by, ObjectClassHandle object_class);
  void after_subscription(FederateHandle by, InteractionClassHandle interaction_class);

 private:
  // Handles the consequences of a changed publication: lost attributes, and advisories.
  void after_publication(FederateHandle by, const core::InstanceChanges& changes);

  InterestStatement& interest_;
  OwnershipManagement& ownership_;
  InstanceLifecycle& lifecycle_;
  Advisories& advisories_;
  FlowControl& flow_;
  Neighbours& neighbours_;
  ObjectManagement& objects_;
  ManagementObjectModel& mom_;
};

}  // namespace triad::rtia
