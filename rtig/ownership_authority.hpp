// Ownership management in the RTIG (HLA 1.3 clause 7). Only the RTIG decides which federate owns an
// attribute. core::Negotiation has the rules; OwnershipAuthority takes the requests, writes
// transfers into the log, and notifies the federates concerned. The RTIAs of the owner and of the
// acquirer have checked the requests of their federates. An invalid request is therefore a fault of
// the peer, unless the instance has been deleted meanwhile.
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
      : context_(context), writer_(context.writer()), federation_(context.federation()) {}

  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::UnconditionalAttributeOwnershipDivestiture&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::NegotiatedAttributeOwnershipDivestiture&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::AttributeOwnershipReleaseResponse&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::AttributesYielded&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::AttributesKept&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::AttributeOwnershipAcquisition&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::AttributeOwnershipAcquisitionIfAvailable&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::CancelAttributeOwnershipAcquisition&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::AcquisitionsAbandoned&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::QueryAttributeOwnership&);

  // Grants attributes that have become unowned by an earlier record of the log to federates that
  // wait for them.
  void transfer_released(const core::InstanceChanges& changes);
  void remove_member(FederateHandle leaver);
  // Deletes the instance from the directory and ends its negotiation.
  void erase_object(ObjectHandle object);
  // Returns true if a federate waits for some of the attributes or has offered them.
  bool is_negotiated(ObjectHandle object, const wire::AttributeSet& attributes) const;

  // Add the negotiations to a save, and replace them by saved ones.
  void save(core::SavedFederation& saved) const;
  void restore(const core::SavedFederation& saved);

 private:
  // Handles both requests to acquire attributes. Free attributes are transferred; the owners of
  // others are asked to release them, unless `if_available`.
  template <class Acquisition>
  Fault acquire(FederateHandle by, const Record& record, const Acquisition& m, bool if_available,
                std::string_view tag);
  // Returns those of the attributes that the member owns. Sets `fault` if it owns only a part of an
  // existing instance's attributes and knew that when it sent the record.
  wire::AttributeSet owned_part(FederateHandle by, const Record& record, ObjectHandle object,
                                const wire::AttributeSet& attributes, Fault& fault) const;
  // Applies and logs the start or end of an offer. Returns false if nothing is logged; `fault` is
  // set if the member does not own the attributes.
  template <class Message>
  bool log_if_owned(FederateHandle by, const Record& record, const Message& m, Fault& fault);
  // Transfers attributes that are given up now, or were before, to federates that wait for them.
  void transfer(const wire::RecordHeader& cause, ObjectHandle object,
                const wire::AttributeSet& given_up);
  // Sends the notices that the negotiation of the instance has produced.
  void send_notices(const wire::RecordHeader& cause, ObjectHandle object);
  void send_notice(const wire::RecordHeader& cause, ObjectHandle object,
                   const core::OwnershipNotice& notice);

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  std::map<ObjectHandle, core::Negotiation> negotiations_;  // removed when idle
};

}  // namespace triad::rtig
