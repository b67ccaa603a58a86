#include "rtia/advisories.hpp"

#include <algorithm>

#include "core/data_reach.hpp"

namespace triad::rtia {

Result<void> Advisories::perform_call(const wire::SetAdvisorySwitch& set) {
  context_.request(set);
  return {};
}

Fault Advisories::receive_record(const Record& record, const wire::SetAdvisorySwitch& set) {
  const FederateHandle by = record.header.cause();
  const bool wanted_before = federation_.member(by)->has_requested_relevance;
  federation_.apply(by, set);
  if (by != self_) {
    if (!wanted_before && federation_.member(by)->has_requested_relevance) {
      report_all_relevance(by);
    }
    return {};
  }
  switch (set.which) {
    case wire::AdvisorySwitch::class_relevance:
      state_.class_relevance = set.enabled;
      if (!set.enabled) discard_advice(state_.registrations);
      advise_registration();
      break;
    case wire::AdvisorySwitch::interaction_relevance:
      state_.interaction_relevance = set.enabled;
      if (!set.enabled) discard_advice(state_.interactions);
      advise_interactions();
      break;
    case wire::AdvisorySwitch::attribute_relevance:
      state_.attribute_relevance = set.enabled;
      if (!set.enabled) discard_update_advice();
      for (const auto& [object, relevant] : state_.relevant_at) advise_updates(object);
      break;
    case wire::AdvisorySwitch::attribute_scope:
      state_.attribute_scope = set.enabled;
      if (!set.enabled) discard_scope_advice();
      advise_all_scopes();
      break;
  }
  return {};
}

// --- A switch is turned off: queued advisories are dropped, and are due again when it is on.

template <class Map>
void Advisories::discard_advice(Map& advice) {
  for (auto& [about, one] : advice) {
    one.on = one.delivered;
    one.pending.discard_all();
  }
}

void Advisories::discard_scope_advice() {
  for (auto& [object, known] : known_.all()) {
    if (AdvisedAttributes* const advised = known.advised.value_if_created())
      advised->in_scope = advised->delivered_in_scope;
  }
  state_.pending_scope.discard_all();
}

void Advisories::discard_update_advice() {
  for (auto& [object, advice] : state_.updates) advice.on = advice.delivered;
  state_.pending_updates.discard_all();
}

// --- Registration and interactions.

void Advisories::advise_registration() {
  for (auto& [object_class, advice] : state_.registrations) {
    if (declared().published(object_class) != nullptr) continue;
    advice.on = advice.delivered = false;
    advice.pending.discard_all();
  }
  if (!state_.class_relevance) return;
  for (const auto& [object_class, attributes] : declared().published_object_classes) {
    advise_registration(object_class, attributes);
  }
}

void Advisories::advise_registration(ObjectClassHandle object_class,
                                     const AttributeSet& published) {
  bool wanted = false;
  for (const auto& interest : federation_.interest().interested_in(object_class)) {
    wanted =
        wanted || (interest.federate != self_ && interest.active_attributes.intersects(published));
  }
  Advice& advice = state_.registrations[object_class];
  if (wanted == advice.on) return;
  advice.on = wanted;
  ++advice.pending.queued;
  if (wanted) {
    context_.queue(wire::StartRegistrationForObjectClass{object_class});
  } else {
    context_.queue(wire::StopRegistrationForObjectClass{object_class});
  }
}

void Advisories::advise_interactions() {
  const auto& published = declared().published_interaction_classes;
  for (auto& [interaction_class, advice] : state_.interactions) {
    if (published.contains(interaction_class)) continue;
    advice.on = advice.delivered = false;
    advice.pending.discard_all();
  }
  if (!state_.interaction_relevance) return;
  for (const auto interaction_class : published) advise_interaction(interaction_class);
}

void Advisories::advise_interaction(InteractionClassHandle interaction_class) {
  bool wanted = false;
  for (const auto& interest : federation_.interest().interested_in(interaction_class)) {
    wanted = wanted || (interest.federate != self_ && interest.active);
  }
  Advice& advice = state_.interactions[interaction_class];
  if (wanted == advice.on) return;
  advice.on = wanted;
  ++advice.pending.queued;
  if (wanted) {
    context_.queue(wire::TurnInteractionsOn{interaction_class});
  } else {
    context_.queue(wire::TurnInteractionsOff{interaction_class});
  }
}

// HLA 1.3 clause 6.13. An attribute is in scope if it is subscribed at the known class, the
// subscription overlaps its update region, and another federate owns it.
void Advisories::advise_scope(ObjectHandle object) {
  if (!state_.attribute_scope) return;
  KnownObject* const known_object = known_.find(object);
  const ObjectInstance* instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr || instance->deleted) return;
  KnownObject& known = *known_object;
  const AttributeSet in_scope =
      core::attributes_in_reach(federation_, self_, known.known_class, *instance) &
      instance->owned_by_others(self_);
  if (in_scope == known.advised->in_scope) return;
  AdvisedAttributes& advised = known.advised.edit();
  const AttributeSet entered = in_scope - advised.in_scope;
  const AttributeSet left = advised.in_scope - in_scope;
  advised.in_scope = in_scope;
  if (!entered.empty()) {
    ++state_.pending_scope.queued;
    context_.queue(wire::AttributesInScope{object, entered});
  }
  if (!left.empty()) {
    ++state_.pending_scope.queued;
    context_.queue(wire::AttributesOutOfScope{object, left});
  }
}

