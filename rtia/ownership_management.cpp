#include "rtia/ownership_management.hpp"

#include <utility>

#include "records/defect.hpp"
#include "rtia/model_checks.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

InstanceOwnership* OwnershipManagement::find(ObjectHandle object) {
  auto& all = known_.ownerships();
  const auto at = all.find(object);
  return at == all.end() ? nullptr : &at->second;
}

const ObjectInstance* OwnershipManagement::find_living(ObjectHandle object) const {
  const ObjectInstance* instance = federation_.objects().find(object);
  return instance == nullptr || instance->deleted ? nullptr : instance;
}

bool OwnershipManagement::is_discovered(ObjectHandle object) const {
  const KnownObject* const known_object = known_.find(object);
  return known_object != nullptr && known_object->discovered;
}

// --- The owner's services.

template <class Request>
void OwnershipManagement::send_owner_request(OwnerCall::Kind kind, const Request& request) {
  if (request.attributes.empty()) return;
  context_.request(request);
  calls_[context_.position()] = {kind, request.object, request.attributes};
}

Result<void> OwnershipManagement::perform_call(
    const wire::UnconditionalAttributeOwnershipDivestiture& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, request.attributes, true)) return *refusal;
  send_owner_request(OwnerCall::Kind::divest, request);
  return {};
}

Result<void> OwnershipManagement::perform_call(
    const wire::NegotiatedAttributeOwnershipDivestiture& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, request.attributes, true)) return *refusal;
  if (const auto offered = named->instance->offered() & request.attributes; !offered.empty()) {
    return error_about_attributes(ErrorCode::AttributeAlreadyBeingDivested, federation_, *named,
                                  offered,
                                  "is offered already: cancel that first, or wait for an acquirer");
  }
  send_owner_request(OwnerCall::Kind::offer, request);
  return {};
}

Result<void> OwnershipManagement::perform_call(
    const wire::CancelNegotiatedAttributeOwnershipDivestiture& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, request.attributes, true)) return *refusal;
  if (const auto kept = request.attributes - named->instance->offered(); !kept.empty()) {
    return error_about_attributes(ErrorCode::AttributeDivestitureWasNotRequested, federation_,
                                  *named, kept, "is not offered: there is nothing to cancel");
  }
  send_owner_request(OwnerCall::Kind::withdraw, request);
  return {};
}

Result<AttributeSet> OwnershipManagement::perform_call(
    const wire::AttributeOwnershipReleaseResponse& request) {
  if (released_) return *std::exchange(released_, std::nullopt);  // the call is made again
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, request.attributes, true)) return *refusal;
  if (request.attributes.empty()) return AttributeSet{};
  const auto asked =
      named->ownership == nullptr ? AttributeSet{} : named->ownership->release_requests();
  if (!asked.includes(request.attributes)) {
    return error_about_attributes(ErrorCode::FederateWasNotAskedToReleaseAttribute, federation_,
                                  *named, request.attributes - asked,
                                  "was not asked for: offer it by a divestiture");
  }
  edit(request.object).release(request.attributes);  // an acquirer that still waits asks again
  releasing_ = true;
  context_.request(request);
  return AttributeSet{};
}

// --- The acquirer's services.

std::optional<Error> OwnershipManagement::check_acquisition(const KnownInstance& named,
                                                            const AttributeSet& attributes) const {
  if (auto refusal = known_.check_attributes(named, attributes, false)) return refusal;
  const ObjectClassHandle known_class = named.known->known_class;
  const AttributeSet* published = declared().published(known_class);
  if (published == nullptr) {
    const std::string name = wire::quoted(federation_.objects().name(named.object));
    return wire::error(ErrorCode::ObjectClassNotPublished,
                       model().path(known_class) + ", the class at which " + name +
                           " is known here, is not published here");
  }
  if (!published->includes(attributes)) {
    return wire::error(ErrorCode::AttributeNotPublished,
                       named_attribute(federation_, known_class, attributes - *published) +
                           " is not published here at " + model().path(known_class));
  }
  if (const auto own = known_.owned(named) & attributes; !own.empty()) {
    return error_about_attributes(ErrorCode::FederateOwnsAttributes, federation_, named, own,
                                  "is owned by this federate already");
  }
  return std::nullopt;
}

