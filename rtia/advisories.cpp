// What a federate is advised of (HLA 1.3 clauses 5.10 to 5.13, 6.13, 6.14, 6.17, 6.18): whether to
// register, to send, to update, and which attributes are in scope. Edge-triggered: each kind
// remembers what the federate was told, and while its switch is off nothing is told; what differs
// when it is on again is told then.
#include "rtia/membership.hpp"

namespace triad::rtia {

Fault Membership::handle(const Record& record, const wire::SetAdvisorySwitch& set) {
  const FederateHandle by = record.header.cause();
  const bool wanted_before = federation_.member(by)->wants_attribute_relevance;
  federation_.apply(by, set);
  if (by != self_) {
    if (!wanted_before && federation_.member(by)->wants_attribute_relevance) {
      report_all_relevance(by);
    }
    return {};
  }
  switch (set.which) {
    case wire::AdvisorySwitch::class_relevance:
      advising_.class_relevance = set.enabled;
      if (!set.enabled) void_advice(advising_.registrations);
      advise_registration();
      break;
    case wire::AdvisorySwitch::interaction_relevance:
      advising_.interaction_relevance = set.enabled;
      if (!set.enabled) void_advice(advising_.interactions);
      advise_interactions();
      break;
    case wire::AdvisorySwitch::attribute_relevance:
      advising_.attribute_relevance = set.enabled;
      if (!set.enabled) void_update_advice();
      for (const auto& [object, relevant] : advising_.relevant_at) advise_updates(object);
      break;
    case wire::AdvisorySwitch::attribute_scope:
      advising_.attribute_scope = set.enabled;
      if (!set.enabled) void_scope_advice();
      advise_all_scopes();
      break;
  }
  return {};
}

// --- A switch was turned off: what is queued is not told, and is due again when it is on.

template <class Map>
void Membership::void_advice(Map& advice) {
  for (auto& [about, one] : advice) {
    one.on = one.told;
    one.pending.void_all();
  }
}

void Membership::void_scope_advice() {
  for (auto& [object, known] : known_.all()) {
    if (Told* const told = known.told.if_there()) told->in_scope = told->told_in_scope;
  }
  advising_.pending_scope.void_all();
}

void Membership::void_update_advice() {
  for (auto& [object, advice] : advising_.updates) advice.on = advice.told;
  advising_.pending_updates.void_all();
}

// --- Registration and interactions.

void Membership::advise_registration() {
  for (auto& [object_class, advice] : advising_.registrations) {
    if (declared().published(object_class) != nullptr) continue;
    advice.on = advice.told = false;
    advice.pending.void_all();
  }
  if (!advising_.class_relevance) return;
  for (const auto& [object_class, attributes] : declared().published_object_classes) {
    advise_registration(object_class, attributes);
  }
}

void Membership::advise_registration(ObjectClassHandle object_class,
                                     const AttributeSet& published) {
  bool wanted = false;
  for (const auto& interest : federation_.interest().of(object_class)) {
    wanted =
        wanted || (interest.federate != self_ && interest.active_attributes.intersects(published));
  }
  Advice& advice = advising_.registrations[object_class];
  if (wanted == advice.on) return;
  advice.on = wanted;
  ++advice.pending.queued;
  if (wanted) {
    context_.queue(wire::StartRegistrationForObjectClass{object_class});
  } else {
    context_.queue(wire::StopRegistrationForObjectClass{object_class});
  }
}

void Membership::advise_interactions() {
  const auto& published = declared().published_interaction_classes;
  for (auto& [interaction_class, advice] : advising_.interactions) {
    if (published.contains(interaction_class)) continue;
    advice.on = advice.told = false;
    advice.pending.void_all();
  }
  if (!advising_.interaction_relevance) return;
  for (const auto interaction_class : published) advise_interaction(interaction_class);
}

void Membership::advise_interaction(InteractionClassHandle interaction_class) {
  bool wanted = false;
  for (const auto& interest : federation_.interest().of(interaction_class)) {
    wanted = wanted || (interest.federate != self_ && interest.active);
  }
  Advice& advice = advising_.interactions[interaction_class];
  if (wanted == advice.on) return;
  advice.on = wanted;
  ++advice.pending.queued;
  if (wanted) {
    context_.queue(wire::TurnInteractionsOn{interaction_class});
  } else {
    context_.queue(wire::TurnInteractionsOff{interaction_class});
  }
}

// HLA 1.3 clause 6.13: subscribed at the known class, by a subscription that overlaps its update
// region, and owned by another federate.
void Membership::advise_scope(ObjectHandle object) {
  if (!advising_.attribute_scope) return;
  KnownObject* const known_object = known_.find(object);
  const ObjectInstance* instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr || instance->deleted) return;
  KnownObject& known = *known_object;
  const AttributeSet in_scope =
      federation_.in_reach(self_, known.known_class, *instance) & instance->owned_by_others(self_);
  if (in_scope == known.told->in_scope) return;
  Told& told = known.told.edit();
  const AttributeSet entered = in_scope - told.in_scope;
  const AttributeSet left = told.in_scope - in_scope;
  told.in_scope = in_scope;
  if (!entered.empty()) {
    ++advising_.pending_scope.queued;
    context_.queue(wire::AttributesInScope{object, entered});
  }
  if (!left.empty()) {
    ++advising_.pending_scope.queued;
    context_.queue(wire::AttributesOutOfScope{object, left});
  }
}