void Advisories::advise_all_scopes() {
  for (const ObjectHandle object : federation_.objects().handles()) advise_scope(object);
}

// --- Attribute relevance: each subscriber reports to the owners that ask, and an owner combines
// the reports.

void Advisories::report_relevance(ObjectHandle object, bool always) {
  KnownObject* const known_object = known_.find(object);
  const ObjectInstance* instance = federation_.objects().find(object);
  if (known_object == nullptr || instance == nullptr || instance->deleted) return;
  KnownObject& known = *known_object;
  // Fast path: usually no owner asks for reports, and none was sent before.
  if (known.advised.value_if_created() == nullptr && !has_requesting_owner(*instance)) return;
  const AttributeSet relevant =
      core::attributes_in_reach(federation_, self_, known.known_class, *instance, true) &
      instance->owned_by_others(self_);
  if (relevant == known.advised->reported_relevant && !always) return;
  if (report_to_owners(object, *instance, relevant)) {
    known.advised.edit().reported_relevant = relevant;
  } else if (AdvisedAttributes* const advised = known.advised.value_if_created();
             always && advised != nullptr) {
    advised->reported_relevant.clear();
  }
}

bool Advisories::has_requested_relevance(FederateHandle owner) const {
  if (owner == self_) return false;
  const core::Member* const member = federation_.member(owner);
  return member != nullptr && member->has_requested_relevance;
}

bool Advisories::has_requesting_owner(const ObjectInstance& instance) const {
  return std::ranges::any_of(instance.owners, [this](const auto& owned) {
    return has_requested_relevance(owned.federate);
  });
}

bool Advisories::report_to_owners(ObjectHandle object, const ObjectInstance& instance,
                                  const AttributeSet& relevant) {
  bool reported = false;
  for (const core::Ownership& ownership : instance.owners) {
    if (!has_requested_relevance(ownership.federate)) continue;
    context_.send_message(context_.to_one(ownership.federate),
                          wire::AttributesRelevant{object, relevant & ownership.attributes});
    reported = true;
  }
  return reported;
}

void Advisories::report_all_relevance(FederateHandle owner) {
  const auto its_own = federation_.objects().handles_if(
      [owner](ObjectHandle, const ObjectInstance& instance) { return instance.owns_any(owner); });
  for (const ObjectHandle object : its_own) {
    if (KnownObject* const known = known_.find(object)) {
      if (AdvisedAttributes* const advised = known->advised.value_if_created())
        advised->reported_relevant.clear();
      report_relevance(object);
    }
  }
}

Fault Advisories::receive_record(const Record& record, const wire::AttributesRelevant& report) {
  // The instance may have been deleted, or its owner may have changed, while the report was in
  // transit.
  const ObjectInstance* instance = federation_.objects().find(report.object);
  if (instance == nullptr || instance->deleted || !instance->owns_any(self_)) return {};
  state_.relevant_at[report.object][record.header.from()] = report.attributes;
  advise_updates(report.object);
  return {};
}

void Advisories::forget_relevance(ObjectHandle object) {
  state_.relevant_at.erase(object);
  state_.updates.erase(object);
}

void Advisories::drop_lost_update_advice(ObjectHandle object, const ObjectInstance& instance) {
  if (!instance.owns_any(self_)) return forget_relevance(object);
  const auto at = state_.updates.find(object);
  if (at == state_.updates.end()) return;
  at->second.on &= instance.owned_by(self_);  // also while the switch is off
  at->second.delivered &= instance.owned_by(self_);
}

void Advisories::forget_relevance(FederateHandle federate) {
  for (auto& [object, relevant] : state_.relevant_at) {
    if (relevant.erase(federate) != 0) advise_updates(object);
  }
}

