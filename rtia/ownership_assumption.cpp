#include "rtia/ownership_assumption.hpp"

namespace triad::rtia {

using wire::AttributeSet;

bool OwnershipAssumption::make_callback(const Record&,
                                        const wire::RequestAttributeOwnershipAssumption& m) {
  const ObjectInstance* const instance = federation_.objects().find(m.object);
  const KnownObject* const known_object = known_.find(m.object);
  if (known_object == nullptr || !known_object->discovered || instance == nullptr) return false;
  InstanceOwnership& ownership = known_.ownerships()[m.object];
  AttributeSet due = m.attributes & assumable(*known_object, *instance);
  due -= ownership.delivered_assumptions();
  due -= ownership.pending();
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
  AttributeSet due = known_.ownerships()[object].update_assumable(available);
  for (const core::Offer& offer : *instance->offers) {
    const AttributeSet part = due & offer.attributes;
    if (part.empty()) continue;
    context_.queue(wire::RequestAttributeOwnershipAssumption{object, part, offer.tag});
    due -= part;
  }
  if (!due.empty()) context_.queue(wire::RequestAttributeOwnershipAssumption{object, due, {}});
  known_.forget_idle_ownership(object);
}

void OwnershipAssumption::offer_at_class(wire::ObjectClassHandle known_class) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    const KnownObject* const known_object = known_.find(object);
    if (known_object != nullptr && known_object->known_class == known_class) offer(object);
  }
}

void OwnershipAssumption::skip(ObjectHandle object) {
  const KnownObject* const known_object = known_.find(object);
  const ObjectInstance* const instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr) return;
  known_.ownerships()[object].record_assumptions_delivered(assumable(*known_object, *instance));
}

}  // namespace triad::rtia
