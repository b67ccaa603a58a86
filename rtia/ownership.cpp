// Ownership management in the RTIA (HLA 1.3 clause 7). The RTIG decides (rtig/ownership.cpp); here
// the federate's calls are checked against what it has been told, and it is told what was decided.
//
// The log may say that an attribute is this federate's, or no longer, before the federate has been
// told by a callback. Until then it goes on as before (Transfers): what it is offered away it owns
// and may keep until the callback is given, and only then does the RTIG hear that it is yielded.
#include <utility>

#include "rtia/membership.hpp"

namespace triad::rtia {

// A refusal that names the instance.
Error Membership::about(ErrorCode code, ObjectHandle object, const char* text) const {
  return wire::error(code, "'" + federation_.objects().name(object) + "': " + text);
}

const Transfers* Membership::find_transfers(ObjectHandle object) const {
  if (owning_.transfers.empty()) return nullptr;
  const auto at = owning_.transfers.find(object);
  return at == owning_.transfers.end() ? nullptr : &at->second;
}

void Membership::forget_if_idle(ObjectHandle object) {
  const auto at = owning_.transfers.find(object);
  if (at != owning_.transfers.end() && at->second.idle()) owning_.transfers.erase(at);
}

// What the federate owns as far as it has been told.
AttributeSet Membership::owned(ObjectHandle object, const ObjectInstance& instance) const {
  AttributeSet owned = instance.owned_by(self_);
  if (const Transfers* transfers = find_transfers(object)) {
    owned -= transfers->arriving;
    owned -= transfers->given_up;
  }
  return owned;
}

AttributeSet Membership::owned(const KnownInstance& known) const {
  AttributeSet owned = known.instance->owned_by(self_);
  if (known.transfers != nullptr) {
    owned -= known.transfers->arriving;
    owned -= known.transfers->given_up;
  }
  return owned;
}

// --- The owner's services.

template <class Request>
void Membership::request_of_owner(OwnersCall::What what, const Request& request) {
  if (request.attributes.empty()) return;
  ambassador_.request(request);
  owning_.calls[ambassador_.position_] = {what, request.object, request.attributes};
}

Result<void> Membership::on(const wire::UnconditionalAttributeOwnershipDivestiture& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, request.attributes, true)) return *refusal;
  request_of_owner(OwnersCall::What::divest, request);
  return {};
}

Result<void> Membership::on(const wire::NegotiatedAttributeOwnershipDivestiture& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, request.attributes, true)) return *refusal;
  if (known->instance->offered().intersects(request.attributes)) {
    return about(ErrorCode::AttributeAlreadyBeingDivested, request.object,
                 "an attribute is offered already: cancel that first, or wait for an acquirer");
  }
  request_of_owner(OwnersCall::What::offer, request);
  return {};
}

Result<void> Membership::on(const wire::CancelNegotiatedAttributeOwnershipDivestiture& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, request.attributes, true)) return *refusal;
  if (!known->instance->offered().includes(request.attributes)) {
    return about(ErrorCode::AttributeDivestitureWasNotRequested, request.object,
                 "an attribute is not offered: there is nothing to cancel");
  }
  request_of_owner(OwnersCall::What::withdraw, request);
  return {};
}

Result<AttributeSet> Membership::on(const wire::AttributeOwnershipReleaseResponse& request) {
  if (owning_.released)
    return *std::exchange(owning_.released, std::nullopt);  // the call made again
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, request.attributes, true)) return *refusal;
  const bool asked =
      known->transfers != nullptr && known->transfers->asked.includes(request.attributes);
  if (request.attributes.empty()) return AttributeSet{};
  if (!asked) {
    return about(ErrorCode::FederateWasNotAskedToReleaseAttribute, request.object,
                 "this federate has not been asked to release an attribute: offer it by a "
                 "divestiture");
  }
  owning_.transfers[request.object].asked -= request.attributes;  // who still wants one asks again
  owning_.releasing = true;
  ambassador_.request(request);
  return AttributeSet{};
}