void Advisories::advise_updates(ObjectHandle object) {
  const ObjectInstance* instance = federation_.objects().find(object);
  if (!state_.attribute_relevance || instance == nullptr || instance->deleted) return;
  const AttributeSet owned = instance->owned_by(self_);
  AttributeSet relevant;
  for (const auto& [federate, attributes] : state_.relevant_at[object]) relevant |= attributes;
  relevant &= owned;
  UpdateAdvice& advice = state_.updates[object];
  advice.on &= owned;  // no advice for attributes of other owners
  advice.delivered &= owned;
  const AttributeSet on = relevant - advice.on;
  const AttributeSet off = advice.on - relevant;
  advice.on = relevant;
  if (!on.empty()) {
    ++state_.pending_updates.queued;
    context_.queue(wire::TurnUpdatesOnForObjectInstance{object, on});
  }
  if (!off.empty()) {
    ++state_.pending_updates.queued;
    context_.queue(wire::TurnUpdatesOffForObjectInstance{object, off});
  }
}

// --- Callbacks.

bool Advisories::make_callback(const Record&,
                               const wire::StartRegistrationForObjectClass& advisory) {
  context_.callbacks.current = advisory;
  return record_advice_delivery(state_.registrations[advisory.object_class], true);
}

bool Advisories::make_callback(const Record&,
                               const wire::StopRegistrationForObjectClass& advisory) {
  context_.callbacks.current = advisory;
  return record_advice_delivery(state_.registrations[advisory.object_class], false);
}

bool Advisories::make_callback(const Record&, const wire::TurnInteractionsOn& advisory) {
  context_.callbacks.current = advisory;
  return record_advice_delivery(state_.interactions[advisory.interaction_class], true);
}

bool Advisories::make_callback(const Record&, const wire::TurnInteractionsOff& advisory) {
  context_.callbacks.current = advisory;
  return record_advice_delivery(state_.interactions[advisory.interaction_class], false);
}

bool Advisories::record_advice_delivery(Advice& advice, bool on) {
  const bool due = advice.pending.pop();
  if (due) advice.delivered = on;
  return due;
}

bool Advisories::make_callback(const Record&,
                               const wire::TurnUpdatesOnForObjectInstance& advisory) {
  AttributeSet due = updates_due(advisory.object, advisory.attributes);
  if (due.empty()) return false;
  AttributeSet& advised = state_.updates[advisory.object].delivered;
  due -= advised;  // lost and acquired again since this was queued
  advised |= due;
  context_.callbacks.current = wire::TurnUpdatesOnForObjectInstance{advisory.object, due};
  return !due.empty();
}

bool Advisories::make_callback(const Record&,
                               const wire::TurnUpdatesOffForObjectInstance& advisory) {
  AttributeSet due = updates_due(advisory.object, advisory.attributes);
  if (due.empty()) return false;
  AttributeSet& advised = state_.updates[advisory.object].delivered;
  due &= advised;
  advised -= due;
  context_.callbacks.current = wire::TurnUpdatesOffForObjectInstance{advisory.object, due};
  return !due.empty();
}

// Returns the attributes of an advisory at the head of the queue that the federate still owns.
AttributeSet Advisories::updates_due(ObjectHandle object, const AttributeSet& attributes) {
  const ObjectInstance* instance = federation_.objects().find(object);
  if (!state_.pending_updates.pop() || instance == nullptr || instance->deleted) return {};
  return known_.owned(object, *instance) & attributes;
}

// After a retracted deletion the instance is known again, and advisories queued before the deletion
// are still in the queue. An attribute is delivered only if its state is still the queued one, and
// only once.
bool Advisories::make_callback(const Record&, const wire::AttributesInScope& advisory) {
  KnownObject* known = known_.find(advisory.object);
  if (!state_.pending_scope.pop() || known == nullptr || !known->discovered) return false;
  AdvisedAttributes& advised = known->advised.edit();
  const AttributeSet due = (advisory.attributes & advised.in_scope) - advised.delivered_in_scope;
  advised.delivered_in_scope |= due;
  context_.callbacks.current = wire::AttributesInScope{advisory.object, due};
  return !due.empty();
}

bool Advisories::make_callback(const Record&, const wire::AttributesOutOfScope& advisory) {
  KnownObject* known = known_.find(advisory.object);
  if (!state_.pending_scope.pop() || known == nullptr || !known->discovered) return false;
  AdvisedAttributes& advised = known->advised.edit();
  const AttributeSet due = advisory.attributes & advised.delivered_in_scope;
  advised.delivered_in_scope -= due;
  context_.callbacks.current = wire::AttributesOutOfScope{advisory.object, due};
  return !due.empty();
}

// --- Saved state.

bool Advisories::load(wire::Decoder& in) {
  in.get(state_);
  const auto is_defined = [&](const auto& entry) { return model().find(entry.first) != nullptr; };
  return in.ok() && std::ranges::all_of(state_.registrations, is_defined) &&
         std::ranges::all_of(state_.interactions, is_defined);
}

}  // namespace triad::rtia
