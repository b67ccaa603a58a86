// Object management in the RTIG (HLA 1.3 clause 6): keeps the directory of object instances. It
// receives only those updates and interactions that concern the Management Object Model. The
// receivers of other updates and interactions check whether the sender may send them
// (rtia/neighbours.cpp).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/lease.hpp"
#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/mom_authority.hpp"
#include "rtig/ownership_authority.hpp"

namespace triad::rtig {

class ObjectAuthority {
 public:
  ObjectAuthority(FederationContext& context, OwnershipAuthority& ownership, MomAuthority& mom);

  Fault receive_from_member(FederateHandle by, const Record&, const wire::LeaseObjectHandles&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::ReserveObjectName&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::ObjectInstanceRegistered&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::UpdateAttributeValues&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::SendInteraction&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::DeleteObjectInstance&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::DeletionCompleted&);
  Fault receive_from_member(FederateHandle by, const Record&, const wire::Retract&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::RequestObjectAttributeValueUpdate&);
  Fault receive_from_member(FederateHandle by, const Record&,
                            const wire::RequestClassAttributeValueUpdate&);

  void add_member(FederateHandle newcomer, core::Lease leased) {
    holdings_[newcomer].leases.push_back(leased);
  }
  // Completes the pending time-stamp-ordered deletions of the leaver, because it can no longer
  // retract them. Members that share memory must have read the deletions in the leaver's own outbox
  // before.
  void complete_deletions_of(FederateHandle leaver);
  void remove_member(FederateHandle leaver) { holdings_.erase(leaver); }

  // Returns the unused object handles of members that share memory, except those of `excluded`. The
  // other members on the fabric check registrations against them.
  std::vector<wire::HandleLease> leases_on_fabric(FederateHandle excluded) const;

  // Add this state to a save, and replace it by a saved state.
  void save(core::SavedFederation& saved) const;
  void save(FederateHandle federate, core::SavedMember& member) const;
  void restore(const core::SavedFederation& saved);
  void restore_member(const core::SavedMember& member);

 private:
  // Resources that a member may use to register instances.
  struct Holdings {
    std::vector<core::Lease> leases;
    std::set<std::string, std::less<>> reserved_names;
  };

  // Returns the fault of a request for attributes that the member does not own. None if it sent the
  // request before it knew of their loss.
  Fault ownership_fault(FederateHandle by, const Record& record, const char* what) const;
  bool is_reserved(std::string_view name) const;
  // Erases an instance when no member needs it any more, and logs that.
  void complete_deletion(const wire::RecordHeader& cause, const wire::DeletionCompleted& completed);
  // Forwards the present record to the owners of these attributes.
  void forward_to_owners(const core::ObjectInstance& instance,
                         const wire::AttributeSet& attributes);
  const core::mom::Handles& management() const { return federation_.management(); }

  FederationContext& context_;
  OutputWriter& writer_;
  core::Federation& federation_;
  OwnershipAuthority& ownership_;
  MomAuthority& mom_;
  std::map<FederateHandle, Holdings> holdings_;
  std::map<ObjectHandle, wire::Retraction> deletions_;  // pending, in time-stamp order
};

}  // namespace triad::rtig