// The RTIG had nothing to log.
void Membership::on_ownership_answered() {
  if (const auto cancel = std::exchange(owning_.cancelling, std::nullopt)) {
    // What has not been confirmed has been given to it, or it is as the owner will have it.
    Transfers& transfers = owning_.transfers[cancel->object];
    const AttributeSet open = transfers.acquiring & cancel->attributes;
    transfers.acquiring -= open;
    transfers.cancelling |= open;
    forget_if_idle(cancel->object);
  }
  if (!std::exchange(owning_.releasing, false)) return;
  owning_.released = AttributeSet{};
  ambassador_.end_wait(std::nullopt, 0, true);
}

// --- The acquirer's services.

std::optional<Error> Membership::check_acquisition(const KnownInstance& known, ObjectHandle object,
                                                   const AttributeSet& attributes) const {
  if (auto refusal = check_attributes(known, attributes, false)) return refusal;
  const ObjectClassHandle known_class = known.known->known_class;
  const AttributeSet* published = declared().published(known_class);
  if (published == nullptr) {
    return wire::error(ErrorCode::ObjectClassNotPublished,
                       model().path(known_class) + ", the class at which '" +
                           federation_.objects().name(object) +
                           "' is known here, is not published here");
  }
  if (!published->includes(attributes)) {
    return wire::error(ErrorCode::AttributeNotPublished,
                       "an attribute is not published here at " + model().path(known_class) +
                           ", the class at which the instance is known");
  }
  if (owned(known).intersects(attributes)) {
    return about(ErrorCode::FederateOwnsAttributes, object,
                 "an attribute is owned by this federate already");
  }
  return std::nullopt;
}

Result<void> Membership::on(const wire::AttributeOwnershipAcquisition& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_acquisition(*known, request.object, request.attributes)) return *refusal;
  if (request.attributes.empty()) return {};
  Transfers& transfers = owning_.transfers[request.object];
  transfers.willing -= request.attributes;
  transfers.cancelling -= request.attributes;
  transfers.acquiring |= request.attributes;
  wire::AttributeOwnershipAcquisition message = request;
  message.known_class = known->known->known_class;
  message.attributes -= transfers.arriving;
  if (!message.attributes.empty()) ambassador_.send({Audience::Who::rtig, {}}, message);
  return {};
}

Result<void> Membership::on(const wire::AttributeOwnershipAcquisitionIfAvailable& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_acquisition(*known, request.object, request.attributes)) return *refusal;
  if (request.attributes.empty()) return {};
  Transfers& transfers = owning_.transfers[request.object];
  if ((transfers.acquiring | transfers.cancelling).intersects(request.attributes)) {
    return about(ErrorCode::AttributeAlreadyBeingAcquired, request.object,
                 "the acquisition of an attribute is pending: wait for it or cancel it");
  }
  wire::AttributeOwnershipAcquisitionIfAvailable message = request;
  message.known_class = known->known->known_class;
  message.attributes -= transfers.willing;  // one answer is on its way
  transfers.willing |= request.attributes;
  if (!message.attributes.empty()) ambassador_.send({Audience::Who::rtig, {}}, message);
  return {};
}

// Either the confirmation comes or the acquisition, if it is on its way already.
Result<void> Membership::on(const wire::CancelAttributeOwnershipAcquisition& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, request.attributes, false)) return *refusal;
  if (owned(*known).intersects(request.attributes)) {
    return about(ErrorCode::AttributeAlreadyOwned, request.object,
                 "an attribute is owned by this federate already: divest it instead");
  }
  if (request.attributes.empty()) return {};
  if (known->transfers == nullptr || !known->transfers->acquiring.includes(request.attributes)) {
    return about(ErrorCode::AttributeAcquisitionWasNotRequested, request.object,
                 "no acquisition of an attribute is pending that could be cancelled");
  }
  Transfers& transfers = owning_.transfers[request.object];
  const AttributeSet arriving = request.attributes & transfers.arriving;
  transfers.acquiring -= arriving;
  transfers.cancelling |= arriving;
  request.attributes.for_each(
      [&](AttributeHandle attribute) { ++transfers.to_confirm[attribute]; });
  wire::CancelAttributeOwnershipAcquisition message = request;
  message.attributes -= arriving;
  if (message.attributes.empty()) return {};
  owning_.cancelling = message;
  ambassador_.request(message);
  return {};
}

