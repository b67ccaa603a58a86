// Object management in the RTIG (HLA 1.3 clause 6): it keeps the directory and, on links that lead
// through it, sees to it that what it forwards is its sender's to send. In shared memory the
// readers do that themselves (rtia/neighbours.cpp).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/lease.hpp"
#include "core/saved_federation.hpp"
#include "rtig/federation_context.hpp"
#include "rtig/forwarding.hpp"
#include "rtig/mom_authority.hpp"
#include "rtig/ownership_authority.hpp"

namespace triad::rtig {

class ObjectAuthority {
 public:
  ObjectAuthority(FederationContext& context, Forwarding& forwarding, OwnershipAuthority& ownership,
                  MomAuthority& mom)
      : context_(context),
        federation_(context.federation()),
        forwarding_(forwarding),
        ownership_(ownership),
        mom_(mom) {}

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
  Fault on(FederateHandle by, const Record&, const wire::AttributesRelevant&);

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
  // As Rtig has it.
  bool wants(FederateHandle by, const Record& record) const;

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

  bool may_update(FederateHandle by, const core::ObjectInstance& instance, ObjectHandle object,
                  const wire::AttributeSet& attributes) const;
  Fault forward_rest(FederateHandle by, const Record& record,
                     const wire::UpdateAttributeValues& update,
                     const core::ObjectInstance& instance);
  Fault not_its_own(FederateHandle by, const Record& record, const char* what) const;
  bool name_reserved(std::string_view name) const;
  const core::mom::Handles& management() const { return federation_.management(); }

  FederationContext& context_;
  core::Federation& federation_;
  Forwarding& forwarding_;
  OwnershipAuthority& ownership_;
  MomAuthority& mom_;
  std::map<FederateHandle, Holdings> holdings_;
  std::map<ObjectHandle, wire::Retraction> deletions_;  // in time-stamp order, not completed yet
};

}  // namespace triad::rtig
