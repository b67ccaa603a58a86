// Data distribution management in the RTIG (HLA 1.3 clause 9). Each operation of a federate on its
// regions becomes a record of the log. The federate's RTIA has checked the operation, so an invalid
// one is a fault of the peer.
#pragma once

#include "rtig/federation_context.hpp"
#include "rtig/instance_supply.hpp"

namespace triad::rtig {

class DataDistributionAuthority {
 public:
  DataDistributionAuthority(FederationContext& context, InstanceSupply& supply)
      : context_(context),
        writer_(context.writer()),
        federation_(context.federation()),
        supply_(supply) {}

  Fault receive_from_member(FederateHandle by, const Record&, const wire::CreateRegion&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::NotifyAboutRegionModification&);
  // Deletes the region. Refuses a region in use, without a fault.
  Fault receive_from_member(FederateHandle by, const Record&, const wire::DeleteRegion&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::AssociateRegionForUpdates&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::SubscribeObjectClassAttributesWithRegion&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::UnsubscribeObjectClassWithRegion&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::SubscribeInteractionClassWithRegion&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::UnsubscribeInteractionClassWithRegion&);

 private:
  // Logs a message that the federation's state has accepted (`applied`); otherwise returns the
  // fault.
  template <class Message>
  Fault log_region(const Record& record, const Message& m, bool applied);

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  InstanceSupply& supply_;
};

}  // namespace triad::rtig
