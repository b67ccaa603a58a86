// Object management in the RTIG (HLA 1.3 clause 6): it keeps the directory. Of updates and
// interactions it is given those of the management object model, as one who wants them; whether
// others are their sender's to send their receivers see (rtia/neighbours.cpp).
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

  Fault on(FederateHandle by, const Record&, const wire::LeaseObjectHandles&);
  Fault on(FederateHandle by, const Record&, const wire::ReserveObjectName&);
  Fault on(FederateHandle by, const Record&, const wire::ObjectInstanceRegistered&);
  Fault on(FederateHandle by, const Record&, const wire::UpdateAttributeValues&);
  Fault on(FederateHandle by, const Record&, const wire::SendInteraction&);
  Fault on(FederateHandle by, const Record&, const wire::DeleteObjectInstance&);
  Fault on(FederateHandle by, const Record&, const wire::DeletionCompleted&);
  Fault on(FederateHandle by, const Record&, const wire::Retract&);
  Fault on(FederateHandle by, const Record&, const wire::RequestObjectAttributeValueUpdate&);
  Fault on(FederateHandle by, const Record&, const wire::RequestClassAttributeValueUpdate&);

  void member_joined(FederateHandle newcomer, core::Lease leased) {
    holdings_[newcomer].leases.push_back(leased);
  }
  // A deleter that leaves before its time has come can no longer retract. Neighbours in shared
  // memory are to read the deletion, which is in its own log, before this.
  void complete_deletions_of(FederateHandle leaver);
  void member_left(FederateHandle leaver) { holdings_.erase(leaver); }

  // Object handles with which those who share memory may register instances, which the others of
  // them judge.
  std::vector<wire::HandleLease> leases_on_fabric(FederateHandle but) const;

  void save(core::SavedFederation& saved) const;
  void save(FederateHandle federate, core::SavedMember& member) const;
  void restore(const core::SavedFederation& saved);
  void member_returned(const core::SavedMember& member);

 private:
  // What a member may use to register instances.
  struct Holdings {
    std::vector<core::Lease> leases;
    std::set<std::string, std::less<>> reserved_names;
  };

  Fault not_its_own(FederateHandle by, const Record& record, const char* what) const;
  bool name_reserved(std::string_view name) const;
  void complete_deletion(const wire::RecordHeader& cause, const wire::DeletionCompleted& completed);
  void pass_on_to_owners(const core::ObjectInstance& instance,
                         const wire::AttributeSet& attributes);
  const core::mom::Handles& management() const { return federation_.management(); }

  FederationContext& context_;
  core::Federation& federation_;
  OwnershipAuthority& ownership_;
  MomAuthority& mom_;
  std::map<FederateHandle, Holdings> holdings_;
  std::map<ObjectHandle, wire::Retraction> deletions_;  // in time-stamp order, not completed yet
};

}  // namespace triad::rtig
