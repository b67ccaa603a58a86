#include "rtia/data_audience.hpp"

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
Audience DataAudience::of(const wire::ObjectInstanceRegistered& registered) {
  concerned_.clear();
  if (senders_match()) {
    for (const auto& interest : federation_.interest().of(registered.object_class)) {
      if (interest.federate != self_) concerned_.push_back(interest.federate);
    }
  }
  return {Audience::Who::interested, {}, concerned_};
}

Audience DataAudience::of(const wire::UpdateAttributeValues& update,
                          const ObjectInstance& instance) {
  const auto interest = federation_.interest_of(instance.object_class,
                                                wire::interest_mask(update.values), update.region);
  concerned_.clear();
  if (senders_match()) {
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

Audience DataAudience::of(const wire::SendInteraction& interaction) {
  const auto interaction_class = interaction.interaction_class;
  const auto interest = federation_.interest_of(
      interaction_class, wire::interest_mask(interaction.values), interaction.region);
  concerned_.clear();
  if (senders_match()) {
    federation_.header_filter().for_each(interest, [&](FederateHandle federate) {
      if (federate == self_) return;
      const bool concerned = !interaction.region ||
                             federation_.reaches(federate, interaction_class, interaction.region);
      if (concerned) concerned_.push_back(federate);
    });
    // Commands to the RTI, and alerts for its log, whoever else subscribes.
    const auto which = federation_.management().which(interaction_class);
    if (core::mom::is_command(which) || which == core::mom::Interaction::Alert) {
      concerned_.push_back(wire::kRtig);
    }
  }
  return {Audience::Who::interested, {}, concerned_, interest};
}

Audience DataAudience::of_owners(const ObjectInstance& instance, const AttributeSet& attributes) {
  concerned_.clear();
  for (const core::Ownership& ownership : instance.owners) {
    if (ownership.federate != self_ && ownership.attributes.intersects(attributes)) {
      concerned_.push_back(ownership.federate);
    }
  }
  return {Audience::Who::owners, {}, concerned_};
}

Audience DataAudience::with_rtig(Audience audience) {
  if (audience.who == Audience::Who::one) concerned_.assign(1, audience.federate);
  concerned_.push_back(wire::kRtig);
  audience.concerned = concerned_;
  return audience;
}

}  // namespace triad::rtia