void Membership::advise_all_scopes() {
  for (const ObjectHandle object : federation_.objects().handles()) advise_scope(object);
}

// --- Attribute relevance: the subscriber reports to an owner that has asked, the owner adds up.

void Membership::report_relevance(ObjectHandle object, bool anew) {
  KnownObject* const known_object = known_.find(object);
  const ObjectInstance* instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr || instance->deleted) return;
  KnownObject& known = *known_object;
  const AttributeSet relevant = federation_.in_reach(self_, known.known_class, *instance, true) &
                                instance->owned_by_others(self_);
  if (relevant == known.told->reported_relevant && !anew) return;
  if (report_to_owners(object, *instance, relevant)) {
    known.told.edit().reported_relevant = relevant;
  } else if (Told* const told = known.told.if_there(); anew && told != nullptr) {
    told->reported_relevant.clear();
  }
}

// False when no owner wants to know.
bool Membership::report_to_owners(ObjectHandle object, const ObjectInstance& instance,
                                  const AttributeSet& relevant) {
  bool reported = false;
  for (const core::Ownership& ownership : instance.owners) {
    const core::Member* owner = federation_.member(ownership.federate);
    if (ownership.federate == self_ || owner == nullptr || !owner->wants_attribute_relevance) {
      continue;
    }
    ambassador_.send(audience_of_one(ownership.federate),
                     wire::AttributesRelevant{object, relevant & ownership.attributes});
    reported = true;
  }
  return reported;
}

void Membership::report_all_relevance(FederateHandle owner) {
  for (const ObjectHandle object : federation_.objects().handles()) {
    if (!federation_.objects().find(object)->owned_at_all(owner)) continue;
    if (KnownObject* const known = known_.find(object)) {
      if (Told* const told = known->told.if_there()) told->reported_relevant.clear();
      report_relevance(object);
    }
  }
}

Fault Membership::handle(const Record& record, const wire::AttributesRelevant& report) {
  // The instance or its ownership may have gone while this was on its way.
  const ObjectInstance* instance = federation_.objects().find(report.object);
  if (instance == nullptr || instance->deleted || !instance->owned_at_all(self_)) return {};
  advising_.relevant_at[report.object][record.header.from()] = report.attributes;
  advise_updates(report.object);
  return {};
}

void Membership::forget_relevance(ObjectHandle object) {
  advising_.relevant_at.erase(object);
  advising_.updates.erase(object);
}

void Membership::forget_relevance(FederateHandle federate) {
  for (auto& [object, relevant] : advising_.relevant_at) {
    if (relevant.erase(federate) != 0) advise_updates(object);
  }
}

void Membership::advise_updates(ObjectHandle object) {
  const ObjectInstance* instance = federation_.objects().find(object);
  if (!advising_.attribute_relevance || instance == nullptr || instance->deleted) return;
  const AttributeSet owned = instance->owned_by(self_);
  AttributeSet relevant;
  for (const auto& [federate, attributes] : advising_.relevant_at[object]) relevant |= attributes;
  relevant &= owned;
  UpdateAdvice& advice = advising_.updates[object];
  advice.on &= owned;  // what is no longer owned is no longer this federate's to update
  advice.told &= owned;
  const AttributeSet on = relevant - advice.on;
  const AttributeSet off = advice.on - relevant;
  advice.on = relevant;
  if (!on.empty()) {
    ++advising_.pending_updates.queued;
    context_.queue(wire::TurnUpdatesOnForObjectInstance{object, on});
  }
  if (!off.empty()) {
    ++advising_.pending_updates.queued;
    context_.queue(wire::TurnUpdatesOffForObjectInstance{object, off});
  }
}

}  // namespace triad::rtia
