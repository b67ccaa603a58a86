// Ownership management in the RTIG (HLA 1.3 clause 7): the one place where it is decided who owns
// what. The rules are core::Negotiation's; here requests come in, transfers go into the log, and
// those concerned are told. The owner's RTIA and the acquirer's have checked what their federates
// ask for; what does not hold here is a broken peer, unless the instance has been deleted
// meanwhile.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "core/ownership.hpp"
#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"

namespace triad::rtig {

class OwnershipAuthority {
 public:
  explicit OwnershipAuthority(FederationContext& context)
      : context_(context), federation_(context.federation()) {}

  Fault on(FederateHandle by, const Record&,
           const wire::UnconditionalAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&, const wire::NegotiatedAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&,
           const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipReleaseResponse&);
  Fault on(FederateHandle by, const Record&, const wire::AttributesYielded&);
  Fault on(FederateHandle by, const Record&, const wire::AttributesKept&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipAcquisition&);
  Fault on(FederateHandle by, const Record&, const wire::AttributeOwnershipAcquisitionIfAvailable&);
  Fault on(FederateHandle by, const Record&, const wire::CancelAttributeOwnershipAcquisition&);
  Fault on(FederateHandle by, const Record&, const wire::AcquisitionsAbandoned&);
  Fault on(FederateHandle by, const Record&, const wire::QueryAttributeOwnership&);

  // Attributes that nobody owns any more by a record that the log has already.
  void transfer_released(const core::InstanceChanges& changes);
  void member_left(FederateHandle leaver);
  // The instance is deleted, and all that was under way about it ends.
  void erase_object(ObjectHandle object);
  // Whether somebody waits for attributes of the instance, or offers them.
  bool negotiates(ObjectHandle object, const wire::AttributeSet& attributes) const;

  void save(core::SavedFederation& saved) const;
  void restore(const core::SavedFederation& saved);

 private:
  template <class Acquisition>
  Fault acquire(FederateHandle by, const Record& record, const Acquisition& m, bool if_available,
                std::string_view tag);
  bool owns(FederateHandle by, ObjectHandle object, const wire::AttributeSet& attributes,
            bool& there) const;
  template <class Message>
  bool log_if_owned(FederateHandle by, const Record& record, const Message& m, Fault& fault);
  void transfer(const wire::RecordHeader& cause, ObjectHandle object,
                const wire::AttributeSet& given_up);
  void tell_negotiators(const wire::RecordHeader& cause, ObjectHandle object);
  void tell(const wire::RecordHeader& cause, ObjectHandle object,
            const core::OwnershipNotice& notice);

  FederationContext& context_;
  core::Federation& federation_;
  std::map<ObjectHandle, core::Negotiation> negotiations_;  // none is idle
};

}  // namespace triad::rtig
