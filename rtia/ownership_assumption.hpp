// Offers of attributes that are unowned, or offered by their owner, to a federate that could own
// them (requestAttributeOwnershipAssumption, HLA 1.3 clause 7.4). Part of ownership management.
#pragma once

#include "rtia/member_context.hpp"
#include "wire/messages/ownership_messages.hpp"

namespace triad::rtia {

class OwnershipAssumption : private ServiceGroup {
 public:
  explicit OwnershipAssumption(MemberContext& context) : ServiceGroup(context) {}

  // Makes the queued callback the current one. Returns false if there is nothing to deliver any
  // more.
  bool make_callback(const Record&, const wire::RequestAttributeOwnershipAssumption&);

  // Queue requestAttributeOwnershipAssumption, once, for attributes that the federate could own:
  // for one instance, or for all instances known at the class.
  void offer(ObjectHandle object);
  void offer_at_class(wire::ObjectClassHandle known_class);
  // Offers attributes that have become available since the RTIG refused them to the federate.
  void offer_after_refusal(ObjectHandle object, const wire::AttributeSet& refused);
  // Counts all attributes that the federate could own now as offered.
  void skip(ObjectHandle object);

 private:
  // Returns the attributes that the federate could own and that are unowned or offered.
  wire::AttributeSet assumable(const KnownObject& known, const ObjectInstance& instance) const;
  // Queues the callbacks for these attributes: one for each offer, one for unowned attributes.
  void queue_callbacks(ObjectHandle object, const ObjectInstance& instance, wire::AttributeSet due);
};

}  // namespace triad::rtia
