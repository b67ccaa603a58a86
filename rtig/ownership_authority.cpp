#include "rtig/ownership_authority.hpp"

#include "records/defect.hpp"

namespace triad::rtig {

using core::OwnershipNotice;

namespace {

const char* const kNotOwned = "an ownership service for attributes that it does not own";

}  // namespace

void OwnershipAuthority::erase_object(ObjectHandle object) {
  federation_.objects().erase(object);
  negotiations_.erase(object);
}

// --- Decisions.

// Transfers attributes that the owner gives up by `cause` or has given up before, to federates that
// wait for them. `given_up` is empty if a federate has just begun to wait.
void OwnershipAuthority::transfer(const wire::RecordHeader& cause, ObjectHandle object,
                                  const wire::AttributeSet& given_up) {
  const core::ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  wire::AttributeSet left = given_up & instance->owned();
  wire::AttributeOwnershipTransferred transferred{object, {}};
  if (const auto at = negotiations_.find(object); at != negotiations_.end()) {
    const auto last = federation_.model().find(instance->object_class)->attributes.size();
    const auto all = wire::AttributeSet::up_to(static_cast<std::uint32_t>(last));
    for (const auto& grant : at->second.take_grants(*instance, all, given_up)) {
      transferred.transfers.push_back({grant.federate, grant.known_class, grant.attributes});
      left -= grant.attributes;
    }
  }
  if (!left.empty()) transferred.transfers.push_back({wire::kNoOwner, {}, left});
  if (!transferred.transfers.empty()) {
    context_.members().record_losses(*instance, writer_.next_log_position());
    federation_.apply(transferred);
    writer_.append_log(cause, transferred, instance->object_class, Audience::interested_and_cause);
  }
  send_notices(cause, object);
}

void OwnershipAuthority::send_notices(const wire::RecordHeader& cause, ObjectHandle object) {
  const auto at = negotiations_.find(object);
  if (at == negotiations_.end()) return;
  for (const OwnershipNotice& notice :
       at->second.take_notices(*federation_.objects().find(object))) {
    send_notice(cause, object, notice);
  }
  if (at->second.is_idle()) negotiations_.erase(at);
}

// A confirmation is stamped with the cancellation that it answers. A later confirmation has no such
// stamp.
void OwnershipAuthority::send_notice(const wire::RecordHeader& cause, ObjectHandle object,
                                     const OwnershipNotice& notice) {
  const auto& attributes = notice.attributes;
  const auto stamp = cause.sender == notice.federate.value ? cause : wire::RecordHeader{};
  switch (notice.kind) {
    case OwnershipNotice::Kind::release_requested:
      return writer_.send_to(
          notice.federate, {},
          wire::RequestAttributeOwnershipRelease{object, attributes, notice.tag});
    case OwnershipNotice::Kind::yield:
      return writer_.send_to(notice.federate, {}, wire::YieldAttributes{object, attributes});
    case OwnershipNotice::Kind::keep:
      return writer_.send_to(notice.federate, {}, wire::KeepAttributes{object, attributes});
    case OwnershipNotice::Kind::unavailable:
      return writer_.send_to(notice.federate, {},
                             wire::AttributeOwnershipUnavailable{object, attributes});
    case OwnershipNotice::Kind::cancelled:
      return writer_.send_to(
          notice.federate, stamp,
          wire::ConfirmAttributeOwnershipAcquisitionCancellation{object, attributes});
  }
}

void OwnershipAuthority::transfer_released(const core::InstanceChanges& changes) {
  for (const auto& [object, attributes] : changes.released) {
    if (negotiations_.contains(object)) transfer({}, object, attributes);
  }
}

void OwnershipAuthority::remove_member(FederateHandle leaver) {
  for (auto at = negotiations_.begin(); at != negotiations_.end();) {
    const ObjectHandle object = (at++)->first;  // the negotiation may end
    negotiations_.at(object).remove_federate(leaver);
    send_notices({}, object);
  }
}

bool OwnershipAuthority::is_negotiated(ObjectHandle object,
                                       const wire::AttributeSet& attributes) const {
  const auto at = negotiations_.find(object);
  return at != negotiations_.end() && at->second.concerns(attributes);
}

// --- The owner's side.

// An order of the MOM takes attributes from a member, which learns of it later. Until then the
// member's requests may name them.
wire::AttributeSet OwnershipAuthority::owned_part(FederateHandle by, const Record& record,
                                                  ObjectHandle object,
                                                  const wire::AttributeSet& attributes,
                                                  Fault& fault) const {
  const core::ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return {};
  wire::AttributeSet owned = attributes & instance->owned_by(by);
  const bool is_late = record.header.after_position < context_.members().at(by).last_loss;
  if (!owned.includes(attributes) && !is_late) fault = kNotOwned;
  return owned;
}

Fault OwnershipAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::UnconditionalAttributeOwnershipDivestiture& m) {
  // An unpublication may have taken attributes that the RTIA now gives back.
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  const wire::AttributeSet given_up =
      instance == nullptr ? wire::AttributeSet{} : m.attributes & instance->owned_by(by);
  if (given_up.empty()) {
    writer_.accept(by, record);
  } else {
    transfer(record.header, m.object, given_up);
  }
  return {};
}

