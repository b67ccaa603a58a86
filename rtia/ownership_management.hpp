// Ownership management in the RTIA (HLA 1.3 clause 7). The RTIG decides
// (rtig/ownership_authority.cpp). This class checks the federate's calls against the callbacks it
// has received, and queues callbacks for the RTIG's decisions.
//
// The log may give an attribute to this federate, or take it away, before the callback is
// delivered. Until then the federate keeps its former view (ownership_state.hpp). It owns an
// offered attribute, and may withdraw the offer, until the divestiture callback is delivered. Only
// then does the RTIG receive AttributesYielded.
//
// A deleted instance is a tombstone until the removal is delivered. Until then the federate knows
// it, and owns and offers its attributes, by its own calls alone. The RTIG has forgotten the
// instance: it only acknowledges requests about it, and the calls take effect here.
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
  // Receives changes of owners for other groups.
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

  // Handles an acknowledgement without a log record: the RTIG considers the instance deleted, or no
  // attribute was the federate's.
  void acknowledged(wire::Position position);
  // The same for the call that waits.
  void call_acknowledged();

  // Returns an error if the federate may not acquire the attributes.
  std::optional<Error> check_acquisition(const KnownInstance& known,
                                         const AttributeSet& attributes) const;
  // Returns an error if an acquisition is pending for attributes that would no longer be published
  // (HLA 1.3 clause 5.3).
  std::optional<Error> check_pending(ObjectClassHandle object_class,
                                     const AttributeSet& still_published) const;

  // Ends offers and yields of attributes that the federate has lost.
  void keep_only_owned(ObjectHandle object);
  // Queue requestAttributeOwnershipAssumption, once, for attributes that the federate could own and
  // that are unowned or offered: for one instance, or for all instances known at the class.
  void offer_assumption(ObjectHandle object);
  void offer_assumptions(ObjectClassHandle known_class);

  // Handles that the federate ceases to know an instance that is not deleted.
  void leave(ObjectHandle object);
  // Handles that the instance is deleted before the federate has been told.
  void leave_tombstone(ObjectHandle object, ObjectInstance& instance);
  // Forgets all state about the instance.
  void forget(ObjectHandle object) { known_.ownerships().erase(object); }

  void save(wire::Encoder& out) const { out.put(known_.ownerships()); }
  // Returns false if the state is malformed.
  bool load(wire::Decoder& in) {
    in.get(known_.ownerships());
    return in.ok();
  }

 private:
  // Owner's call that the RTIG has not answered yet.
  struct OwnersCall {
    enum class What { divest, offer, withdraw };
    What what = What::divest;
    ObjectHandle object;
    AttributeSet attributes;
  };

  template <class Request>
  // Sends an owner's request, and keeps the call until the RTIG answers.
  void request_of_owner(OwnersCall::What what, const Request& request);
  // Carries out a call about a tombstone, which the RTIG has only acknowledged.
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
  // Returns attributes to the RTIG without a call of the federate.
  void give_up(ObjectHandle object, const AttributeSet& attributes);
  // Attributes that the federate could own and that are unowned or offered.
  AttributeSet assumable(const KnownObject& known, const ObjectInstance& instance) const;
  // Returns null for a tombstone, too, because records of the RTIG do not apply to it.
  const ObjectInstance* living(ObjectHandle object) const;
  bool is_discovered(ObjectHandle object) const;

  // Pending changes about the instance; null: none. edit() creates an entry.
  InstanceOwnership* find(ObjectHandle object);
  InstanceOwnership& edit(ObjectHandle object) { return known_.ownerships()[object]; }
  void forget_if_idle(ObjectHandle object);

  Listener& listener_;
  Neighbours& neighbours_;

  std::map<wire::Position, OwnersCall> calls_;  // by the request's position
  // Cancellation or release response that waits for its reply, and the result of the release
  // response.
  std::optional<wire::CancelAttributeOwnershipAcquisition> cancelling_;
  bool releasing_ = false;
  std::optional<AttributeSet> released_;
};

}  // namespace triad::rtia
