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
  const auto interest =
      record.header.says_interest()
          ? record.interest()
          : federation.interest_of(object_class, wire::interest_mask(update.values), update.region);
  federation.header_filter().for_each(interest, [&](FederateHandle to) {
    if (to == record.header.from()) return;
    // Here the regions themselves are known, which say more than their cells.
    const bool concerned =
        !update.region || federation.may_reach(to, object_class, attributes, update.region);
    if (concerned) forward(record, to, published);
  });
}

void Forwarding::to_interested(const Record& record, const wire::SendInteraction& interaction) {
  core::Federation& federation = context_.federation();
  bool published = false;
  if (interaction.region) federation.send_with(interaction.region);
  const wire::InteractionClassHandle interaction_class = interaction.interaction_class;
  const auto interest =
      record.header.says_interest()
          ? record.interest()
          : federation.interest_of(interaction_class, wire::interest_mask(interaction.values),
                                   interaction.region);
  federation.header_filter().for_each(interest, [&](FederateHandle to) {
    if (to == record.header.from()) return;
    const bool concerned =
        !interaction.region || federation.reaches(to, interaction_class, interaction.region);
    if (concerned) forward(record, to, published);
  });
}

// Of what is written in shared memory.
bool Forwarding::may_concern_others(const Record& record) const {
  const Delivery& delivery = context_.delivery();
  if (delivery.all_on_fabric()) return false;
  bool concerns = false;
  const auto& filter = context_.federation().header_filter();
  filter.for_each(record.interest(), [&](FederateHandle to) {
    concerns = concerns || (context_.is_member(to) && !delivery.on_fabric(to));
  });
  return concerns;
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
