#include "core/ownership.hpp"

#include <algorithm>
#include <utility>

#include "core/federation_state.hpp"
#include "records/defect.hpp"

namespace triad::core {

namespace {

using What = OwnershipNotice::What;

// Adds one notice for each federate that owns some of the attributes. The RTI itself gives up
// nothing.
void tell_owners(std::vector<OwnershipNotice>& notices, const ObjectInstance& instance, What what,
                 const AttributeSet& attributes, const std::string& tag = {}) {
  for (const Ownership& ownership : instance.owners) {
    AttributeSet owned = ownership.attributes & attributes;
    if (owned.empty() || ownership.federate == wire::kRtiOwner) continue;
    notices.push_back({what, ownership.federate, std::move(owned), tag});
  }
}

void drop(Acquisition& request, const AttributeSet& attributes) {
  request.attributes -= attributes;
  request.asked -= attributes;
  request.cancelled -= attributes;
}

}  // namespace

Negotiation Negotiation::restored(const NegotiationSnapshot& snapshot) {
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
    const AttributeSet again = earlier.attributes & request.attributes;
    if (again.empty()) continue;
    if (request.if_available) {
      request.attributes -= again;
      continue;
    }
    const AttributeSet confirmed = earlier.cancelled & again;
    if (!confirmed.empty()) due_.push_back({What::cancelled, request.federate, confirmed});
    drop(earlier, again);
    place = std::min(place, i + 1);  // the federate has waited since the earlier request
  }
  waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(place), std::move(request));
  forget_empty();
}

void Negotiation::cancel(FederateHandle federate, const AttributeSet& attributes) {
  for (Acquisition& request : waiting_) {
    if (request.federate == federate && !request.if_available) {
      request.cancelled |= request.attributes & attributes;
    }
  }
}

void Negotiation::abandon(FederateHandle federate) {
  std::erase_if(waiting_, [&](const auto& request) { return request.federate == federate; });
  std::erase_if(due_, [&](const auto& notice) { return notice.to == federate; });
}

void Negotiation::kept(const AttributeSet& attributes) {
  yielding_ -= attributes & recalled_;
  recalled_ -= attributes;
}

void Negotiation::offer_ended(const AttributeSet& attributes) {
  yielding_ -= attributes;
  recalled_ -= attributes;
}

AttributeSet Negotiation::wanted() const {
  AttributeSet wanted;
  for (const Acquisition& request : waiting_) wanted |= request.attributes - request.cancelled;
  return wanted;
}

std::vector<Ownership> Negotiation::grants(const ObjectInstance& instance, const AttributeSet& all,
                                           const AttributeSet& given_up) {
  offer_ended(given_up);
  std::vector<Ownership> granted;
  AttributeSet free = (all - instance.owned()) | given_up;
  if (TRIAD_DEFECT(divestiture_forgets_who_waits)) free -= given_up;
  grant(granted, free, false);
  grant(granted, free, true);  // also to requests cancelled while the attribute was in transit
  AttributeSet moved = given_up;
  for (const Ownership& change : granted) moved |= change.attributes;
  for (Acquisition& request : waiting_) request.asked -= moved;
  forget_empty();
  return granted;
}

void Negotiation::grant(std::vector<Ownership>& granted, AttributeSet& free, bool also_cancelled) {
  for (Acquisition& request : waiting_) {
    AttributeSet got = free & request.attributes;
    if (!also_cancelled) got -= request.cancelled;
    if (got.empty()) continue;
    free -= got;
    drop(request, got);
    const auto at = std::ranges::find(granted, request.federate, &Ownership::federate);
    if (at == granted.end()) {
      granted.push_back({request.federate, request.known_class, got});
    } else {
      at->attributes |= got;
    }
  }
}

std::vector<OwnershipNotice> Negotiation::notices(const ObjectInstance& instance) {
  std::vector<OwnershipNotice> notices = std::exchange(due_, {});
  const AttributeSet offered = instance.offered();
  const AttributeSet firm = instance.owned() - offered;
  const AttributeSet wanted = this->wanted();
  // Attributes that owners may have yielded although no request for them is left. They may go to
  // the federate that cancelled its request last.
  const AttributeSet open = yielding_ - wanted;
  for (Acquisition& request : waiting_) answer(request, instance, firm, open, notices);
  forget_empty();

  const AttributeSet to_yield = (offered & wanted) - yielding_;
  tell_owners(notices, instance, What::yield, to_yield);
  yielding_ |= to_yield;
  const AttributeSet to_keep = yielding_ - wanted - recalled_;
  tell_owners(notices, instance, What::keep, to_keep);
  recalled_ |= to_keep;
  return notices;
}

// `firm`: attributes that their owners do not offer. `open`: attributes that may have been yielded
// although no request for them is left.
void Negotiation::answer(Acquisition& request, const ObjectInstance& instance,
                         const AttributeSet& firm, const AttributeSet& open,
                         std::vector<OwnershipNotice>& notices) {
  if (request.if_available) {
    const AttributeSet refused = request.attributes & firm;
    if (!refused.empty()) notices.push_back({What::unavailable, request.federate, refused});
    drop(request, refused);
    return;
  }
  const AttributeSet confirmed = request.cancelled - open;
  if (!confirmed.empty()) notices.push_back({What::cancelled, request.federate, confirmed});
  drop(request, confirmed);
  const AttributeSet to_ask = (request.attributes & firm) - request.asked - request.cancelled;
  tell_owners(notices, instance, What::release_requested, to_ask, request.tag);
  request.asked |= to_ask;
}

void Negotiation::forget_empty() {
  std::erase_if(waiting_, [](const auto& request) { return request.attributes.empty(); });
}

// --- Log records, applied by every participant.

bool Federation::apply(FederateHandle by,
                       const wire::NegotiatedAttributeOwnershipDivestiture& offer) {
  ObjectInstance* instance = objects_.find(offer.object);
  if (instance == nullptr || !instance->owned_by(by).includes(offer.attributes)) return false;
  instance->withdraw(offer.attributes);
  instance->offer(offer.attributes, offer.tag);
  return true;
}

bool Federation::apply(FederateHandle by,
                       const wire::CancelNegotiatedAttributeOwnershipDivestiture& cancel) {
  ObjectInstance* instance = objects_.find(cancel.object);
  if (instance == nullptr || !instance->owned_by(by).includes(cancel.attributes)) return false;
  instance->withdraw(cancel.attributes);
  return true;
}

bool Federation::can_own(FederateHandle federate, const ObjectInstance& instance,
                         ObjectClassHandle known_class, const AttributeSet& attributes) const {
  return (federate == wire::kRtiOwner || members_.contains(federate)) &&
         attributes_fit(known_class, attributes) && model_.is_a(instance.object_class, known_class);
}

bool Federation::apply(const wire::AttributeOwnershipTransferred& transferred) {
  ObjectInstance* instance = objects_.find(transferred.object);
  if (instance == nullptr) return false;
  for (const auto& [federate, known_class, attributes] : transferred.transfers) {
    if (federate == wire::kNoOwner ? !attributes_fit(instance->object_class, attributes)
                                   : !can_own(federate, *instance, known_class, attributes)) {
      return false;
    }
  }
  for (const auto& [federate, known_class, attributes] : transferred.transfers) {
    instance->take_from_all(attributes);
    if (federate != wire::kNoOwner) instance->give(federate, attributes, known_class);
  }
  return true;
}

}  // namespace triad::core
