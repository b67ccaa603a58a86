// Advisories to the federate (HLA 1.3 clauses 5.10 to 5.13, 6.13, 6.14, 6.17, 6.18): whether to
// register, to send, to update, and which attributes are in scope. Advisories report changes: each
// kind remembers the last state given to the federate. While the switch of a kind is off, nothing
// is queued. When the switch is on again, the difference is queued.
#pragma once

#include <cstdint>
#include <map>

#include "core/saved.hpp"
#include "rtia/member_context.hpp"
#include "wire/handles.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// Queued advisories of one kind. The oldest `discarded` of them are dropped when they reach the
// head of the queue: their switch was turned off or their publication ended after they were queued.
struct PendingAdvice {
  std::uint32_t queued = 0;
  std::uint32_t discarded = 0;

  void discard_all() { discarded = queued; }
  // Counts one advisory that has reached the head of the queue. Returns false if it must be
  // dropped.
  bool pop() {
    --queued;
    if (discarded == 0) return true;
    --discarded;
    return false;
  }
};

// Advice to register instances of a class, or to send its interactions.
struct Advice {
  bool on = false;         // state after all queued advisories
  bool delivered = false;  // state after the callbacks already delivered
  PendingAdvice pending;
};

// Attributes of an instance that the federate is advised to update.
struct UpdateAdvice {
  AttributeSet on;         // state after all queued advisories
  AttributeSet delivered;  // state after the callbacks already delivered
};

// Switches, last advice given, and counts of queued advisories. Saved with the federate.
struct AdvisoryState {
  bool class_relevance = true;
  bool interaction_relevance = true;
  bool attribute_relevance = false;
  bool attribute_scope = false;
  std::map<wire::ObjectClassHandle, Advice> registrations;
  std::map<wire::InteractionClassHandle, Advice> interactions;
  std::map<wire::ObjectHandle, UpdateAdvice> updates;
  PendingAdvice pending_scope;
  PendingAdvice pending_updates;
  // Attributes of each owned instance that each other federate has reported as relevant to it.
  std::map<wire::ObjectHandle, std::map<wire::FederateHandle, AttributeSet>> relevant_at;
};

TRIAD_SAVED(PendingAdvice, (queued, discarded));
TRIAD_SAVED(Advice, (on, delivered, pending));
TRIAD_SAVED(UpdateAdvice, (on, delivered));
TRIAD_SAVED(AdvisoryState,
            (class_relevance, interaction_relevance, attribute_relevance, attribute_scope,
             registrations, interactions, updates, pending_scope, pending_updates, relevant_at));

class Advisories : private ServiceGroup {
 public:
  explicit Advisories(MemberContext& context) : ServiceGroup(context) {}

  Result<void> perform_call(const wire::SetAdvisorySwitch&);

  Fault receive_record(const Record&, const wire::SetAdvisorySwitch&);
  Fault receive_record(const Record&, const wire::AttributesRelevant&);

  // Make a queued record the current callback. Return false if there is nothing to deliver any
  // more.
  bool make_callback(const Record&, const wire::StartRegistrationForObjectClass&);
  bool make_callback(const Record&, const wire::StopRegistrationForObjectClass&);
  bool make_callback(const Record&, const wire::TurnInteractionsOn&);
  bool make_callback(const Record&, const wire::TurnInteractionsOff&);
  bool make_callback(const Record&, const wire::TurnUpdatesOnForObjectInstance&);
  bool make_callback(const Record&, const wire::TurnUpdatesOffForObjectInstance&);
  bool make_callback(const Record&, const wire::AttributesInScope&);
  bool make_callback(const Record&, const wire::AttributesOutOfScope&);

  // Queue the advisories that follow from a change of declarations, ownership or regions.
  void advise_registration();
  void advise_interactions();
  void advise_scope(ObjectHandle object);
  // Reports to the owners that have asked for it which attributes of the instance are relevant to
  // this federate. The flag also sends a report that has not changed, because the owners have
  // changed.
  void report_relevance(ObjectHandle object, bool always = false);
  // Returns false if no owner has asked for reports.
  bool report_to_owners(ObjectHandle object, const ObjectInstance& instance,
                        const AttributeSet& relevant);
  // Drops update advice for attributes that the federate no longer owns.
  void drop_lost_update_advice(ObjectHandle object, const ObjectInstance& instance);
  // Forget reports of relevance: of a federate that has left, or about an instance.
  void forget_relevance(FederateHandle federate);
  void forget_relevance(ObjectHandle object);

  void save(wire::Encoder& out) const { out.put(state_); }
  // Returns false if the state is malformed or names a class that the object model does not define.
  bool load(wire::Decoder& in);

 private:
  // Returns whether the owner has asked for reports of relevant attributes.
  bool has_requested_relevance(FederateHandle owner) const;
  // Returns true if an owner of the instance has enabled the attribute relevance advisory.
  bool has_requesting_owner(const ObjectInstance& instance) const;
  // Discard queued advisories that the federate has not received.
  template <class Map>
  static void discard_advice(Map& advice);
  void discard_scope_advice();
  void discard_update_advice();
  // Queue the advisory that is due after a change of interest, if there is one.
  void advise_registration(ObjectClassHandle object_class, const AttributeSet& published);
  void advise_interaction(InteractionClassHandle interaction_class);
  void advise_all_scopes();
  void advise_updates(ObjectHandle object);
  // Tells an owner which of its attributes are relevant to this federate.
  void report_all_relevance(FederateHandle owner);
  // Takes the advisory at the head of the queue. Returns false if it has been discarded.
  static bool record_advice_delivery(Advice& advice, bool on);
  // Takes an advisory at the head of the queue. Returns those of its attributes that the federate
  // still owns.
  AttributeSet updates_due(ObjectHandle object, const AttributeSet& attributes);

  AdvisoryState state_;
};

}  // namespace triad::rtia
