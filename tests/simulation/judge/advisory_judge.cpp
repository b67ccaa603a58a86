#include "tests/simulation/judge/advisory_judge.hpp"

#include <algorithm>

namespace triad::test {

using wire::AdvisorySwitch;

void AdvisoryJudge::judge_advisory(const Member& member, bool right, AdvisorySwitch by,
                                   const std::string& error_text) {
  if (!member.declared.is_switch_on(by)) {
    history_.report_error(
        member, "receives the advisory " + error_text + ", although it has disabled that advisory");
  } else if (!right) {
    history_.report_error(member,
                          "receives the advisory " + error_text +
                              ", which repeats its last one or concerns no data of its own");
  }
}

// --- Callbacks: each must change the last advice.

void AdvisoryJudge::receive_callback(Member& member,
                                     const wire::StartRegistrationForObjectClass& m) {
  const bool right = member.declared.published.contains(m.object_class) &&
                     member.advised.registrations.insert(m.object_class).second;
  judge_advisory(member, right, AdvisorySwitch::class_relevance,
                 "to register instances of class " + std::to_string(m.object_class.value));
}

void AdvisoryJudge::receive_callback(Member& member,
                                     const wire::StopRegistrationForObjectClass& m) {
  const bool right = member.advised.registrations.erase(m.object_class) != 0;
  judge_advisory(member, right, AdvisorySwitch::class_relevance,
                 "to register no instances of class " + std::to_string(m.object_class.value));
}

void AdvisoryJudge::receive_callback(Member& member, const wire::TurnInteractionsOn& m) {
  const bool right = member.declared.published_interactions.contains(m.interaction_class) &&
                     member.advised.interactions.insert(m.interaction_class).second;
  judge_advisory(member, right, AdvisorySwitch::interaction_relevance,
                 "to send interactions of class " + std::to_string(m.interaction_class.value));
}

void AdvisoryJudge::receive_callback(Member& member, const wire::TurnInteractionsOff& m) {
  const bool right = member.advised.interactions.erase(m.interaction_class) != 0;
  judge_advisory(member, right, AdvisorySwitch::interaction_relevance,
                 "to send no interactions of class " + std::to_string(m.interaction_class.value));
}

void AdvisoryJudge::receive_callback(Member& member,
                                     const wire::TurnUpdatesOnForObjectInstance& m) {
  AttributeSet& advised = member.advised.updates[m.object];
  advised &= history_.owned(member, m.object);
  const bool right =
      history_.owned(member, m.object).includes(m.attributes) && !advised.intersects(m.attributes);
  judge_advisory(member, right, AdvisorySwitch::attribute_relevance,
                 "to update " + text_of(m.attributes) + " of " + text_of(m.object));
  advised |= m.attributes;
}

void AdvisoryJudge::receive_callback(Member& member,
                                     const wire::TurnUpdatesOffForObjectInstance& m) {
  AttributeSet& advised = member.advised.updates[m.object];
  judge_advisory(member, advised.includes(m.attributes), AdvisorySwitch::attribute_relevance,
                 "not to update " + text_of(m.attributes) + " of " + text_of(m.object));
  advised -= m.attributes;
}

void AdvisoryJudge::receive_callback(Member& member, const wire::AttributesInScope& m) {
  const auto known = member.known.find(m.object);
  const bool right =
      known != member.known.end() && !known->second.in_scope.intersects(m.attributes);
  judge_advisory(member, right, AdvisorySwitch::attribute_scope,
                 "that " + text_of(m.attributes) + " of " + text_of(m.object) + " are in scope");
  if (right) known->second.in_scope |= m.attributes;
}

void AdvisoryJudge::receive_callback(Member& member, const wire::AttributesOutOfScope& m) {
  const auto known = member.known.find(m.object);
  const bool right = known != member.known.end() && known->second.in_scope.includes(m.attributes);
  judge_advisory(
      member, right, AdvisorySwitch::attribute_scope,
      "that " + text_of(m.attributes) + " of " + text_of(m.object) + " are out of scope");
  if (right) known->second.in_scope -= m.attributes;
}

// --- At rest: the last advice to each federate is true.

void AdvisoryJudge::judge_idle_state() {
  for (const auto& member : history_.members) {
    if (!member->is_present()) continue;
    judge_registration(*member);
    judge_interactions(*member);
    for (const auto& [object, instance] : history_.instances) {
      // While a deletion waits for its time, the instance exists for some federates only.
      if (!instance.exists() || !instance.deletion.empty()) continue;
      judge_scope(*member, object);
      judge_updates(*member, object);
    }
  }
}

// Due if another federate actively subscribes, at the class or above it, to an attribute published
// there.
void AdvisoryJudge::judge_registration(const Member& member) {
  if (!member.declared.is_switch_on(AdvisorySwitch::class_relevance)) return;
  for (const auto& [published, attributes] : member.declared.published) {
    bool due = false;
    for (const auto& other : history_.members) {
      if (other.get() == &member || !other->is_present()) continue;
      for (auto at = published; at; at = parent_of(at)) {
        due = due || other->declared.actively_subscribed_at(at).intersects(attributes);
      }
    }
    if (due != member.advised.registrations.contains(published)) {
      history_.report_error(member, std::string(due ? "has not received" : "has last received") +
                                        " the advisory to register instances of class " +
                                        std::to_string(published.value) +
                                        (due ? ", which is due" : ", which is not due"));
    }
  }
}

void AdvisoryJudge::judge_interactions(const Member& member) {
  if (!member.declared.is_switch_on(AdvisorySwitch::interaction_relevance)) return;
  for (const InteractionClassHandle published : member.declared.published_interactions) {
    bool due = false;
    for (const auto& other : history_.members) {
      if (other.get() == &member || !other->is_present()) continue;
      for (auto at = published; at; at = parent_of(at)) {
        const auto subscribed = other->declared.subscribed_interactions.find(at);
        due = due ||
              (subscribed != other->declared.subscribed_interactions.end() && subscribed->second);
        const auto by_region = other->declared.region_interactions.find(at);
        if (by_region == other->declared.region_interactions.end()) continue;
        due = due ||
              std::ranges::any_of(by_region->second, &std::pair<const RegionHandle, bool>::second);
      }
    }
    if (due != member.advised.interactions.contains(published)) {
      history_.report_error(member, std::string(due ? "has not received" : "has last received") +
                                        " the advisory to send interactions of class " +
                                        std::to_string(published.value) +
                                        (due ? ", which is due" : ", which is not due"));
    }
  }
}

// HLA 1.3 clause 6.13.
void AdvisoryJudge::judge_scope(const Member& member, ObjectHandle object) {
  const auto known = member.known.find(object);
  if (known == member.known.end() || !member.declared.is_switch_on(AdvisorySwitch::attribute_scope))
    return;
  const AttributeSet in_scope =
      history_.reachable_attributes(member, known->second.known_class, object);
  if (in_scope != known->second.in_scope) {
    history_.report_error(member, "has the last advisory that " + text_of(known->second.in_scope) +
                                      " of " + text_of(object) + " are in scope; it should be " +
                                      text_of(in_scope));
  }
}

void AdvisoryJudge::judge_updates(const Member& member, ObjectHandle object) {
  const AttributeSet owned = history_.owned(member, object);
  if (owned.empty()) return;
  if (!member.declared.is_switch_on(AdvisorySwitch::attribute_relevance)) return;
  AttributeSet relevant;
  for (const auto& other : history_.members) {
    const auto known = other->known.find(object);
    if (other.get() == &member || !other->is_present() || known == other->known.end()) continue;
    relevant |= history_.reachable_attributes(*other, known->second.known_class, object, true);
  }
  relevant &= owned;
  const auto at = member.advised.updates.find(object);
  const AttributeSet advised =
      at == member.advised.updates.end() ? AttributeSet{} : at->second & owned;
  if (relevant != advised) {
    history_.report_error(member, "has the last advisory to update " + text_of(advised) + " of " +
                                      text_of(object) + "; it should be " + text_of(relevant));
  }
}

}  // namespace triad::test
