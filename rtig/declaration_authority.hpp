// Declaration management in the RTIG (HLA 1.3 clause 5). An authority checks members' records and
// writes its decisions into the RTIG's log, which all members apply. Each declaration becomes a
// record of the log. The record tells the declaring RTIA that all members apply the declaration.
// The RTIA has checked the declaration for its federate, so an invalid one is a fault of the peer.
#pragma once

#include "rtig/federation_context.hpp"
#include "rtig/instance_supply.hpp"
#include "rtig/ownership_authority.hpp"

namespace triad::rtig {

class DeclarationAuthority {
 public:
  DeclarationAuthority(FederationContext& context, OwnershipAuthority& ownership,
                       InstanceSupply& supply)
      : context_(context),
        writer_(context.writer()),
        federation_(context.federation()),
        ownership_(ownership),
        supply_(supply) {}

  Fault receive_from_member(FederateHandle by, const Record&, const wire::PublishObjectClass&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::UnpublishObjectClass&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::PublishInteractionClass&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::UnpublishInteractionClass&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::SubscribeObjectClassAttributes&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::UnsubscribeObjectClass&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::SubscribeInteractionClass&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::UnsubscribeInteractionClass&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::SetAdvisorySwitch&);

 private:
  // Applies and logs a declaration of the member; returns the fault if it is not `valid`.
  template <class Declaration>
  Fault declare(FederateHandle by, const Record& record, const Declaration& declaration,
                bool valid);

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  OwnershipAuthority& ownership_;
  InstanceSupply& supply_;
};

}  // namespace triad::rtig
