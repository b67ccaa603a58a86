// Ownership management in the RTIG (HLA 1.3 clause 7): the one place where it is decided who owns
// what. The rules are core::Negotiation's; here requests come in, transfers go into the log, and
// those concerned are told. The owner's RTIA and the acquirer's have checked what their federates
// ask for; what does not hold here is a broken peer, unless the instance has been deleted
// meanwhile.
#include "core/defect.hpp"
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

using core::OwnershipNotice;

namespace {

const char* const kNotItsOwn = "an ownership service for attributes that it does not own";

}  // namespace

// The instance is gone, and with it all that was under way about it.
void FederationExecution::erase_object(ObjectHandle object) {
  federation_.objects().erase(object);
  negotiations_.erase(object);
}

// --- Decisions.

// `given_up` by its owner, in this very record (`cause`) or already; or nothing, and somebody new
// waits.
void FederationExecution::transfer(const wire::RecordHeader& cause, ObjectHandle object,
                                   const wire::AttributeSet& given_up) {
  const core::ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  wire::AttributeSet left = given_up & instance->owned();
  wire::AttributeOwnershipTransferred transferred{object, {}};
  if (const auto at = negotiations_.find(object); at != negotiations_.end()) {
    const auto last = federation_.model().find(instance->object_class)->attributes.size();
    const auto all = wire::AttributeSet::up_to(static_cast<std::uint32_t>(last));
    for (const auto& grant : at->second.grants(*instance, all, given_up)) {
      transferred.transfers.push_back({grant.federate, grant.known_class, grant.attributes});
      left -= grant.attributes;
    }
  }
  if (!left.empty()) transferred.transfers.push_back({wire::kNobody, {}, left});
  if (!transferred.transfers.empty()) {
    note_losses(*instance);
    federation_.apply(transferred);
    delivery_.append_log(cause, transferred);
  }
  tell_negotiators(cause, object);
}

void FederationExecution::tell_negotiators(const wire::RecordHeader& cause, ObjectHandle object) {
  const auto at = negotiations_.find(object);
  if (at == negotiations_.end()) return;
  for (const OwnershipNotice& notice : at->second.notices(*federation_.objects().find(object))) {
    tell(cause, object, notice);
  }
  if (at->second.idle()) negotiations_.erase(at);
}

// The stamp tells a confirmation that answers the cancellation from one that comes later.
void FederationExecution::tell(const wire::RecordHeader& cause, ObjectHandle object,
                               const OwnershipNotice& notice) {
  const auto& attributes = notice.attributes;
  const auto stamp = cause.sender == notice.to.value ? cause : wire::RecordHeader{};
  switch (notice.what) {
    case OwnershipNotice::What::release_requested:
      return delivery_.send_to(
          notice.to, {}, wire::RequestAttributeOwnershipRelease{object, attributes, notice.tag});
    case OwnershipNotice::What::yield:
      return delivery_.send_to(notice.to, {}, wire::YieldAttributes{object, attributes});
    case OwnershipNotice::What::keep:
      return delivery_.send_to(notice.to, {}, wire::KeepAttributes{object, attributes});
    case OwnershipNotice::What::unavailable:
      return delivery_.send_to(notice.to, {},
                               wire::AttributeOwnershipUnavailable{object, attributes});
    case OwnershipNotice::What::cancelled:
      return delivery_.send_to(
          notice.to, stamp,
          wire::ConfirmAttributeOwnershipAcquisitionCancellation{object, attributes});
  }
}

// Attributes that nobody owns any more by a record that the log has already.
void FederationExecution::transfer_released(const core::InstanceChanges& changes) {
  for (const auto& [object, attributes] : changes.released) {
    if (negotiations_.contains(object)) transfer({}, object, attributes);
  }
}

void FederationExecution::leave_negotiations(FederateHandle leaver) {
  for (auto at = negotiations_.begin(); at != negotiations_.end();) {
    const ObjectHandle object = (at++)->first;  // it may be over then
    negotiations_.at(object).abandon(leaver);
    tell_negotiators({}, object);
  }
}

// --- The owner's side.

// Whether `by` owns the attributes; `there` says whether the instance still exists.
bool FederationExecution::owns(FederateHandle by, ObjectHandle object,
                               const wire::AttributeSet& attributes, bool& there) const {
  const core::ObjectInstance* instance = federation_.objects().find(object);
  there = instance != nullptr;
  return there && instance->owned_by(by).includes(attributes);
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::UnconditionalAttributeOwnershipDivestiture& m) {
  // What an RTIA gives back for its federate an unpublication may have taken away meanwhile.
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  const wire::AttributeSet given_up =
      instance == nullptr ? wire::AttributeSet{} : m.attributes & instance->owned_by(by);
  if (given_up.empty()) {
    delivery_.send_to(by, record.header, wire::Accepted{});
  } else {
    transfer(record.header, m.object, given_up);
  }
  return {};
}