// A pending acquisition keeps what it is for published (HLA 1.3 clause 5.3).
std::optional<Error> Membership::check_pending(ObjectClassHandle object_class,
                                               const AttributeSet& still_published) const {
  for (const auto& [object, transfers] : owning_.transfers) {
    const auto known = known_.find(object.value);
    if (known == known_.end() || known->second.known_class != object_class) continue;
    AttributeSet dropped = transfers.pending() - still_published;
    if (!still_published.empty()) dropped.erase(federation_.privilege_to_delete());
    if (dropped.empty()) continue;
    return about(ErrorCode::OwnershipAcquisitionPending, object,
                 "the acquisition of an attribute is pending: wait for it or cancel it first");
  }
  return std::nullopt;
}

// --- Questions.

Result<void> Membership::on(const wire::QueryAttributeOwnership& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, AttributeSet{request.attribute}, false)) {
    return *refusal;
  }
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

Result<bool> Membership::on(const wire::IsAttributeOwnedByFederate& request) {
  const auto known = known_instance(request.object);
  if (!known) return known.error();
  if (auto refusal = check_attributes(*known, AttributeSet{request.attribute}, false)) {
    return *refusal;
  }
  return owned(*known).contains(request.attribute);
}

// --- What the log says.

Membership::Fault Membership::handle(const Record& record,
                                     const wire::AttributeOwnershipTransferred& transferred) {
  ObjectInstance* instance = federation_.objects().find(transferred.object);
  AttributeSet lost;
  if (instance != nullptr && instance->deleted) {
    lost = lose_of_gone(transferred, *instance);
  } else if (instance != nullptr) {
    const AttributeSet before = instance->owned_by(self_);
    for (const auto& o : instance->owners) neighbours_.lost(o.federate, record.header.position);
    if (!federation_.apply(transferred)) return "an invalid transfer of attributes";
    lost = before - instance->owned_by(self_);
    note_transfer(transferred, *instance, lost, instance->owned_by(self_) - before);
  }
  if (record.header.cause() != self_) return {};
  owning_.calls.erase(record.header.after_position);
  if (ambassador_.answers(record.header) && owning_.releasing) {
    owning_.releasing = false;
    owning_.released = lost;
    ambassador_.end_wait(std::nullopt, 0, true);
  }
  return {};
}

void Membership::note_transfer(const wire::AttributeOwnershipTransferred& transferred,
                               const ObjectInstance& instance, const AttributeSet& lost,
                               const AttributeSet& gained) {
  const ObjectHandle object = transferred.object;
  if (!lost.empty()) {
    Transfers& transfers = owning_.transfers[object];
    const AttributeSet by_call = lost - transfers.given_up;
    transfers.given_up -= lost;
    transfers.offered |= by_call;  // it need not be asked to take back what it gave up itself
    transfers.told_offered |= by_call;
  }
  if (transferred.untold) {
    note_untold_transfer(object, instance, gained);
  } else if (!gained.empty()) {
    Transfers& transfers = owning_.transfers[object];
    const AttributeSet wanted =
        gained & (transfers.acquiring | transfers.willing | transfers.cancelling);
    transfers.arriving |= wanted;
    if (!wanted.empty()) queue(wire::AttributeOwnershipAcquisitionNotification{object, wanted});
    // The federate has ceased to know the instance meanwhile.
    if (const AttributeSet rest = gained - wanted; !rest.empty()) give_up(object, rest);
  }
  after_ownership_change(object);
}