// Attributes in transit to the federate are not requested again.
Result<void> OwnershipManagement::perform_call(const wire::AttributeOwnershipAcquisition& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = check_acquisition(*named, request.attributes)) return *refusal;
  if (request.attributes.empty()) return {};
  InstanceOwnership& ownership = edit(request.object);
  ownership.apply(OwnershipEvent::acquire, request.attributes);
  wire::AttributeOwnershipAcquisition message = request;
  message.known_class = named->known->known_class;
  message.attributes -= ownership.attributes_in(is_arriving);
  if (!message.attributes.empty()) context_.send_to_rtig(message);
  return {};
}

Result<void> OwnershipManagement::perform_call(
    const wire::AttributeOwnershipAcquisitionIfAvailable& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = check_acquisition(*named, request.attributes)) return *refusal;
  if (request.attributes.empty()) return {};
  InstanceOwnership& ownership = edit(request.object);
  const AttributeSet willing = ownership.attributes_in(is_acquiring_if_available);
  if (const auto due = (ownership.pending() - willing) & request.attributes; !due.empty()) {
    return error_about_attributes(
        ErrorCode::AttributeAlreadyBeingAcquired, federation_, *named, due,
        "is being acquired by this federate already: wait for it or cancel it");
  }
  ownership.apply(OwnershipEvent::acquire_if_available, request.attributes);
  wire::AttributeOwnershipAcquisitionIfAvailable message = request;
  message.known_class = named->known->known_class;
  message.attributes -= willing;  // their answer is in transit already
  if (!message.attributes.empty()) context_.send_to_rtig(message);
  return {};
}

// The outcome is the confirmation, or the acquisition if it is in transit already.
Result<void> OwnershipManagement::perform_call(
    const wire::CancelAttributeOwnershipAcquisition& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, request.attributes, false)) return *refusal;
  if (const auto own = known_.owned(*named) & request.attributes; !own.empty()) {
    return error_about_attributes(ErrorCode::AttributeAlreadyOwned, federation_, *named, own,
                                  "is owned by this federate already: divest it instead");
  }
  if (request.attributes.empty()) return {};
  const auto due =
      named->ownership ? named->ownership->attributes_in(is_acquiring) : AttributeSet{};
  if (!due.includes(request.attributes)) {
    return error_about_attributes(ErrorCode::AttributeAcquisitionWasNotRequested, federation_,
                                  *named, request.attributes - due,
                                  "is not being acquired: nothing to cancel");
  }
  InstanceOwnership& ownership = edit(request.object);
  wire::CancelAttributeOwnershipAcquisition message = request;
  message.attributes -= ownership.attributes_in(is_arriving);
  ownership.apply(OwnershipEvent::cancel, request.attributes);
  ownership.expect_confirmation(request.attributes);
  if (message.attributes.empty()) return {};
  cancelling_ = message;
  context_.request(message);
  return {};
}

// Attributes without a confirmation are in transit, or wait for their owners.
void OwnershipManagement::complete_acknowledged_call() {
  if (const auto cancel = std::exchange(cancelling_, std::nullopt)) {
    edit(cancel->object).apply(OwnershipEvent::not_cancelled, cancel->attributes);
    if (find_living(cancel->object) == nullptr) answer_tombstone_requests(cancel->object);
    forget_if_idle(cancel->object);
  }
  if (!std::exchange(releasing_, false)) return;
  released_ = AttributeSet{};
  context_.make_call_again();
}

std::optional<Error> OwnershipManagement::check_pending_acquisitions(
    ObjectClassHandle object_class, const AttributeSet& still_published) const {
  for (const auto& [object, ownership] : known_.ownerships()) {
    const KnownObject* const known_object = known_.find(object);
    if (known_object == nullptr || known_object->known_class != object_class) continue;
    AttributeSet dropped = ownership.pending() - still_published;
    if (!still_published.empty()) dropped.erase(federation_.privilege_to_delete());
    if (dropped.empty()) continue;
    const std::string text = named_attribute(federation_, object_class, dropped) +
                             " is being acquired by this federate: wait for it or cancel it first";
    return known_.error_about(ErrorCode::OwnershipAcquisitionPending, object, text.c_str());
  }
  return std::nullopt;
}