// Offers and their ends. False: there is nothing to log; a member that names another's attributes
// is at fault, one whose instance is gone is answered.
template <class Message>
bool FederationExecution::log_if_owned(FederateHandle by, const Record& record, const Message& m,
                                       Fault& fault) {
  bool there = false;
  if (owns(by, m.object, m.attributes, there)) {
    federation_.apply(by, m);
    delivery_.append_log(record.header, m);
    return true;
  }
  if (there) {
    fault = kNotItsOwn;
  } else {
    delivery_.send_to(by, record.header, wire::Accepted{});
  }
  return false;
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::NegotiatedAttributeOwnershipDivestiture& m) {
  if (Fault fault; !log_if_owned(by, record, m, fault)) return fault;
  if (TRIAD_DEFECT(yielded_without_the_owner)) {
    if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
      transfer({}, m.object, m.attributes & at->second.wanted());
    }
  }
  tell_negotiators(record.header, m.object);
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::CancelNegotiatedAttributeOwnershipDivestiture& m) {
  if (Fault fault; !log_if_owned(by, record, m, fault)) return fault;
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.offer_ended(m.attributes);
    tell_negotiators(record.header, m.object);
  }
  return {};
}

// What nobody waits for any more the owner keeps.
FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::AttributeOwnershipReleaseResponse& m) {
  bool there = false;
  if (!owns(by, m.object, m.attributes, there) && there) return kNotItsOwn;
  const auto at = negotiations_.find(m.object);
  const auto released =
      at == negotiations_.end() ? wire::AttributeSet{} : m.attributes & at->second.wanted();
  if (released.empty()) {
    delivery_.send_to(by, record.header, wire::Accepted{});
  } else {
    transfer(record.header, m.object, released);
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AttributesYielded& m) {
  bool there = false;
  if (!owns(by, m.object, m.attributes, there)) {
    if (there) return "yielded attributes that it does not own";
    return {};
  }
  transfer(record.header, m.object, m.attributes);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AttributesKept& m) {
  const auto at = negotiations_.find(m.object);
  if (at == negotiations_.end()) return {};
  at->second.kept(m.attributes & federation_.objects().find(m.object)->owned_by(by));
  tell_negotiators(record.header, m.object);
  return {};
}

// --- The acquirer's side.

template <class Acquisition>
FederationExecution::Fault FederationExecution::acquire(FederateHandle by, const Record& record,
                                                        const Acquisition& m, bool if_available,
                                                        std::string_view tag) {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr) return {};
  const auto* published = federation_.member(by)->declared.published(m.known_class);
  if (published == nullptr || !published->includes(m.attributes) ||
      !federation_.can_own(by, *instance, m.known_class, m.attributes)) {
    return "an acquisition of attributes that it does not publish";
  }
  // What it has got by an earlier request it is being told.
  const wire::AttributeSet wanted = m.attributes - instance->owned_by(by);
  if (wanted.empty()) return {};
  negotiations_[m.object].acquire({by, m.known_class, if_available, std::string(tag), wanted});
  transfer(record.header, m.object, {});
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AttributeOwnershipAcquisition& m) {
  return acquire(by, record, m, false, m.tag);
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::AttributeOwnershipAcquisitionIfAvailable& m) {
  return acquire(by, record, m, true, {});
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::CancelAttributeOwnershipAcquisition& m) {
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.cancel(by, m.attributes);
    tell_negotiators(record.header, m.object);
  }
  delivery_.send_to(by, record.header, wire::Accepted{});
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AcquisitionsAbandoned& m) {
  if (const auto at = negotiations_.find(m.object); at != negotiations_.end()) {
    at->second.abandon(by);
    tell_negotiators(record.header, m.object);
  }
  return {};
}

// --- Who owns it? Asked here, behind whatever the asker has given up.

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::QueryAttributeOwnership& m) {
  const core::ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr) return {};
  const FederateHandle owner = instance->owner(m.attribute);
  if (owner == wire::kNobody) {
    delivery_.send_to(by, record.header, wire::AttributeIsNotOwned{m.object, m.attribute});
  } else if (owner == wire::kRtiOwner) {
    delivery_.send_to(by, record.header, wire::AttributeOwnedByRTI{m.object, m.attribute});
  } else {
    delivery_.send_to(by, record.header,
                      wire::InformAttributeOwnership{m.object, m.attribute, owner});
  }
  return {};
}

}  // namespace triad::rtig
