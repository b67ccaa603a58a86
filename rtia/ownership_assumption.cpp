#include "rtia/ownership_assumption.hpp"

namespace triad::rtia {

using wire::AttributeSet;

namespace {

// Returns the attributes that are offered with the tag, or unowned if the tag is empty.
AttributeSet assumable_with_tag(const ObjectInstance& instance, const AttributeSet& attributes,
                                std::string_view tag) {
  AttributeSet left = attributes;
  for (const core::Offer& offer : *instance.offers) {
    if (offer.tag != tag) left -= offer.attributes;
  }
  return tag.empty() ? left : left & instance.offered();
}

}  // namespace

// An offer may have been replaced since the callback was queued. Then the callback for the present
// offer follows.
bool OwnershipAssumption::make_callback(const Record&,
                                        const wire::RequestAttributeOwnershipAssumption& m) {
  const ObjectInstance* const instance = federation_.objects().find(m.object);
  const KnownObject* const known_object = known_.find(m.object);
  if (known_object == nullptr || !known_object->discovered || instance == nullptr) return false;
  InstanceOwnership& ownership = known_.ownerships()[m.object];
  AttributeSet due = m.attributes & assumable(*known_object, *instance);
  due -= ownership.delivered_assumptions();
  due -= ownership.pending();
  const AttributeSet changed = due - assumable_with_tag(*instance, due, m.tag);
  queue_callbacks(m.object, *instance, changed);
  due -= changed;
  ownership.record_assumptions_delivered(due);
  context_.callbacks.current = wire::RequestAttributeOwnershipAssumption{m.object, due, m.tag};
  known_.forget_idle_ownership(m.object);
  return !due.empty();
}

AttributeSet OwnershipAssumption::assumable(const KnownObject& known_object,
                                            const ObjectInstance& instance) const {
  const AttributeSet* const published = declared().published(known_object.known_class);
  if (published == nullptr || instance.deleted) return {};
  return ((*published - instance.owned()) | (*published & instance.offered())) -
         instance.owned_by(self_);
}

void OwnershipAssumption::offer(ObjectHandle object) {
  const KnownObject* const known_object = known_.find(object);
  const ObjectInstance* const instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr) return;
  const AttributeSet available = assumable(*known_object, *instance);
  if (available.empty() && !known_.ownerships().contains(object)) return;
  queue_callbacks(object, *instance, known_.ownerships()[object].update_assumable(available));
  known_.forget_idle_ownership(object);
}

void OwnershipAssumption::queue_callbacks(ObjectHandle object, const ObjectInstance& instance,
                                          AttributeSet due) {
  for (const core::Offer& offer : *instance.offers) {
    const AttributeSet part = due & offer.attributes;
    if (part.empty()) continue;
    context_.queue(wire::RequestAttributeOwnershipAssumption{object, part, offer.tag});
    due -= part;
  }
  if (!due.empty()) context_.queue(wire::RequestAttributeOwnershipAssumption{object, due, {}});
}

void OwnershipAssumption::offer_at_class(wire::ObjectClassHandle known_class) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    const KnownObject* const known_object = known_.find(object);
    if (known_object != nullptr && known_object->known_class == known_class) offer(object);
  }
}

void OwnershipAssumption::offer_after_refusal(ObjectHandle object, const AttributeSet& refused) {
  known_.ownerships()[object].forget_assumptions_withheld(refused);
  offer(object);
}

void OwnershipAssumption::skip(ObjectHandle object) {
  const KnownObject* const known_object = known_.find(object);
  const ObjectInstance* const instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr) return;
  known_.ownerships()[object].record_assumptions_delivered(assumable(*known_object, *instance));
}

}  // namespace triad::rtia
