// Whom a record is for. On a link through the RTIG it is enough to name the kind of audience, for
// the RTIG matches as it forwards. Where members read each other's records directly, the sender
// matches, with the RTIG's log handled to its end: those who are concerned are woken, and what
// nobody wants is not sent (docs/architecture.md, "One history, and data beside it").
#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

AttributeSet attributes_of(const wire::ValueList& values) {
  AttributeSet attributes;
  values.for_each(
      [&](std::uint32_t handle, Bytes, Bytes) { attributes.insert(AttributeHandle(handle)); });
  return attributes;
}

}  // namespace

// Whoever subscribes to something of the class may discover the instance.
Audience Membership::audience(const wire::ObjectInstanceRegistered& registered) {
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    for (const auto& interest : federation_.interest().of(registered.object_class)) {
      if (interest.federate != self_) concerned_.push_back(interest.federate);
    }
  }
  return {Audience::Who::interested, {}, concerned_};
}

Audience Membership::audience(const wire::UpdateAttributeValues& update,
                              const ObjectInstance& instance) {
  const auto interest = federation_.interest_of(instance.object_class,
                                                wire::interest_mask(update.values), update.region);
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    const AttributeSet attributes = update.region ? attributes_of(update.values) : AttributeSet();
    federation_.header_filter().for_each(interest, [&](FederateHandle federate) {
      if (federate == self_) return;
      // Here the regions themselves are known, which say more than their cells.
      const bool concerned =
          !update.region ||
          federation_.may_reach(federate, instance.object_class, attributes, update.region);
      if (concerned) concerned_.push_back(federate);
    });
  }
  return {Audience::Who::interested, {}, concerned_, interest};
}

Audience Membership::audience(const wire::SendInteraction& interaction) {
  const auto interaction_class = interaction.interaction_class;
  const auto interest = federation_.interest_of(
      interaction_class, wire::interest_mask(interaction.values), interaction.region);
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    federation_.header_filter().for_each(interest, [&](FederateHandle federate) {
      if (federate == self_) return;
      const bool concerned = !interaction.region ||
                             federation_.reaches(federate, interaction_class, interaction.region);
      if (concerned) concerned_.push_back(federate);
    });
    // Commands to the RTI, and alerts for its log, whoever else subscribes.
    const auto which = management().which(interaction_class);
    if (core::mom::is_command(which) || which == core::mom::Interaction::Alert) {
      concerned_.push_back(wire::kRtig);
    }
  }
  return {Audience::Who::interested, {}, concerned_, interest};
}

Audience Membership::audience_of_owners(const ObjectInstance& instance,
                                        const AttributeSet& attributes) {
  concerned_.clear();
  for (const core::Ownership& ownership : instance.owners) {
    if (ownership.federate != self_ && ownership.attributes.intersects(attributes)) {
      concerned_.push_back(ownership.federate);
    }
  }
  return {Audience::Who::owners, {}, concerned_};
}

bool Membership::anybody(const Audience& audience) const {
  return !ambassador_.streams_.senders_match() || !audience.concerned.empty();
}

}  // namespace triad::rtia
