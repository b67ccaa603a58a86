// Whom a record is for. On a link through the RTIG it is enough to name the kind of audience, for
// the RTIG matches as it forwards. Where members read each other's records directly, the sender
// matches, with the RTIG's log handled to its end: those who are concerned are woken, and what
// nobody wants is not sent (docs/architecture.md, "One history, and data beside it").
#include "rtia/membership.hpp"

namespace triad::rtia {

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
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    AttributeSet attributes;
    update.values.for_each(
        [&](std::uint32_t handle, Bytes, Bytes) { attributes.insert(AttributeHandle(handle)); });
    for (const auto& interest : federation_.interest().of(instance.object_class)) {
      if (interest.federate != self_ &&
          federation_.may_reach(interest, instance.object_class, attributes, update.region)) {
        concerned_.push_back(interest.federate);
      }
    }
  }
  return {Audience::Who::interested, {}, concerned_};
}

Audience Membership::audience(const wire::SendInteraction& interaction) {
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    for (const auto& interest : federation_.interest().of(interaction.interaction_class)) {
      if (interest.federate == self_) continue;
      const bool concerned =
          !interest.by_region ||
          federation_.reaches(interest.federate, interaction.interaction_class, interaction.region);
      if (concerned) concerned_.push_back(interest.federate);
    }
    // Commands to the RTI, and alerts for its log, whoever else subscribes.
    const auto which = management().which(interaction.interaction_class);
    if (core::mom::is_command(which) || which == core::mom::Interaction::Alert) {
      concerned_.push_back(wire::kRtig);
    }
  }
  return {Audience::Who::interested, {}, concerned_};
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

Audience Membership::audience_of(const FederateTime::Report& report) {
  concerned_.clear();
  if (ambassador_.streams_.senders_match()) {
    promising_.wake_ups.promise(report.promise, wakes_all(report), constrained_others(),
                                concerned_);
  }
  return {Audience::Who::constrained, {}, concerned_};
}

// Whoever waits for events needs all reports, to see whether it can jump.
bool Membership::wakes_all(const FederateTime::Report& report) const {
  return report.conditional || in_flight_.anybody_waits();
}

void Membership::recompute_wake_ups(bool all_read) {
  const auto& report = time_.reported();
  concerned_.clear();
  promising_.wake_ups.recompute(!report || wakes_all(*report), all_read, constrained_others(),
                                concerned_);
  for (const FederateHandle federate : concerned_) ambassador_.uplink_.wake(federate);
}

const std::vector<FederateHandle>& Membership::constrained_others() {
  promising_.constrained.clear();
  for (const auto& [federate, member] : federation_.members()) {
    if (federate != self_ && member.constrained) promising_.constrained.push_back(federate);
  }
  return promising_.constrained;
}

bool Membership::anybody(const Audience& audience) const {
  return !ambassador_.streams_.senders_match() || !audience.concerned.empty();
}

}  // namespace triad::rtia
