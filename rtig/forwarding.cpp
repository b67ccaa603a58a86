#include "rtig/forwarding.hpp"

#include <utility>

namespace triad::rtig {

void Forwarding::to_one(const Record& record, FederateHandle to) {
  bool published = false;
  forward(record, to, published);
}

void Forwarding::to_others(const Record& record) {
  bool published = false;
  for (const auto& [federate, session] : context_.sessions()) {
    if (federate != record.header.from()) forward(record, federate, published);
  }
}

void Forwarding::to_owners(const Record& record, const core::ObjectInstance& instance,
                           const wire::AttributeSet& attributes) {
  bool published = false;
  for (const core::Ownership& owner : instance.owners) {
    if (owner.federate == record.header.from() || !context_.is_member(owner.federate)) continue;
    if (owner.attributes.intersects(attributes)) forward(record, owner.federate, published);
  }
}

void Forwarding::to_interested(const Record& record, const wire::UpdateAttributeValues& update,
                               wire::ObjectClassHandle object_class,
                               const wire::AttributeSet& attributes) {
  core::Federation& federation = context_.federation();
  bool published = false;
  if (update.region) federation.send_with(update.region);
  for (const auto& interest : federation.interest().of(object_class)) {
    if (interest.federate != record.header.from() &&
        federation.may_reach(interest, object_class, attributes, update.region)) {
      forward(record, interest.federate, published);
    }
  }
}

void Forwarding::to_interested(const Record& record, const wire::SendInteraction& interaction) {
  core::Federation& federation = context_.federation();
  bool published = false;
  if (interaction.region) federation.send_with(interaction.region);
  for (const auto& interest : federation.interest().of(interaction.interaction_class)) {
    if (interest.federate == record.header.from()) continue;
    const bool reached =
        !interest.by_region ||
        federation.reaches(interest.federate, interaction.interaction_class, interaction.region);
    if (reached) forward(record, interest.federate, published);
  }
}

void Forwarding::forward(const Record& record, FederateHandle to, bool& published) {
  Delivery& delivery = context_.delivery();
  const FederateHandle by = record.header.from();
  if (delivery.read_directly(by, to)) return;
  const bool tso = (record.header.flags & wire::kTimeStamped) != 0;
  if (!delivery.on_fabric(to)) {
    if (tso) time_.tso_forwarded_to(to);
    delivery.send_frame_by_link(to, record.frame);
  } else if (std::exchange(published, true)) {
    delivery.wake(to);
  } else {
    delivery.publish_of(to, record);
    if (tso) time_.tso_published(by, record.header.position);
  }
}

}  // namespace triad::rtig
