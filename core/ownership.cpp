#include "core/ownership.hpp"

#include <algorithm>
#include <utility>

#include "core/federation_state.hpp"
#include "records/defect.hpp"

namespace triad::core {

namespace {

using NoticeKind = OwnershipNotice::Kind;

// Adds one notice for each federate that owns some of the attributes. The RTI itself gives up
// nothing.
void add_owner_notices(std::vector<OwnershipNotice>& notices, const ObjectInstance& instance,
                       NoticeKind kind, const AttributeSet& attributes,
                       const std::string& tag = {}) {
  for (const Ownership& ownership : instance.owners) {
    AttributeSet owned = ownership.attributes & attributes;
    if (owned.empty() || ownership.federate == wire::kRtiOwner) continue;
    notices.push_back({kind, ownership.federate, std::move(owned), tag});
  }
}

void remove_attributes(Acquisition& request, const AttributeSet& attributes) {
  request.attributes -= attributes;
  request.asked -= attributes;
  request.cancelled -= attributes;
}

}  // namespace

Negotiation Negotiation::from_snapshot(const NegotiationSnapshot& snapshot) {
  Negotiation negotiation;
  negotiation.waiting_ = snapshot.waiting;
  negotiation.yielding_ = snapshot.yielding;
  negotiation.recalled_ = snapshot.recalled;
  return negotiation;
}

void Negotiation::acquire(Acquisition request) {
  std::size_t place = waiting_.size();
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    Acquisition& earlier = waiting_[i];
    if (earlier.federate != request.federate) continue;
    const AttributeSet repeated = earlier.attributes & request.attributes;
    if (repeated.empty()) continue;
    if (request.if_available) {
      request.attributes -= repeated;
      continue;
    }
    const AttributeSet confirmed = earlier.cancelled & repeated;
    if (!confirmed.empty())
      due_notices_.push_back({NoticeKind::cancelled, request.federate, confirmed});
    remove_attributes(earlier, repeated);
    place = std::min(place, i + 1);  // the federate has waited since the earlier request
  }
  waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(place), std::move(request));
  remove_empty_requests();
}

void Negotiation::cancel(FederateHandle federate, const AttributeSet& attributes) {
  for (Acquisition& request : waiting_) {
    if (request.federate == federate && !request.if_available) {
      request.cancelled |= request.attributes & attributes;
    }
  }
}

void Negotiation::remove_federate(FederateHandle federate) {
  std::erase_if(waiting_, [&](const auto& request) { return request.federate == federate; });
  std::erase_if(due_notices_, [&](const auto& notice) { return notice.federate == federate; });
}

void Negotiation::record_not_yielded(const AttributeSet& attributes) {
  yielding_ -= attributes & recalled_;
  recalled_ -= attributes;
}

void Negotiation::end_offer(const AttributeSet& attributes) {
  yielding_ -= attributes;
  recalled_ -= attributes;
}

AttributeSet Negotiation::requested_attributes() const {
  AttributeSet wanted;
  for (const Acquisition& request : waiting_) wanted |= request.attributes - request.cancelled;
  return wanted;
}

std::vector<Ownership> Negotiation::take_grants(const ObjectInstance& instance,
                                                const AttributeSet& all,
                                                const AttributeSet& given_up) {
  end_offer(given_up);
  std::vector<Ownership> granted;
  AttributeSet free = (all - instance.owned()) | given_up;
  if (TRIAD_DEFECT(divestiture_forgets_waiting_federates)) free -= given_up;
  add_grants(granted, free, false);
  add_grants(granted, free, true);  // also to requests cancelled while the attribute was in transit
  AttributeSet moved = given_up;
  for (const Ownership& change : granted) moved |= change.attributes;
  for (Acquisition& request : waiting_) request.asked -= moved;
  remove_empty_requests();
  return granted;
}

void Negotiation::add_grants(std::vector<Ownership>& granted, AttributeSet& free,
                             bool also_cancelled) {
  for (Acquisition& request : waiting_) {
    AttributeSet got = free & request.attributes;
    if (!also_cancelled) got -= request.cancelled;
    if (got.empty()) continue;
    free -= got;
    remove_attributes(request, got);
    const auto at = std::ranges::find_if(granted, [&](const Ownership& earlier) {
      return earlier.federate == request.federate && earlier.known_class == request.known_class;
    });
    if (at == granted.end()) {
      granted.push_back({request.federate, request.known_class, got});
    } else {
      at->attributes |= got;
    }
  }
}

