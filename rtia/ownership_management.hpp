// Ownership management in the RTIA (HLA 1.3 clause 7). The RTIG decides
// (rtig/ownership_authority.cpp); here the federate's calls are checked against what it has been
// told, and it is told what was decided.
//
// The log may say that an attribute is this federate's, or no longer, before the federate has been
// told by a callback. Until then it goes on as before (ownership_state.hpp): what it is offered
// away it owns and may keep until the callback is given, and only then does the RTIG hear that it
// is yielded.
//
// An instance that is deleted is a tombstone until its federate has been told: the federate goes on
// knowing it, and owning and offering what it did, by its own calls alone. The RTIG has forgotten
// it; what it is asked about it only acknowledges, and the call takes effect here.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "rtia/member_context.hpp"
#include "rtia/neighbours.hpp"
#include "wire/messages/ownership_messages.hpp"

namespace triad::rtia {

class OwnershipManagement : private ServiceGroup {
 public:
  // What follows for other groups from a change of owners.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void ownership_changed(ObjectHandle object) = 0;
  };

  OwnershipManagement(MemberContext& context, Listener& listener, Neighbours& neighbours)
      : ServiceGroup(context), listener_(listener), neighbours_(neighbours) {}

  // Calls.
  Result<void> on(const wire::UnconditionalAttributeOwnershipDivestiture&);
  Result<void> on(const wire::NegotiatedAttributeOwnershipDivestiture&);
  Result<void> on(const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Result<void> on(const wire::AttributeOwnershipAcquisition&);
  Result<void> on(const wire::AttributeOwnershipAcquisitionIfAvailable&);
  Result<void> on(const wire::CancelAttributeOwnershipAcquisition&);
  Result<AttributeSet> on(const wire::AttributeOwnershipReleaseResponse&);
  Result<void> on(const wire::QueryAttributeOwnership&);
  Result<bool> on(const wire::IsAttributeOwnedByFederate&);

  // Records.
  Fault handle(const Record&, const wire::AttributeOwnershipTransferred&);
  Fault handle(const Record&, const wire::NegotiatedAttributeOwnershipDivestiture&);
  Fault handle(const Record&, const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Fault handle(const Record&, const wire::YieldAttributes&);
  Fault handle(const Record&, const wire::KeepAttributes&);
  Fault handle(const Record&, const wire::RequestAttributeOwnershipRelease&);
  Fault handle(const Record&, const wire::AttributeOwnershipUnavailable&);
  Fault handle(const Record&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  Fault handle(const Record&, const wire::InformAttributeOwnership&);
  Fault handle(const Record&, const wire::AttributeIsNotOwned&);
  Fault handle(const Record&, const wire::AttributeOwnedByRTI&);

  // Callbacks.
  bool make(const Record&, const wire::RequestAttributeOwnershipAssumption&);
  bool make(const Record&, const wire::AttributeOwnershipDivestitureNotification&);
  bool make(const Record&, const wire::AttributeOwnershipAcquisitionNotification&);
  bool make(const Record&, const wire::AttributeOwnershipUnavailable&);
  bool make(const Record&, const wire::RequestAttributeOwnershipRelease&);
  bool make(const Record&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  bool make(const Record&, const wire::InformAttributeOwnership&);
  bool make(const Record&, const wire::AttributeIsNotOwned&);
  bool make(const Record&, const wire::AttributeOwnedByRTI&);

  // The RTIG acknowledges what it was asked there, and has nothing to log: to its knowledge the
  // instance is deleted, or nothing of it was the federate's.
  void acknowledged(wire::Position position);
  // So it does with the call that waits.
  void call_acknowledged();

  std::optional<Error> check_acquisition(const KnownInstance& known,
                                         const AttributeSet& attributes) const;
  // A pending acquisition keeps what it is for published (HLA 1.3 clause 5.3).
  std::optional<Error> check_pending(ObjectClassHandle object_class,
                                     const AttributeSet& still_published) const;

  // Owners have changed: what the federate has lost it no longer gives away.
  void keep_only_owned(ObjectHandle object);
  // Whoever could own what nobody owns, or its owner offers, is told once: the attributes of the
  // instance, or of all that are known at the class, may have become that.
  void offer_assumption(ObjectHandle object);
  void offer_assumptions(ObjectClassHandle known_class);

  // The federate ceases to know the instance, which lives on.
  void leave(ObjectHandle object);
  // The instance is deleted, and its federate has not been told.
  void leave_tombstone(ObjectHandle object, ObjectInstance& instance);
  // There is nothing more to know of it.
  void forget(ObjectHandle object) { known_.ownerships().erase(object); }

  void save(wire::Encoder& out) const { out.put(known_.ownerships()); }
  // False: it is no such state.
  bool load(wire::Decoder& in) {
    in.get(known_.ownerships());
    return in.ok();
  }

 private:
  // An owner's call that the RTIG has yet to answer.
  struct OwnersCall {
    enum class What { divest, offer, withdraw };
    What what = What::divest;
    ObjectHandle object;
    AttributeSet attributes;
  };

  template <class Request>
  void request_of_owner(OwnersCall::What what, const Request& request);
  void take_effect(const OwnersCall& call, ObjectInstance& instance);
  Fault answered_of_tombstone(const Record& record);
  AttributeSet lose_of_tombstone(const wire::AttributeOwnershipTransferred& transferred,
                                 ObjectInstance& instance);
  void note_transfer(const wire::AttributeOwnershipTransferred& transferred,
                     const ObjectInstance& instance, const AttributeSet& lost,
                     const AttributeSet& gained);
  void note_transfer_of_forgotten(const wire::AttributeOwnershipTransferred& transferred);
  void note_untold_transfer(ObjectHandle object, const ObjectInstance& instance,
                            const AttributeSet& gained);
  void give_up(ObjectHandle object, const AttributeSet& attributes);
  AttributeSet assumable(const KnownObject& known, const ObjectInstance& instance) const;
  // Null also for a tombstone: that takes part in nothing that the RTIG has to say.
  const ObjectInstance* living(ObjectHandle object) const;
  bool is_discovered(ObjectHandle object) const;

  // What is under way about the instance; edit() begins it.
  InstanceOwnership* find(ObjectHandle object);
  InstanceOwnership& edit(ObjectHandle object) { return known_.ownerships()[object]; }
  void forget_if_idle(ObjectHandle object);

  Listener& listener_;
  Neighbours& neighbours_;

  std::map<wire::Position, OwnersCall> calls_;  // by the request's position
  // A call that waits for its answer, and what the release response returns.
  std::optional<wire::CancelAttributeOwnershipAcquisition> cancelling_;
  bool releasing_ = false;
  std::optional<AttributeSet> released_;
};

}  // namespace triad::rtia