// --- Queries.

Result<void> OwnershipManagement::perform_call(const wire::QueryAttributeOwnership& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, AttributeSet{request.attribute}, false)) {
    return *refusal;
  }
  if (named->instance->deleted && known_.owned(*named).contains(request.attribute)) {
    context_.queue(wire::InformAttributeOwnership{request.object, request.attribute, self_});
  } else {
    context_.send_to_rtig(request);
  }
  return {};
}

Result<bool> OwnershipManagement::perform_call(const wire::IsAttributeOwnedByFederate& request) {
  const auto named = known_.named(request.object);
  if (!named) return named.error();
  if (auto refusal = known_.check_attributes(*named, AttributeSet{request.attribute}, false)) {
    return *refusal;
  }
  return known_.owned(*named).contains(request.attribute);
}

// --- Records of the log.

Fault OwnershipManagement::receive_record(const Record& record,
                                          const wire::AttributeOwnershipTransferred& transferred) {
  ObjectInstance* instance = federation_.objects().find(transferred.object);
  AttributeSet lost;
  if (instance != nullptr && instance->deleted) {
    lost = apply_tombstone_loss(transferred, *instance);
  } else if (instance == nullptr) {
    apply_transfer_of_forgotten(transferred);
  } else {
    const AttributeSet before = instance->owned_by(self_);
    for (const auto& o : instance->owners)
      neighbours_.record_loss(o.federate, record.header.position);
    if (!federation_.apply(transferred)) return "an invalid transfer of attributes";
    lost = before - instance->owned_by(self_);
    apply_transfer(transferred, lost, instance->owned_by(self_) - before);
  }
  if (record.header.cause() != self_) return {};
  calls_.erase(record.header.after_position);
  if (context_.answers_call(record.header) && releasing_) {
    releasing_ = false;
    released_ = lost;
    context_.make_call_again();
  }
  return {};
}

// Returns attributes that were granted when the federate had ceased to know the instance.
void OwnershipManagement::apply_transfer_of_forgotten(
    const wire::AttributeOwnershipTransferred& transferred) {
  for (const auto& transfer : transferred.transfers) {
    if (transfer.federate == self_) {
      return_attributes(transferred.object, transfer.attributes);
    } else if (InstanceOwnership* const ownership = find(transferred.object)) {
      ownership->apply(OwnershipEvent::lost, transfer.attributes);
    }
  }
  forget_if_idle(transferred.object);
}

// Attributes lost by the federate's own call need no request for assumption.
void OwnershipManagement::apply_transfer(const wire::AttributeOwnershipTransferred& transferred,
                                         const AttributeSet& lost, const AttributeSet& gained) {
  const ObjectHandle object = transferred.object;
  if (!lost.empty()) {
    InstanceOwnership& ownership = edit(object);
    const AttributeSet by_call = lost - ownership.attributes_in(is_given_up);
    ownership.apply(OwnershipEvent::lost, lost);
    ownership.record_assumptions_delivered(by_call);
  }
  if (transferred.untold) {
    if (!lost.empty()) ++context_.untold_loss_count;
    apply_silent_transfer(object, gained);
  } else if (!gained.empty()) {
    InstanceOwnership& ownership = edit(object);
    ownership.apply(OwnershipEvent::granted, gained);
    const AttributeSet wanted = gained & ownership.attributes_in(is_arriving);
    if (!wanted.empty()) {
      context_.queue(wire::AttributeOwnershipAcquisitionNotification{object, wanted});
    }
    // Not wanted: the federate has ceased to know the instance meanwhile.
    const AttributeSet rest = gained - wanted;
    if (!rest.empty() && !TRIAD_DEFECT(grant_kept_for_unknown_instance)) {
      return_attributes(object, rest);
    }
  }
  listener_.after_ownership_change(object);
}

// Handles a transfer by order of the MOM. No federate receives a callback about the transfer, about
// attributes that become available, or about an acquisition that crossed with it.
void OwnershipManagement::apply_silent_transfer(ObjectHandle object, const AttributeSet& gained) {
  if (known_.find(object) == nullptr) {
    if (!gained.empty()) return_attributes(object, gained);  // no longer known
    return;
  }
  edit(object).apply(OwnershipEvent::granted_silently, gained);
  assumption_.skip(object);
}

