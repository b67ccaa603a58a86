// What a federate is advised of (HLA 1.3 clauses 5.10 to 5.13, 6.13, 6.14, 6.17, 6.18): whether to
// register, to send, to update, and which attributes are in scope. Edge-triggered: each kind
// remembers what the federate was told, and while its switch is off nothing is told; what differs
// when it is on again is told then.
#pragma once

#include <cstdint>
#include <map>

#include "core/saved.hpp"
#include "rtia/member_context.hpp"
#include "wire/handles.hpp"
#include "wire/messages/object_messages.hpp"

namespace triad::rtia {

// Advisories of one kind that wait in the queue, and how many of them, the oldest, are void: their
// switch has been turned off since, or the publication that they were for has ended.
struct PendingAdvice {
  std::uint32_t queued = 0;
  std::uint32_t voided = 0;

  void void_all() { voided = queued; }
  // One has come to the head of the queue. False: it is void.
  bool take() {
    --queued;
    if (voided == 0) return true;
    --voided;
    return false;
  }
};

// Whether to register instances of a class, or to send its interactions.
struct Advice {
  bool on = false;    // when the queue has been told
  bool told = false;  // by callbacks already given
  PendingAdvice pending;
};

// Which attributes of an instance to update.
struct UpdateAdvice {
  AttributeSet on;    // when the queue has been told
  AttributeSet told;  // by callbacks already given
};

// The switches, what the federate was told last, and what waits in the queue.
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
  // What of an instance's attributes others have said to be relevant to them.
  std::map<wire::ObjectHandle, std::map<wire::FederateHandle, AttributeSet>> relevant_at;
};

TRIAD_SAVED(PendingAdvice, (queued, voided));
TRIAD_SAVED(Advice, (on, told, pending));
TRIAD_SAVED(UpdateAdvice, (on, told));
TRIAD_SAVED(AdvisoryState,
            (class_relevance, interaction_relevance, attribute_relevance, attribute_scope,
             registrations, interactions, updates, pending_scope, pending_updates, relevant_at));

class Advisories : private ServiceGroup {
 public:
  explicit Advisories(MemberContext& context) : ServiceGroup(context) {}

  Result<void> on(const wire::SetAdvisorySwitch&);

  Fault handle(const Record&, const wire::SetAdvisorySwitch&);
  Fault handle(const Record&, const wire::AttributesRelevant&);

  bool make(const Record&, const wire::StartRegistrationForObjectClass&);
  bool make(const Record&, const wire::StopRegistrationForObjectClass&);
  bool make(const Record&, const wire::TurnInteractionsOn&);
  bool make(const Record&, const wire::TurnInteractionsOff&);
  bool make(const Record&, const wire::TurnUpdatesOnForObjectInstance&);
  bool make(const Record&, const wire::TurnUpdatesOffForObjectInstance&);
  bool make(const Record&, const wire::AttributesInScope&);
  bool make(const Record&, const wire::AttributesOutOfScope&);

  // Something has changed that these may depend on.
  void advise_registration();
  void advise_interactions();
  void advise_scope(ObjectHandle object);
  // What of the instance is relevant to the federate is told to the owners that want to know;
  // `anew`: also what they have been told, as there are others now.
  void report_relevance(ObjectHandle object, bool anew = false);
  // False when no owner wants to know.
  bool report_to_owners(ObjectHandle object, const ObjectInstance& instance,
                        const AttributeSet& relevant);
  // What the federate owns no more it is not advised to update.
  void ownership_changed(ObjectHandle object, const ObjectInstance& instance);
  void forget_relevance(FederateHandle federate);
  void forget_relevance(ObjectHandle object);

  void save(wire::Encoder& out) const { out.put(state_); }
  // False: the object model has no such class.
  bool load(wire::Decoder& in);

 private:
  // Whether it wants to be told which of its attributes are relevant.
  bool asks(FederateHandle owner) const;
  bool any_owner_asks(const ObjectInstance& instance) const;
  template <class Map>
  static void void_advice(Map& advice);
  void void_scope_advice();
  void void_update_advice();
  void advise_registration(ObjectClassHandle object_class, const AttributeSet& published);
  void advise_interaction(InteractionClassHandle interaction_class);
  void advise_all_scopes();
  void advise_updates(ObjectHandle object);
  void report_all_relevance(FederateHandle owner);
  static bool give(Advice& advice, bool on);
  AttributeSet updates_due(ObjectHandle object, const AttributeSet& attributes);

  AdvisoryState state_;
};

}  // namespace triad::rtia
