#include "rtia/ownership_state.hpp"

#include <algorithm>
#include <array>

namespace triad::rtia {

namespace {

namespace statechart {

struct Edge {
  Standing from;
  OwnershipEvent event;
  Standing to;
};

using S = Standing;
using E = OwnershipEvent;

constexpr Edge kEdges[] = {
    // A plain acquisition overrides one "if available", and a cancellation.
    {S::settled, E::acquire, S::acquiring},
    {S::acquiring_if_available, E::acquire, S::acquiring},
    {S::cancelling, E::acquire, S::acquiring},
    {S::arriving_if_available, E::acquire, S::arriving},
    {S::arriving_cancelled, E::acquire, S::arriving},
    {S::given_up, E::acquire, S::given_up_acquiring},
    {S::given_up_acquiring_if_available, E::acquire, S::given_up_acquiring},
    {S::given_up_cancelling, E::acquire, S::given_up_acquiring},

    {S::settled, E::acquire_if_available, S::acquiring_if_available},
    {S::given_up, E::acquire_if_available, S::given_up_acquiring_if_available},

    // Attributes that have not arrived are cancelled only by the RTIG's answer.
    {S::arriving, E::cancel, S::arriving_cancelled},
    {S::acquiring, E::not_cancelled, S::cancelling},
    {S::arriving, E::not_cancelled, S::arriving_cancelled},
    {S::given_up_acquiring, E::not_cancelled, S::given_up_cancelling},
    {S::acquiring, E::cancelled, S::settled},
    {S::given_up_acquiring, E::cancelled, S::given_up},
    {S::cancelling, E::cancelled_later, S::settled},
    {S::given_up_cancelling, E::cancelled_later, S::given_up},

    {S::acquiring, E::granted, S::arriving},
    {S::acquiring_if_available, E::granted, S::arriving_if_available},
    {S::cancelling, E::granted, S::arriving_cancelled},
    {S::acquiring, E::granted_silently, S::settled},
    {S::acquiring_if_available, E::granted_silently, S::settled},
    {S::cancelling, E::granted_silently, S::settled},

    {S::yielding, E::lost, S::settled},
    {S::given_up, E::lost, S::settled},
    {S::given_up_acquiring, E::lost, S::acquiring},
    {S::given_up_acquiring_if_available, E::lost, S::acquiring_if_available},
    {S::given_up_cancelling, E::lost, S::cancelling},

    // Attributes in transit do not arrive any more, and attributes given up become unowned.
    {S::arriving, E::deleted, S::acquiring},
    {S::arriving_if_available, E::deleted, S::acquiring_if_available},
    {S::arriving_cancelled, E::deleted, S::cancelling},
    {S::given_up, E::deleted, S::settled},
    {S::given_up_acquiring, E::deleted, S::acquiring},
    {S::given_up_acquiring_if_available, E::deleted, S::acquiring_if_available},
    {S::given_up_cancelling, E::deleted, S::cancelling},

    {S::settled, E::yield, S::yielding},
    {S::yielding, E::keep, S::settled},

    {S::arriving, E::acquisition_delivered, S::settled},
    {S::arriving_if_available, E::acquisition_delivered, S::settled},
    {S::arriving_cancelled, E::acquisition_delivered, S::settled},
    {S::acquiring_if_available, E::unavailability_delivered, S::settled},
    {S::given_up_acquiring_if_available, E::unavailability_delivered, S::given_up},
    {S::yielding, E::divestiture_delivered, S::given_up},

    {S::settled, E::give_up, S::given_up},

    {S::acquiring, E::forgotten, S::settled},
    {S::acquiring_if_available, E::forgotten, S::settled},
    {S::cancelling, E::forgotten, S::settled},
    {S::arriving, E::forgotten, S::settled},
    {S::arriving_if_available, E::forgotten, S::settled},
    {S::arriving_cancelled, E::forgotten, S::settled},
    {S::yielding, E::forgotten, S::settled},
    {S::given_up_acquiring, E::forgotten, S::given_up},
    {S::given_up_acquiring_if_available, E::forgotten, S::given_up},
    {S::given_up_cancelling, E::forgotten, S::given_up},
};

using Table = std::array<std::array<Standing, kOwnershipEvents>, kStandings>;

constexpr Table table_of_edges() {
  Table table{};
  for (std::size_t from = 0; from < kStandings; ++from) table[from].fill(Standing(from));
  for (const Edge& edge : kEdges) table[std::size_t(edge.from)][std::size_t(edge.event)] = edge.to;
  return table;
}

constexpr Table kTable = table_of_edges();

}  // namespace statechart

}  // namespace

Standing next_standing(Standing standing, OwnershipEvent event) {
  return statechart::kTable[std::size_t(standing)][std::size_t(event)];
}

// --- The attributes of an instance.

InstanceOwnership::Attribute& InstanceOwnership::edit(AttributeHandle attribute) {
  const auto at = std::ranges::lower_bound(attributes_, attribute, {}, &Attribute::handle);
  if (at != attributes_.end() && at->handle == attribute) return *at;
  Attribute one;
  one.handle = attribute;
  return *attributes_.insert(at, one);
}

const InstanceOwnership::Attribute* InstanceOwnership::find(AttributeHandle attribute) const {
  const auto at = std::ranges::lower_bound(attributes_, attribute, {}, &Attribute::handle);
  return at != attributes_.end() && at->handle == attribute ? &*at : nullptr;
}

void InstanceOwnership::drop_idle() {
  std::erase_if(attributes_, [](const Attribute& one) { return one.is_idle(); });
}

Standing InstanceOwnership::standing(AttributeHandle attribute) const {
  const Attribute* const one = find(attribute);
  return one == nullptr ? Standing::settled : one->standing;
}

bool InstanceOwnership::is_busy(AttributeHandle attribute) const {
  const Attribute* const one = find(attribute);
  return one != nullptr && (one->standing != Standing::settled || one->is_release_requested);
}

void InstanceOwnership::apply(OwnershipEvent event, const AttributeSet& attributes) {
  attributes.for_each([&](AttributeHandle attribute) {
    Attribute& one = edit(attribute);
    one.standing = next_standing(one.standing, event);
    // An acquisition is the outcome of all cancellations that came too late for it.
    if (event == OwnershipEvent::acquisition_delivered) one.unconfirmed_cancellations = 0;
  });
  drop_idle();
}

void InstanceOwnership::apply_to_all(OwnershipEvent event) {
  for (Attribute& one : attributes_) {
    one.standing = next_standing(one.standing, event);
    if (event != OwnershipEvent::forgotten) continue;
    one.assumption = Assumption::none;
    one.is_release_requested = false;
    one.unconfirmed_cancellations = 0;
  }
  drop_idle();
}

void InstanceOwnership::keep_only(const AttributeSet& owned) {
  for (Attribute& one : attributes_) {
    if (owned.contains(one.handle)) continue;
    one.standing = next_standing(one.standing, OwnershipEvent::lost);
    one.is_release_requested = false;
  }
  drop_idle();
}

void InstanceOwnership::request_release(const AttributeSet& attributes) {
  attributes.for_each(
      [&](AttributeHandle attribute) { edit(attribute).is_release_requested = true; });
}

void InstanceOwnership::release(const AttributeSet& attributes) {
  attributes.for_each(
      [&](AttributeHandle attribute) { edit(attribute).is_release_requested = false; });
  drop_idle();
}

// An attribute that becomes available again is reported again.
AttributeSet InstanceOwnership::update_assumable(const AttributeSet& available) {
  for (Attribute& one : attributes_) {
    if (!available.contains(one.handle)) one.assumption = Assumption::none;
  }
  AttributeSet due;
  available.for_each([&](AttributeHandle attribute) {
    Attribute& one = edit(attribute);
    if (one.assumption != Assumption::none) return;
    one.assumption = Assumption::queued;
    if (!is_pending(one.standing)) due.insert(attribute);
  });
  drop_idle();
  return due;
}

void InstanceOwnership::record_assumptions_delivered(const AttributeSet& attributes) {
  attributes.for_each(
      [&](AttributeHandle attribute) { edit(attribute).assumption = Assumption::delivered; });
}

void InstanceOwnership::forget_assumptions_withheld(const AttributeSet& attributes) {
  for (Attribute& one : attributes_) {
    const bool is_withheld = one.assumption == Assumption::queued;
    if (is_withheld && attributes.contains(one.handle)) one.assumption = Assumption::none;
  }
  drop_idle();
}

void InstanceOwnership::expect_confirmation(const AttributeSet& attributes) {
  attributes.for_each(
      [&](AttributeHandle attribute) { ++edit(attribute).unconfirmed_cancellations; });
}

AttributeSet InstanceOwnership::confirm(const AttributeSet& attributes) {
  AttributeSet due;
  for (Attribute& one : attributes_) {
    if (one.unconfirmed_cancellations == 0 || !attributes.contains(one.handle)) continue;
    --one.unconfirmed_cancellations;
    due.insert(one.handle);
  }
  drop_idle();
  return due;
}

// --- Saved state.

std::optional<InstanceOwnership> InstanceOwnership::of(std::vector<Attribute> attributes) {
  const bool ascending =
      std::ranges::is_sorted(attributes, std::ranges::less_equal{}, &Attribute::handle);
  if (!ascending || std::ranges::any_of(attributes, &Attribute::is_idle)) return std::nullopt;
  InstanceOwnership ownership;
  ownership.attributes_ = std::move(attributes);
  return ownership;
}

}  // namespace triad::rtia
