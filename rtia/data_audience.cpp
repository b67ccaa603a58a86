#include "rtia/data_audience.hpp"

#include <algorithm>

#include "core/data_reach.hpp"

namespace triad::rtia {

namespace {

AttributeSet attributes_of(const wire::ValueList& values) {
  AttributeSet attributes;
  values.for_each(
      [&](std::uint32_t handle, Bytes, Bytes) { attributes.insert(AttributeHandle(handle)); });
  return attributes;
}

}  // namespace

// Only the RTIG's statement matters here.
Fault DataAudience::receive_record(const Record&, const wire::InterestChanged& changed) {
  const auto is_key = [&](wire::InterestKey key) {
    return wire::is_interaction_class(key)
               ? model().find(wire::interaction_class_of(key)) != nullptr
               : model().find(wire::object_class_of(key)) != nullptr;
  };
  for (const wire::CellsChanged& set : changed.cells) {
    if (!is_key(set.set)) return "cells of an unknown class";
    if (!std::ranges::all_of(set.added, records::CellSet::is_cell)) return "invalid cells";
  }
  for (const wire::InterestEntry& entry : changed.entries) {
    if (!is_key(entry.key) || !std::ranges::all_of(entry.cell_sets, is_key)) {
      return "an interest in an unknown class";
    }
  }
  for (const wire::CellsChanged& set : changed.cells) {
    records::CellSet& cells = link_members_interest_.cells(wire::kRtig, set.set);
    cells.add(set.added);
    cells.remove(set.removed);
  }
  for (const wire::InterestEntry& entry : changed.entries)
    link_members_interest_.set(wire::kRtig, entry);
  return {};
}

void DataAudience::add_rtig_if_concerned(const wire::Interest& interest) {
  if (link_members_interest_.may_need_record(wire::kRtig, interest))
    concerned_.push_back(wire::kRtig);
}

// A subscriber to any attribute of the class may discover the instance.
Audience DataAudience::of(const wire::ObjectInstanceRegistered& registered) {
  concerned_.clear();
  if (must_select_receivers()) {
    for (const auto& interest : federation_.interest().interested_in(registered.object_class)) {
      if (interest.federate != self_) concerned_.push_back(interest.federate);
    }
  }
  const wire::Interest interest{wire::existence_key(registered.object_class), wire::kRegistrations};
  return {Audience::Kind::interested, {}, concerned_, interest};
}

Audience DataAudience::of(const wire::UpdateAttributeValues& update,
                          ObjectClassHandle registered_class) {
  const auto interest = core::interest_of(federation_, registered_class,
                                          wire::interest_mask(update.values), update.region);
  concerned_.clear();
  if (must_select_receivers()) {
    const AttributeSet attributes = update.region ? attributes_of(update.values) : AttributeSet();
    for_each_neighbour(interest, [&](FederateHandle federate) {
      // The regions themselves are known here, and are more exact than their cells.
      const bool concerned =
          !update.region ||
          core::may_reach(federation_, federate, registered_class, attributes, update.region);
      if (concerned) concerned_.push_back(federate);
    });
    add_rtig_if_concerned(interest);
  }
  return {Audience::Kind::interested, {}, concerned_, interest};
}

Audience DataAudience::of(const wire::SendInteraction& interaction) {
  const auto interaction_class = interaction.interaction_class;
  const auto interest = core::interest_of(
      federation_, interaction_class, wire::interest_mask(interaction.values), interaction.region);
  concerned_.clear();
  if (must_select_receivers()) {
    for_each_neighbour(interest, [&](FederateHandle federate) {
      const bool concerned =
          !interaction.region ||
          core::reaches(federation_, federate, interaction_class, interaction.region);
      if (concerned) concerned_.push_back(federate);
    });
    add_rtig_if_concerned(interest);
    // The RTIG needs commands to the RTI, and alerts for its log, regardless of subscriptions.
    const auto which = federation_.management().interaction_of(interaction_class);
    if (core::mom::is_command(which) || which == core::mom::Interaction::Alert) {
      concerned_.push_back(wire::kRtig);
    }
  }
  return {Audience::Kind::interested, {}, concerned_, interest};
}

Audience DataAudience::of_owners(const ObjectInstance& instance, const AttributeSet& attributes) {
  concerned_.clear();
  for (const core::Ownership& ownership : instance.owners) {
    if (ownership.federate != self_ && ownership.attributes.intersects(attributes)) {
      concerned_.push_back(ownership.federate);
    }
  }
  return {Audience::Kind::owners, {}, concerned_};
}

Audience DataAudience::with_rtig(Audience audience) {
  if (audience.kind == Audience::Kind::one_federate) concerned_.assign(1, audience.federate);
  concerned_.push_back(wire::kRtig);
  audience.members_to_wake = concerned_;
  return audience;
}

}  // namespace triad::rtia
