// Declarations of one federate (HLA 1.3 clause 5), from its own successful calls, and the step of
// each change. A result for a message in transit is certain only if the declarations did not change
// meanwhile. Shares no code with core/declaration.hpp.
#pragma once

#include <map>
#include <set>

#include "tests/simulation/judge/class_model.hpp"
#include "tests/simulation/judge/region_model.hpp"
#include "wire/error.hpp"
#include "wire/messages/declaration_messages.hpp"

namespace triad::test {

class Declared {
 public:
  struct Subscription {
    AttributeSet attributes;
    bool active = true;
  };

  std::map<ObjectClassHandle, AttributeSet> published;  // with privilegeToDelete
  std::map<ObjectClassHandle, Subscription> subscribed;
  std::set<InteractionClassHandle> published_interactions;
  std::map<InteractionClassHandle, bool> subscribed_interactions;  // value: active
  // Subscriptions with regions.
  std::map<ObjectClassHandle, std::map<RegionHandle, Subscription>> region_subscribed;
  std::map<InteractionClassHandle, std::map<RegionHandle, bool>> region_interactions;

  void publish(ObjectClassHandle object_class, const AttributeSet& attributes);
  void subscribe(ObjectClassHandle object_class, const AttributeSet& attributes, bool active);
  void subscribe(ObjectClassHandle object_class, RegionHandle region,
                 const AttributeSet& attributes, bool active);
  void unsubscribe(ObjectClassHandle object_class, RegionHandle region);
  void unsubscribe(InteractionClassHandle interaction_class, RegionHandle region);
  bool uses_region(RegionHandle region) const;
  void set_switch(wire::AdvisorySwitch which, bool on) { switches_[which] = on; }
  bool is_switch_on(wire::AdvisorySwitch which) const;

  // Exceptions of which a call must raise one; empty: it must succeed.
  using Refusals = std::set<wire::ErrorCode>;
  static Refusals refusals_of_declaration(ObjectClassHandle object_class,
                                          const AttributeSet& attributes);
  static Refusals refusals_of_declaration(InteractionClassHandle interaction_class);
  Refusals refusals_of_unpublication(ObjectClassHandle object_class) const;
  Refusals refusals_of_unpublication(InteractionClassHandle interaction_class) const;
  Refusals refusals_of_unsubscription(ObjectClassHandle object_class) const;
  Refusals refusals_of_unsubscription(InteractionClassHandle interaction_class) const;

  // Records that the subscription at this class, or the one above it, changes at this step.
  void record_change(ObjectClassHandle object_class, std::uint64_t step) {
    object_changes_[object_class] = step;
  }
  void record_change(InteractionClassHandle interaction_class, std::uint64_t step) {
    interaction_changes_[interaction_class] = step;
  }
  std::uint64_t last_change(ObjectClassHandle object_class) const;
  std::uint64_t last_change(InteractionClassHandle interaction_class) const;

  // Nearest subscribed class: the class itself or a superclass (HLA 1.3 clauses 6.3, 6.7); zero if
  // none.
  ObjectClassHandle nearest_subscribed(ObjectClassHandle object_class) const;
  InteractionClassHandle nearest_subscribed(InteractionClassHandle interaction_class) const;
  bool is_subscribed(ObjectClassHandle object_class) const;
  // Attributes subscribed at exactly this class, with or without regions.
  AttributeSet subscribed_at(ObjectClassHandle object_class) const;
  AttributeSet actively_subscribed_at(ObjectClassHandle object_class) const;

 private:
  std::map<wire::AdvisorySwitch, bool> switches_;
  std::map<ObjectClassHandle, std::uint64_t> object_changes_;
  std::map<InteractionClassHandle, std::uint64_t> interaction_changes_;
};

}  // namespace triad::test