Fault OwnershipManagement::receive_record(
    const Record& record, const wire::NegotiatedAttributeOwnershipDivestiture& offer) {
  if (find_living(offer.object) == nullptr) return acknowledge_tombstone_call(record);
  if (!federation_.apply(record.header.cause(), offer))
    return "an offer of attributes that it does not own";
  if (record.header.cause() == self_) calls_.erase(record.header.after_position);
  assumption_.offer(offer.object);
  return {};
}

Fault OwnershipManagement::receive_record(
    const Record& record, const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel) {
  if (find_living(cancel.object) == nullptr) return acknowledge_tombstone_call(record);
  const FederateHandle by = record.header.cause();
  if (!federation_.apply(by, cancel))
    return "the end of an offer of attributes that it does not own";
  if (by == self_) {
    calls_.erase(record.header.after_position);
    if (auto* ownership = find(cancel.object))
      ownership->apply(OwnershipEvent::keep, cancel.attributes);
  }
  assumption_.offer(cancel.object);
  forget_if_idle(cancel.object);
  return {};
}

void OwnershipManagement::keep_only_owned(ObjectHandle object) {
  InstanceOwnership* const ownership = find(object);
  if (ownership == nullptr) return;
  ownership->keep_only(federation_.objects().find(object)->owned_by(self_));
  forget_if_idle(object);
}

// --- Requests and answers of the RTIG.

Fault OwnershipManagement::receive_record(const Record&, const wire::YieldAttributes& m) {
  const ObjectInstance* instance = find_living(m.object);
  if (instance == nullptr) return {};
  const AttributeSet due = m.attributes & known_.owned(m.object, *instance) & instance->offered();
  if (due.empty()) return {};
  edit(m.object).apply(OwnershipEvent::yield, due);
  context_.queue(wire::AttributeOwnershipDivestitureNotification{m.object, due});
  return {};
}

Fault OwnershipManagement::receive_record(const Record&, const wire::KeepAttributes& m) {
  AttributeSet kept = m.attributes;
  if (InstanceOwnership* const ownership = find(m.object)) {
    kept -= ownership->attributes_in(is_given_up);
    ownership->apply(OwnershipEvent::keep, kept);
    forget_if_idle(m.object);
  }
  if (!kept.empty()) context_.send_to_rtig(wire::AttributesKept{m.object, kept});
  return {};
}

Fault OwnershipManagement::receive_record(const Record&,
                                          const wire::RequestAttributeOwnershipRelease& m) {
  context_.queue(m);
  return {};
}

Fault OwnershipManagement::receive_record(const Record&,
                                          const wire::AttributeOwnershipUnavailable& m) {
  context_.queue(m);
  return {};
}

// The record answers the cancellation that waits, or completes an earlier one.
Fault OwnershipManagement::receive_record(
    const Record& record, const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  if (InstanceOwnership* const ownership = find(m.object)) {
    ownership->apply(context_.answers_call(record.header) ? OwnershipEvent::cancelled
                                                          : OwnershipEvent::cancelled_later,
                     m.attributes);
  }
  context_.queue(m);
  return {};
}

Fault OwnershipManagement::receive_record(const Record&, const wire::InformAttributeOwnership& m) {
  context_.queue(m);
  return {};
}

Fault OwnershipManagement::receive_record(const Record&, const wire::AttributeIsNotOwned& m) {
  context_.queue(m);
  return {};
}

Fault OwnershipManagement::receive_record(const Record&, const wire::AttributeOwnedByRTI& m) {
  context_.queue(m);
  return {};
}

// --- Attributes given back because the federate does not know the instance.

void OwnershipManagement::return_attributes(ObjectHandle object, const AttributeSet& attributes) {
  edit(object).apply(OwnershipEvent::give_up, attributes);
  context_.send_to_rtig(wire::UnconditionalAttributeOwnershipDivestiture{object, attributes});
}

void OwnershipManagement::return_arriving(AttributeHandle attribute) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    InstanceOwnership* const ownership = find(object);
    if (ownership == nullptr || find_living(object) == nullptr) continue;
    if (!is_arriving(ownership->standing(attribute))) continue;
    ownership->apply(OwnershipEvent::forgotten, {attribute});
    return_attributes(object, {attribute});
  }
}

