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

  // Carry out the calls of the federate. DescribeSpace: returns the dimensions of a routing space.
  // DescribeRegion: returns an own region.
  Result<wire::RegionDescription> perform_call(const wire::DescribeSpace&);
  Result<wire::RegionDescription> perform_call(const wire::DescribeRegion&);
  Result<wire::RegionHandle> perform_call(const wire::CreateRegion&);
  Result<void> perform_call(const wire::NotifyAboutRegionModification&);
  Result<void> perform_call(const wire::DeleteRegion&);
  Result<void> perform_call(const wire::AssociateRegionForUpdates&);
  Result<void> perform_call(const wire::UnassociateRegionForUpdates&);
  Result<void> perform_call(const wire::SubscribeObjectClassAttributesWithRegion&);
  Result<void> perform_call(const wire::UnsubscribeObjectClassWithRegion&);
  Result<void> perform_call(const wire::SubscribeInteractionClassWithRegion&);
  Result<void> perform_call(const wire::UnsubscribeInteractionClassWithRegion&);

  Fault receive_record(const Record&, const wire::CreateRegion&);
  Fault receive_record(const Record&, const wire::NotifyAboutRegionModification&);
  Fault receive_record(const Record&, const wire::DeleteRegion&);
  Fault receive_record(const Record&, const wire::AssociateRegionForUpdates&);
  Fault receive_record(const Record&, const wire::SubscribeObjectClassAttributesWithRegion&);
  Fault receive_record(const Record&, const wire::UnsubscribeObjectClassWithRegion&);
  Fault receive_record(const Record&, const wire::SubscribeInteractionClassWithRegion&);
  Fault receive_record(const Record&, const wire::UnsubscribeInteractionClassWithRegion&);

  // Return an error if the federate did not create the region, or if the region lies in another
  // routing space than the class or attributes.
  std::optional<Error> check_region(wire::RegionHandle region) const;
  std::optional<Error> check_region(wire::RegionHandle region, ObjectClassHandle object_class,
                                    const AttributeSet& attributes) const;
  std::optional<Error> check_region(wire::RegionHandle region,
                                    InteractionClassHandle interaction_class) const;

  // Queues the callback of a received update with the attributes that the federate's subscriptions
  // reach, by the present regions of the sender and of this federate. Queues nothing if there are
  // none. `known_class`: class at which the federate discovered the instance.
  Fault filter_by_region(const Record& record, const wire::UpdateAttributeValues& update,
                         ObjectClassHandle known_class);
  // Returns the sender's region for a callback, encoded; empty for the default region and for a
  // deleted region. Valid until the next call.
  Bytes describe_region(wire::RegionHandle handle);
  // Answers another federate's request of values in its region `handle`. Returns the attributes
  // in the region's space for which this federate's update region overlaps it.
  AttributeSet attributes_sent_within(const ObjectInstance& instance,
                                      const AttributeSet& attributes,
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