// The MOM has given it away or taken it: nobody is called back, neither about that nor about what
// is now to be had.
void Membership::note_untold_transfer(ObjectHandle object, const ObjectInstance& instance,
                                      const AttributeSet& gained) {
  const KnownObject* known = find_known(object);
  if (known == nullptr) {
    if (!gained.empty()) give_up(object, gained);  // it has ceased to know the instance meanwhile
    return;
  }
  Transfers& transfers = owning_.transfers[object];
  const AttributeSet available = assumable(*known, instance);
  transfers.offered |= available;
  transfers.told_offered |= available;
}

Membership::Fault Membership::handle(const Record& record,
                                     const wire::NegotiatedAttributeOwnershipDivestiture& offer) {
  const ObjectInstance* instance = federation_.objects().find(offer.object);
  if (instance == nullptr || instance->deleted) return answered_of_gone(record);
  if (!federation_.apply(record.header.cause(), offer)) return "an offer of what is not its own";
  if (record.header.cause() == self_) owning_.calls.erase(record.header.after_position);
  offer_assumption(offer.object);
  return {};
}

Membership::Fault Membership::handle(
    const Record& record, const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel) {
  const ObjectInstance* instance = federation_.objects().find(cancel.object);
  if (instance == nullptr || instance->deleted) return answered_of_gone(record);
  const FederateHandle by = record.header.cause();
  if (!federation_.apply(by, cancel)) return "the end of an offer of what is not its own";
  if (by == self_) owning_.calls.erase(record.header.after_position);
  const auto at = owning_.transfers.find(cancel.object);
  if (by == self_ && at != owning_.transfers.end()) at->second.yielding -= cancel.attributes;
  offer_assumption(cancel.object);
  forget_if_idle(cancel.object);
  return {};
}

void Membership::after_ownership_change(ObjectHandle object) {
  ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr) return;
  if (const auto at = owning_.transfers.find(object); at != owning_.transfers.end()) {
    const AttributeSet still = instance->owned_by(self_);
    at->second.yielding &= still;
    at->second.given_up &= still;
    at->second.asked &= still;
  }
  if (instance->deleted) return forget_if_idle(object);
  if (!instance->owned_at_all(self_)) {
    forget_relevance(object);
  } else if (const auto at = advising_.updates.find(object); at != advising_.updates.end()) {
    at->second.on &= instance->owned_by(self_);  // also while the switch is off
    at->second.told &= instance->owned_by(self_);
  }
  KnownObject* known = find_known(object);
  if (known == nullptr) {
    consider_discovery(object, *instance);
    return forget_if_idle(object);
  }
  if (Preferences* const preferences = known->preferences.if_there()) {
    preferences->keep_only(instance->owned_by(self_));
  }
  advise_scope(object);
  report_relevance(object, true);
  if (advising_.relevant_at.contains(object)) advise_updates(object);
  offer_assumption(object);
  forget_if_idle(object);
}

// --- Assumption: whoever could own what nobody owns, or its owner offers, is told once.

AttributeSet Membership::assumable(const KnownObject& known, const ObjectInstance& instance) const {
  const AttributeSet* published = declared().published(known.known_class);
  if (published == nullptr || instance.deleted) return {};
  return ((*published - instance.owned()) | (*published & instance.offered())) -
         instance.owned_by(self_);
}

void Membership::offer_assumption(ObjectHandle object) {
  const KnownObject* known = find_known(object);
  const ObjectInstance* instance = federation_.objects().find(object);
  if (known == nullptr || instance == nullptr) return;
  const AttributeSet available = assumable(*known, *instance);
  if (available.empty() && find_transfers(object) == nullptr) return;
  Transfers& transfers = owning_.transfers[object];
  transfers.offered &= available;  // what is available again later is told again
  transfers.told_offered &= available;
  AttributeSet due = available - transfers.offered - transfers.pending();
  transfers.offered |= due | (available & transfers.pending());
  for (const core::Offer& offer : *instance->offers) {
    const AttributeSet part = due & offer.attributes;
    if (part.empty()) continue;
    queue(wire::RequestAttributeOwnershipAssumption{object, part, offer.tag});
    due -= part;
  }
  if (!due.empty()) queue(wire::RequestAttributeOwnershipAssumption{object, due, {}});
  forget_if_idle(object);
}