void OwnershipManagement::release_instance(ObjectHandle object) {
  const ObjectInstance* instance = find_living(object);
  if (instance == nullptr) {
    known_.ownerships().erase(object);
    return;
  }
  AttributeSet left = instance->owned_by(self_);
  if (InstanceOwnership* const ownership = find(object)) {
    left -= ownership->attributes_in(is_given_up);
    if (!ownership->pending().empty()) {
      context_.send_to_rtig(wire::AcquisitionsAbandoned{object});
      abandonments_[context_.position()] = object;
      ownership->record_abandonment();
    }
    ownership->apply_to_all(OwnershipEvent::forgotten);
  }
  if (!left.empty()) return_attributes(object, left);
  forget_if_idle(object);
}

// --- Tombstones. Attributes of other owners become unowned, and attributes in transit to the
// federate do not arrive.

void OwnershipManagement::leave_tombstone(ObjectHandle object, ObjectInstance& instance) {
  const AttributeSet kept = known_.owned(object, instance);
  instance.remove_owners(instance.owned() - kept);
  if (InstanceOwnership* const ownership = find(object))
    ownership->apply_to_all(OwnershipEvent::deleted);
  answer_tombstone_requests(object);
  forget_if_idle(object);
}

void OwnershipManagement::answer_tombstone_requests(ObjectHandle object) {
  InstanceOwnership* const ownership = find(object);
  if (ownership == nullptr) return;
  const AttributeSet refused = ownership->attributes_in(is_acquiring_if_available);
  if (!refused.empty()) context_.queue(wire::AttributeOwnershipUnavailable{object, refused});
  const AttributeSet cancelled = ownership->attributes_in(is_cancelling);
  if (cancelled.empty()) return;
  ownership->apply(OwnershipEvent::cancelled_later, cancelled);
  context_.queue(wire::ConfirmAttributeOwnershipAcquisitionCancellation{object, cancelled});
}

void OwnershipManagement::receive_acknowledgement(wire::Position position) {
  if (const auto abandoned = abandonments_.extract(position)) {
    const ObjectHandle object = abandoned.mapped();
    if (auto* ownership = find(object)) ownership->record_answer_to_abandonment();
    return forget_if_idle(object);
  }
  const auto at = calls_.find(position);
  if (at == calls_.end()) return;
  const OwnerCall call = std::move(at->second);
  calls_.erase(at);
  if (ObjectInstance* instance = federation_.objects().find(call.object)) {
    apply_to_tombstone(call, *instance);
  }
}

// An order of the MOM may have taken the attributes of a living instance, which another federate
// may offer now.
void OwnershipManagement::apply_to_tombstone(const OwnerCall& call, ObjectInstance& instance) {
  const AttributeSet own = call.attributes & instance.owned_by(self_);
  switch (call.kind) {
    case OwnerCall::Kind::divest:
      edit(call.object)
          .record_assumptions_delivered(instance.remove_ownership(self_, call.attributes));
      return listener_.after_ownership_change(call.object);
    case OwnerCall::Kind::offer:
      instance.withdraw_offer(own);
      if (own.includes(call.attributes)) instance.add_offer(call.attributes, {});
      return;
    case OwnerCall::Kind::withdraw:
      instance.withdraw_offer(own);
      if (auto* ownership = find(call.object))
        ownership->apply(OwnershipEvent::keep, call.attributes);
      return forget_if_idle(call.object);
  }
}

// The RTIG logged the federate's call before it processed the deletion.
Fault OwnershipManagement::acknowledge_tombstone_call(const Record& record) {
  if (record.header.cause() == self_) receive_acknowledgement(record.header.after_position);
  return {};
}

AttributeSet OwnershipManagement::apply_tombstone_loss(
    const wire::AttributeOwnershipTransferred& transferred, ObjectInstance& instance) {
  AttributeSet lost;
  for (const auto& transfer : transferred.transfers) {
    if (transfer.federate != self_) lost |= instance.remove_ownership(self_, transfer.attributes);
  }
  if (!lost.empty()) listener_.after_ownership_change(transferred.object);
  return lost;
}

}  // namespace triad::rtia