// Applies and logs the start or end of an offer of the attributes that the member owns. Returns
// false if nothing is logged. The request is then answered, or `fault` is set.
template <class Message>
bool OwnershipAuthority::log_if_owned(FederateHandle by, const Record& record, const Message& m,
                                      Fault& fault) {
  Message logged = m;
  logged.attributes = owned_part(by, record, m.object, m.attributes, fault);
  if (fault) return false;
  if (logged.attributes.empty()) {
    writer_.accept(by, record);
    return false;
  }
  federation_.apply(by, logged);
  writer_.append_log(record.header, logged, federation_.objects().find(m.object)->object_class,
                     Audience::interested_and_cause);
  return true;
}

Fault OwnershipAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::NegotiatedAttributeOwnershipDivestiture& m) {
  if (Fault fault; !log_if_owned(by, record, m, fault)) return fault;
  if (TRIAD_DEFECT(yielded_without_the_owner)) {
    if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
      transfer({}, m.object, m.attributes & at->second.requested_attributes());
    }
  }
  send_notices(record.header, m.object);
  return {};
}

Fault OwnershipAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::CancelNegotiatedAttributeOwnershipDivestiture& m) {
  if (Fault fault; !log_if_owned(by, record, m, fault)) return fault;
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.end_offer(m.attributes & federation_.objects().find(m.object)->owned_by(by));
    send_notices(record.header, m.object);
  }
  return {};
}

// The owner keeps attributes that no federate waits for any longer.
Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::AttributeOwnershipReleaseResponse& m) {
  Fault fault;
  const wire::AttributeSet owned = owned_part(by, record, m.object, m.attributes, fault);
  if (fault) return fault;
  const auto at = negotiations_.find(m.object);
  const auto released =
      at == negotiations_.end() ? wire::AttributeSet{} : owned & at->second.requested_attributes();
  if (released.empty()) {
    writer_.accept(by, record);
  } else {
    transfer(record.header, m.object, released);
  }
  return {};
}

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::AttributesYielded& m) {
  Fault fault;
  const wire::AttributeSet owned = owned_part(by, record, m.object, m.attributes, fault);
  if (!fault && !owned.empty()) transfer(record.header, m.object, owned);
  return fault;
}

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::AttributesKept& m) {
  const auto at = negotiations_.find(m.object);
  if (at == negotiations_.end()) return {};
  at->second.record_not_yielded(m.attributes & federation_.objects().find(m.object)->owned_by(by));
  send_notices(record.header, m.object);
  return {};
}

// --- The acquirer's side.

template <class Acquisition>
Fault OwnershipAuthority::acquire(FederateHandle by, const Record& record, const Acquisition& m,
                                  bool if_available, std::string_view tag) {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr) {
    // The federate may know a deleted instance until its time reaches that of the deletion.
    if (if_available) {
      writer_.send_to(by, record.header,
                      wire::AttributeOwnershipUnavailable{m.object, m.attributes});
    }
    return {};
  }
  const auto* published = federation_.member(by)->declared.published(m.known_class);
  if (published == nullptr || !published->includes(m.attributes) ||
      !core::can_own(federation_, by, *instance, m.known_class, m.attributes)) {
    return "an acquisition of attributes that it does not publish";
  }
  // The federate already owns these attributes by an earlier request and will be notified of that.
  const wire::AttributeSet wanted = m.attributes - instance->owned_by(by);
  if (wanted.empty()) return {};
  negotiations_[m.object].acquire({by, m.known_class, if_available, std::string(tag), wanted});
  transfer(record.header, m.object, {});
  return {};
}

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::AttributeOwnershipAcquisition& m) {
  return acquire(by, record, m, false, m.tag);
}

Fault OwnershipAuthority::receive_from_member(
    FederateHandle by, const Record& record,
    const wire::AttributeOwnershipAcquisitionIfAvailable& m) {
  return acquire(by, record, m, true, {});
}

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::CancelAttributeOwnershipAcquisition& m) {
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.cancel(by, m.attributes);
    send_notices(record.header, m.object);
  }
  writer_.accept(by, record);
  return {};
}

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::AcquisitionsAbandoned& m) {
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.remove_federate(by);
    send_notices(record.header, m.object);
  }
  writer_.accept(by, record);
  return {};
}

// --- Queries of the owner. The RTIG answers them after all records that the asking federate sent
// before.

Fault OwnershipAuthority::receive_from_member(FederateHandle by, const Record& record,
                                              const wire::QueryAttributeOwnership& m) {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  const FederateHandle owner = instance == nullptr ? wire::kNoOwner : instance->owner(m.attribute);
  if (owner == wire::kNoOwner) {
    writer_.send_to(by, record.header, wire::AttributeIsNotOwned{m.object, m.attribute});
  } else if (owner == wire::kRtiOwner) {
    writer_.send_to(by, record.header, wire::AttributeOwnedByRTI{m.object, m.attribute});
  } else {
    writer_.send_to(by, record.header,
                    wire::InformAttributeOwnership{m.object, m.attribute, owner});
  }
  return {};
}

// --- Saves.

void OwnershipAuthority::save(core::SavedFederation& saved) const {
  for (const auto& [object, negotiation] : negotiations_) {
    saved.negotiations.push_back({object, negotiation.snapshot()});
  }
}

void OwnershipAuthority::restore(const core::SavedFederation& saved) {
  negotiations_.clear();
  for (const auto& [object, negotiation] : saved.negotiations) {
    if (federation_.objects().find(object) == nullptr) continue;
    negotiations_[object] = core::Negotiation::from_snapshot(negotiation);
  }
}

}  // namespace triad::rtig
