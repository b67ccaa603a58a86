// Data distribution management in the RTIA (HLA 1.3 clause 9). Regions and their associations are
// records of the RTIG's log, so all members match with the same bounds, and a modification holds
// everywhere when its call returns. A received record is matched when it arrives, because its
// sender's region is then as it was at the sending.
#pragma once

#include <optional>

#include "rtia/declaration_management.hpp"
#include "rtia/flow_control.hpp"
#include "rtia/instance_lifecycle.hpp"
#include "rtia/interest_statement.hpp"
#include "rtia/member_context.hpp"
#include "rtia/retraction.hpp"

namespace triad::rtia {

class DataDistributionManagement : private ServiceGroup {
 public:
  DataDistributionManagement(MemberContext& context, InterestStatement& interest,
                             DeclarationManagement& declaration, InstanceLifecycle& lifecycle,
                             Retraction& retraction, FlowControl& flow)
      : ServiceGroup(context),
        interest_(interest),
        declaration_(declaration),
        lifecycle_(lifecycle),
        retraction_(retraction),
        flow_(flow) {}

  Result<wire::RegionDescription> on(const wire::DescribeSpace&);
  Result<wire::RegionDescription> on(const wire::DescribeRegion&);
  Result<wire::RegionHandle> on(const wire::CreateRegion&);
  Result<void> on(const wire::NotifyAboutRegionModification&);
  Result<void> on(const wire::DeleteRegion&);
  Result<void> on(const wire::AssociateRegionForUpdates&);
  Result<void> on(const wire::UnassociateRegionForUpdates&);
  Result<void> on(const wire::SubscribeObjectClassAttributesWithRegion&);
  Result<void> on(const wire::UnsubscribeObjectClassWithRegion&);
  Result<void> on(const wire::SubscribeInteractionClassWithRegion&);
  Result<void> on(const wire::UnsubscribeInteractionClassWithRegion&);

  Fault handle(const Record&, const wire::CreateRegion&);
  Fault handle(const Record&, const wire::NotifyAboutRegionModification&);
  Fault handle(const Record&, const wire::DeleteRegion&);
  Fault handle(const Record&, const wire::AssociateRegionForUpdates&);
  Fault handle(const Record&, const wire::SubscribeObjectClassAttributesWithRegion&);
  Fault handle(const Record&, const wire::UnsubscribeObjectClassWithRegion&);
  Fault handle(const Record&, const wire::SubscribeInteractionClassWithRegion&);
  Fault handle(const Record&, const wire::UnsubscribeInteractionClassWithRegion&);

  // Return an error if the federate did not create the region, or if the region lies in another
  // routing space than the class or attributes.
  std::optional<Error> check_region(wire::RegionHandle region) const;
  std::optional<Error> check_region(wire::RegionHandle region, ObjectClassHandle object_class,
                                    const AttributeSet& attributes) const;
  std::optional<Error> check_region(wire::RegionHandle region,
                                    InteractionClassHandle interaction_class) const;

  // Queues the part of a received update that the federate's subscriptions reach, with the present
  // regions of its sender and of this federate.
  Fault filter_by_region(const Record& record, const wire::UpdateAttributeValues& update,
                         ObjectClassHandle known_class);
  // Returns the sender's region for a callback, encoded. Empty for the default region, and for a
  // region that has been deleted since.
  Bytes describe_region(wire::RegionHandle handle);
  // Returns the attributes that lie in the region's space and that the federate would send with a
  // region that overlaps it.
  AttributeSet sent_within(const ObjectInstance& instance, const AttributeSet& attributes,
                           wire::RegionHandle handle) const;

 private:
  wire::RegionDescription description_of(wire::RegionHandle handle, const core::Region&) const;

  InterestStatement& interest_;
  DeclarationManagement& declaration_;
  InstanceLifecycle& lifecycle_;
  Retraction& retraction_;
  FlowControl& flow_;

  wire::Buffer filtered_;  // an update reduced to the attributes that overlap, and its values
  wire::Buffer filtered_values_;
};

}  // namespace triad::rtia