void Membership::offer_assumptions(ObjectClassHandle known_class) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    const KnownObject* known = find_known(object);
    if (known != nullptr && known->known_class == known_class) offer_assumption(object);
  }
}

// --- What the RTIG asks for and says.

Membership::Fault Membership::handle(const Record&, const wire::YieldAttributes& m) {
  const ObjectInstance* instance = federation_.objects().find(m.object);
  if (instance == nullptr || instance->deleted) return {};
  const AttributeSet due = m.attributes & owned(m.object, *instance) & instance->offered();
  if (due.empty()) return {};
  owning_.transfers[m.object].yielding |= due;
  queue(wire::AttributeOwnershipDivestitureNotification{m.object, due});
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::KeepAttributes& m) {
  const auto at = owning_.transfers.find(m.object);
  AttributeSet kept = m.attributes;
  if (at != owning_.transfers.end()) {
    kept -= at->second.given_up;
    at->second.yielding -= kept;
    forget_if_idle(m.object);
  }
  if (!kept.empty()) {
    ambassador_.send({Audience::Who::rtig, {}}, wire::AttributesKept{m.object, kept});
  }
  return {};
}

Membership::Fault Membership::handle(const Record&,
                                     const wire::RequestAttributeOwnershipRelease& m) {
  queue(m);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::AttributeOwnershipUnavailable& m) {
  queue(m);
  return {};
}

// The answer to the cancellation that waits for it, or what became of an earlier one.
Membership::Fault Membership::handle(
    const Record& record, const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  if (const auto at = owning_.transfers.find(m.object); at != owning_.transfers.end()) {
    Transfers& transfers = at->second;
    (ambassador_.answers(record.header) ? transfers.acquiring : transfers.cancelling) -=
        m.attributes;
  }
  queue(m);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::InformAttributeOwnership& m) {
  queue(m);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::AttributeIsNotOwned& m) {
  queue(m);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::AttributeOwnedByRTI& m) {
  queue(m);
  return {};
}

// --- Giving up what the federate does not know of, or will not know any more.

void Membership::give_up(ObjectHandle object, const AttributeSet& attributes) {
  owning_.transfers[object].given_up |= attributes;
  ambassador_.send({Audience::Who::rtig, {}},
                   wire::UnconditionalAttributeOwnershipDivestiture{object, attributes});
}

// The federate ceases to know the instance.
void Membership::leave_transfers(ObjectHandle object) {
  const ObjectInstance* instance = federation_.objects().find(object);
  if (instance == nullptr || instance->deleted) {
    owning_.transfers.erase(object);
    return;
  }
  AttributeSet left = instance->owned_by(self_);
  if (const auto at = owning_.transfers.find(object); at != owning_.transfers.end()) {
    Transfers& transfers = at->second;
    left -= transfers.given_up;
    if (!transfers.pending().empty()) {
      ambassador_.send({Audience::Who::rtig, {}}, wire::AcquisitionsAbandoned{object});
    }
    AttributeSet given_up = std::move(transfers.given_up);
    transfers = {};
    transfers.given_up = std::move(given_up);
  }
  if (!left.empty()) give_up(object, left);
  forget_if_idle(object);
}

// --- Callbacks, judged when they are given.

bool Membership::make(const Record&, const wire::RequestAttributeOwnershipAssumption& m) {
  const KnownObject* known = find_known(m.object);
  const ObjectInstance* instance = federation_.objects().find(m.object);
  if (known == nullptr || !known->discovered || instance == nullptr) return false;
  Transfers& transfers = owning_.transfers[m.object];
  AttributeSet due = m.attributes & assumable(*known, *instance);
  due -= transfers.told_offered;
  due -= transfers.pending();
  transfers.told_offered |= due;
  callbacks_.current = wire::RequestAttributeOwnershipAssumption{m.object, due, m.tag};
  forget_if_idle(m.object);
  return !due.empty();
}

