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
#include "rtia/ownership_assumption.hpp"
#include "wire/messages/ownership_messages.hpp"

namespace triad::rtia {

class OwnershipManagement : private ServiceGroup {
 public:
  // Receives changes of owners for other groups.
  class Listener {
   public:
    virtual ~Listener() = default;
    virtual void after_ownership_change(ObjectHandle object) = 0;
  };

  OwnershipManagement(MemberContext& context, OwnershipAssumption& assumption, Listener& listener,
                      Neighbours& neighbours)
      : ServiceGroup(context),
        assumption_(assumption),
        listener_(listener),
        neighbours_(neighbours) {}

  // Calls.
  Result<void> perform_call(const wire::UnconditionalAttributeOwnershipDivestiture&);
  Result<void> perform_call(const wire::NegotiatedAttributeOwnershipDivestiture&);
  Result<void> perform_call(const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Result<void> perform_call(const wire::AttributeOwnershipAcquisition&);
  Result<void> perform_call(const wire::AttributeOwnershipAcquisitionIfAvailable&);
  Result<void> perform_call(const wire::CancelAttributeOwnershipAcquisition&);
  Result<AttributeSet> perform_call(const wire::AttributeOwnershipReleaseResponse&);
  Result<void> perform_call(const wire::QueryAttributeOwnership&);
  Result<bool> perform_call(const wire::IsAttributeOwnedByFederate&);

  // Handle records of other members and of the RTIG.
  Fault receive_record(const Record&, const wire::AttributeOwnershipTransferred&);
  Fault receive_record(const Record&, const wire::NegotiatedAttributeOwnershipDivestiture&);
  Fault receive_record(const Record&, const wire::CancelNegotiatedAttributeOwnershipDivestiture&);
  Fault receive_record(const Record&, const wire::YieldAttributes&);
  Fault receive_record(const Record&, const wire::KeepAttributes&);
  Fault receive_record(const Record&, const wire::RequestAttributeOwnershipRelease&);
  Fault receive_record(const Record&, const wire::AttributeOwnershipUnavailable&);
  Fault receive_record(const Record&,
                       const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  Fault receive_record(const Record&, const wire::InformAttributeOwnership&);
  Fault receive_record(const Record&, const wire::AttributeIsNotOwned&);
  Fault receive_record(const Record&, const wire::AttributeOwnedByRTI&);

  // Make a queued record the current callback. Return false if there is nothing to deliver any
  // more.
  bool make_callback(const Record&, const wire::AttributeOwnershipDivestitureNotification&);
  bool make_callback(const Record&, const wire::AttributeOwnershipAcquisitionNotification&);
  bool make_callback(const Record&, const wire::AttributeOwnershipUnavailable&);
  bool make_callback(const Record&, const wire::RequestAttributeOwnershipRelease&);
  bool make_callback(const Record&, const wire::ConfirmAttributeOwnershipAcquisitionCancellation&);
  bool make_callback(const Record&, const wire::InformAttributeOwnership&);
  bool make_callback(const Record&, const wire::AttributeIsNotOwned&);
  bool make_callback(const Record&, const wire::AttributeOwnedByRTI&);

  // Handles an acknowledgement without a log record: the RTIG considers the instance deleted, no
  // attribute was the federate's, or it abandoned its acquisitions.
  void receive_acknowledgement(wire::Position position);
  // Handles such an acknowledgement for the call that waits.
  void complete_acknowledged_call();

  // Returns an error if the federate may not acquire the attributes.
  std::optional<Error> check_acquisition(const KnownInstance& known,
                                         const AttributeSet& attributes) const;
  // Returns an error if an acquisition is pending for attributes that would no longer be published
  // (HLA 1.3 clause 5.3).
  std::optional<Error> check_pending_acquisitions(ObjectClassHandle object_class,
                                                  const AttributeSet& still_published) const;

  // Ends offers and yields of attributes that the federate has lost.
  void keep_only_owned(ObjectHandle object);
  // Offers of attributes to the federate.
  OwnershipAssumption& assumption() { return assumption_; }

  // Gives up the instance's attributes and acquisitions when the federate ceases to know the
  // instance.
  void release_instance(ObjectHandle object);
  // Gives the attribute back for each instance with an undelivered acquisition notification.
  void return_arriving(AttributeHandle attribute);
  // Makes a deleted instance's other attributes unowned, and answers pending requests. Called after
  // the removal is queued.
  void leave_tombstone(ObjectHandle object, ObjectInstance& instance);

  void save(wire::Encoder& out) const { out.put(known_.ownerships()); }
  // Returns false if the state is malformed.
  bool load(wire::Decoder& in) {
    in.get(known_.ownerships());
    return in.ok();
  }

 private:
  // Owner's call that the RTIG has not answered yet.
  struct OwnerCall {
    enum class Kind { divest, offer, withdraw };
    Kind kind = Kind::divest;
    ObjectHandle object;
    AttributeSet attributes;
  };

  // Answers acquisitions "if available" and cancellations, which the RTIG has forgotten with the
  // deleted instance. The removal may wait for the federate's time, and the federate for an answer.
  void answer_tombstone_requests(ObjectHandle object);
  template <class Request>
  // Sends an owner's request, and keeps the call until the RTIG answers.
  void send_owner_request(OwnerCall::Kind kind, const Request& request);
  // Carries out a call about a tombstone, which the RTIG has only acknowledged.
  void apply_to_tombstone(const OwnerCall& call, ObjectInstance& instance);
  // Handles the log record of this federate's call about an instance that has been deleted since.
  Fault acknowledge_tombstone_call(const Record& record);
  // Applies a transfer of a deleted instance. Returns the attributes that this federate has lost.
  AttributeSet apply_tombstone_loss(const wire::AttributeOwnershipTransferred& transferred,
                                    ObjectInstance& instance);
  void apply_transfer(const wire::AttributeOwnershipTransferred& transferred,
                      const AttributeSet& lost, const AttributeSet& gained);
  // Gives back attributes that were granted after the federate had ceased to know the instance.
  void apply_transfer_of_forgotten(const wire::AttributeOwnershipTransferred& transferred);
  // Applies a transfer by order of the MOM, which makes no callbacks.
  void apply_silent_transfer(ObjectHandle object, const AttributeSet& gained);
  // Gives attributes back to the RTIG without a call of the federate.
  void return_attributes(ObjectHandle object, const AttributeSet& attributes);
  // Returns null for a tombstone, too, because records of the RTIG do not apply to it.
  const ObjectInstance* find_living(ObjectHandle object) const;
  bool is_discovered(ObjectHandle object) const;

  // Returns the pending changes about the instance; null: none. edit() creates an entry.
  InstanceOwnership* find(ObjectHandle object);
  InstanceOwnership& edit(ObjectHandle object) { return known_.ownerships()[object]; }
  void forget_if_idle(ObjectHandle object) { known_.forget_idle_ownership(object); }

  OwnershipAssumption& assumption_;
  Listener& listener_;
  Neighbours& neighbours_;

  std::map<wire::Position, OwnerCall> calls_;  // by the request's position
  // Instances of the AcquisitionsAbandoned that the RTIG has not answered yet, by their positions.
  std::map<wire::Position, ObjectHandle> abandonments_;
  // Cancellation or release response that waits for its reply, and the result of the release
  // response.
  std::optional<wire::CancelAttributeOwnershipAcquisition> cancelling_;
  bool releasing_ = false;
  std::optional<AttributeSet> released_;
};

}  // namespace triad::rtia