std::vector<OwnershipNotice> Negotiation::take_notices(const ObjectInstance& instance) {
  std::vector<OwnershipNotice> notices = std::exchange(due_notices_, {});
  const AttributeSet offered = instance.offered();
  const AttributeSet firm = instance.owned() - offered;
  const AttributeSet wanted = this->requested_attributes();
  // Attributes that owners may have yielded although no request for them is left. They may go to
  // the federate that cancelled its request last.
  const AttributeSet open = yielding_ - wanted;
  for (Acquisition& request : waiting_) process_request(request, instance, firm, open, notices);
  remove_empty_requests();

  const AttributeSet to_yield = (offered & wanted) - yielding_;
  add_owner_notices(notices, instance, NoticeKind::yield, to_yield);
  yielding_ |= to_yield;
  const AttributeSet to_keep = yielding_ - wanted - recalled_;
  add_owner_notices(notices, instance, NoticeKind::keep, to_keep);
  recalled_ |= to_keep;
  return notices;
}

// `firm`: attributes that their owners do not offer. `open`: attributes that may have been yielded
// although no request for them is left.
void Negotiation::process_request(Acquisition& request, const ObjectInstance& instance,
                                  const AttributeSet& firm, const AttributeSet& open,
                                  std::vector<OwnershipNotice>& notices) {
  if (request.if_available) {
    const AttributeSet refused = request.attributes & firm;
    if (!refused.empty()) notices.push_back({NoticeKind::unavailable, request.federate, refused});
    remove_attributes(request, refused);
    return;
  }
  const AttributeSet confirmed = request.cancelled - open;
  if (!confirmed.empty()) notices.push_back({NoticeKind::cancelled, request.federate, confirmed});
  remove_attributes(request, confirmed);
  const AttributeSet to_ask = (request.attributes & firm) - request.asked - request.cancelled;
  add_owner_notices(notices, instance, NoticeKind::release_requested, to_ask, request.tag);
  request.asked |= to_ask;
}

void Negotiation::remove_empty_requests() {
  std::erase_if(waiting_, [](const auto& request) { return request.attributes.empty(); });
}

// --- Log records, applied by every participant.

bool Federation::apply(FederateHandle by,
                       const wire::NegotiatedAttributeOwnershipDivestiture& offer) {
  ObjectInstance* instance = objects_.find(offer.object);
  if (instance == nullptr || !instance->owned_by(by).includes(offer.attributes)) return false;
  instance->withdraw_offer(offer.attributes);
  instance->add_offer(offer.attributes, offer.tag);
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel) {
  ObjectInstance* instance = objects_.find(cancel.object);
  if (instance == nullptr || !instance->owned_by(by).includes(cancel.attributes)) return false;
  instance->withdraw_offer(cancel.attributes);
  return true;
}

bool can_own(const Federation& federation, FederateHandle federate, const ObjectInstance& instance,
             ObjectClassHandle known_class, const AttributeSet& attributes) {
  return (federate == wire::kRtiOwner || federation.members().contains(federate)) &&
         federation.model().has_attributes(known_class, attributes) &&
         federation.model().is_a(instance.object_class, known_class);
}

namespace {

// Class at which a federate that is given attributes at `known_class` owns all that it owns of the
// instance. The classes differ if the federate has discovered the instance again while attributes
// that it had asked for before were on their way. Then it is the newer one that has all attributes.
ObjectClassHandle owner_class(const ObjectModel& model, const ObjectInstance& instance,
                              FederateHandle federate, ObjectClassHandle known_class) {
  const auto owned = std::ranges::find(instance.owners, federate, &Ownership::federate);
  const bool has_all =
      owned == instance.owners.end() || model.has_attributes(known_class, owned->attributes);
  return has_all ? known_class : owned->known_class;
}

}  // namespace

bool Federation::apply(const wire::AttributeOwnershipTransferred& transferred) {
  ObjectInstance* instance = objects_.find(transferred.object);
  if (instance == nullptr) return false;
  for (const auto& [federate, known_class, attributes] : transferred.transfers) {
    if (federate == wire::kNoOwner
            ? !model_.has_attributes(instance->object_class, attributes)
            : !can_own(*this, federate, *instance, known_class, attributes)) {
      return false;
    }
  }
  for (const auto& [federate, known_class, attributes] : transferred.transfers) {
    instance->remove_owners(attributes);
    if (federate == wire::kNoOwner) continue;
    instance->add_ownership(federate, attributes,
                            owner_class(model_, *instance, federate, known_class));
  }
  return true;
}

}  // namespace triad::core