bool Membership::make(const Record&, const wire::AttributeOwnershipDivestitureNotification& m) {
  const auto at = owning_.transfers.find(m.object);
  if (at == owning_.transfers.end()) return false;
  const AttributeSet due = m.attributes & at->second.yielding;
  if (due.empty()) return false;
  at->second.yielding -= due;
  at->second.given_up |= due;
  ambassador_.send({Audience::Who::rtig, {}}, wire::AttributesYielded{m.object, due});
  callbacks_.current = wire::AttributeOwnershipDivestitureNotification{m.object, due};
  return true;
}

bool Membership::make(const Record&, const wire::AttributeOwnershipAcquisitionNotification& m) {
  const auto at = owning_.transfers.find(m.object);
  const ObjectInstance* instance = federation_.objects().find(m.object);
  if (at == owning_.transfers.end() || instance == nullptr || instance->deleted) return false;
  Transfers& transfers = at->second;
  const AttributeSet due = m.attributes & transfers.arriving;
  transfers.arriving -= due;
  transfers.acquiring -= due;
  transfers.willing -= due;
  transfers.cancelling -= due;
  due.for_each([&](AttributeHandle attribute) { transfers.to_confirm.erase(attribute); });
  callbacks_.current = wire::AttributeOwnershipAcquisitionNotification{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

// A plain acquisition that has been asked for since overrides it.
bool Membership::make(const Record&, const wire::AttributeOwnershipUnavailable& m) {
  const auto at = owning_.transfers.find(m.object);
  const ObjectInstance* instance = federation_.objects().find(m.object);
  if (at == owning_.transfers.end() || instance == nullptr || instance->deleted) return false;
  const AttributeSet due = m.attributes & (at->second.willing - at->second.arriving);
  at->second.willing -= due;
  callbacks_.current = wire::AttributeOwnershipUnavailable{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

bool Membership::make(const Record&, const wire::RequestAttributeOwnershipRelease& m) {
  const KnownObject* known = find_known(m.object);
  const ObjectInstance* instance = federation_.objects().find(m.object);
  if (known == nullptr || instance == nullptr || instance->deleted) return false;
  const AttributeSet due = m.attributes & owned(m.object, *instance);
  if (due.empty()) return false;
  owning_.transfers[m.object].asked |= due;
  callbacks_.current = wire::RequestAttributeOwnershipRelease{m.object, due, m.tag};
  return true;
}

// Not what it cancelled before it ceased to know the instance for a while.
bool Membership::make(const Record&,
                      const wire::ConfirmAttributeOwnershipAcquisitionCancellation& m) {
  const auto at = owning_.transfers.find(m.object);
  if (at == owning_.transfers.end()) return false;
  AttributeSet due;
  m.attributes.for_each([&](AttributeHandle attribute) {
    const auto open = at->second.to_confirm.find(attribute);
    if (open == at->second.to_confirm.end()) return;
    due.insert(attribute);
    if (--open->second == 0) at->second.to_confirm.erase(open);
  });
  callbacks_.current = wire::ConfirmAttributeOwnershipAcquisitionCancellation{m.object, due};
  forget_if_idle(m.object);
  return !due.empty();
}

bool Membership::make(const Record&, const wire::InformAttributeOwnership& m) {
  callbacks_.current = m;
  const KnownObject* known = find_known(m.object);
  return known != nullptr && known->discovered;
}

bool Membership::make(const Record&, const wire::AttributeIsNotOwned& m) {
  callbacks_.current = m;
  const KnownObject* known = find_known(m.object);
  return known != nullptr && known->discovered;
}

bool Membership::make(const Record&, const wire::AttributeOwnedByRTI& m) {
  callbacks_.current = m;
  const KnownObject* known = find_known(m.object);
  return known != nullptr && known->discovered;
}

}  // namespace triad::rtia
