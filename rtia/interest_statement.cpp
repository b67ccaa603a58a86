#include "rtia/interest_statement.hpp"

#include <algorithm>
#include <utility>

#include "core/region_cells.hpp"
#include "records/defect.hpp"
#include "wire/limits.hpp"

namespace triad::rtia {

namespace {

constexpr wire::InterestMask kAll = ~wire::InterestMask{0};

void nothing(wire::InterestEntry& /*entry*/) {}

// Widens an entry by a subscription without a region.
auto everywhere(wire::InterestMask mask) {
  return [mask](wire::InterestEntry& entry) {
    entry.mask |= mask;
    entry.mask_without_region |= mask;
  };
}

// Widens an entry by a subscription with regions that have their cells in the set.
auto within(wire::InterestMask mask, wire::InterestKey set) {
  return [mask, set](wire::InterestEntry& entry) {
    entry.mask |= mask;
    if (std::ranges::find(entry.cell_sets, set) != entry.cell_sets.end()) return;
    if (entry.cell_sets.size() < wire::kCellSetsMax) {
      entry.cell_sets.push_back(set);
    } else {
      entry.mask_without_region = entry.mask;
    }
  };
}

// Returns the cells of `minuend` that are not in `subtrahend`; both in ascending order.
std::vector<wire::Cell> without(std::span<const wire::Cell> minuend,
                                std::span<const wire::Cell> subtrahend) {
  std::vector<wire::Cell> left;
  std::ranges::set_difference(minuend, subtrahend, std::back_inserter(left));
  return left;
}

std::vector<wire::Cell> all_of(std::span<const wire::Cell> cells) {
  return {cells.begin(), cells.end()};
}

const auto& classes(const core::ObjectModel& model, ObjectClassHandle) {
  return model.object_classes;
}
const auto& classes(const core::ObjectModel& model, InteractionClassHandle) {
  return model.interaction_classes;
}

template <class Visit>
void for_each_at_or_below(const core::ObjectModel& model, auto at, Visit&& visit) {
  const auto end = static_cast<std::uint32_t>(classes(model, at).size());
  for (std::uint32_t value = at.value; value <= end; ++value) {
    const decltype(at) derived(value);
    if (model.is_a(derived, at)) visit(derived);
  }
}

}  // namespace

InterestStatement::InterestStatement(MemberContext& context)
    : ServiceGroup(context),
      keeps_(model().object_classes.size() + 1),
      stated_existence_(model().object_classes.size() + 1) {}

// Applies `widen` to the entries of the class and its subclasses.
template <class ClassHandle>
InterestStatement::Pending InterestStatement::pending_for_class(ClassHandle at,
                                                                wire::InterestChanged& wider,
                                                                const Widen& widen) const {
  Pending pending;
  for_each_at_or_below(model(), at, [&](ClassHandle derived) {
    add_entry(stated_interest(wire::interest_key(derived)), pending, wider, widen);
  });
  return pending;
}

// --- Subscriptions.

void InterestStatement::request(const wire::SubscribeObjectClassAttributes& subscribe) {
  wire::InterestChanged wider;
  Pending pending = pending_for_class(subscribe.object_class, wider,
                                      everywhere(wire::interest_mask(subscribe.attributes)));
  if (!subscribe.attributes.empty()) add_subscription(subscribe.object_class, pending, wider);
  send_request(subscribe, std::move(pending), wider);
}

void InterestStatement::request(const wire::UnsubscribeObjectClass& unsubscribe) {
  wire::InterestChanged wider;
  if (TRIAD_DEFECT(interest_narrowed_before_the_record)) {
    const auto registered_class = unsubscribe.object_class;
    stated_existence_[registered_class.value] = 0;
    send_statement({false, {{wire::existence_key(registered_class), 0, 0, {}}}, {}});
  }
  send_request(unsubscribe, pending_for_class(unsubscribe.object_class, wider, nothing), {});
}

void InterestStatement::request(const wire::SubscribeInteractionClass& subscribe) {
  wire::InterestChanged wider;
  Pending pending = pending_for_class(subscribe.interaction_class, wider, everywhere(kAll));
  send_request(subscribe, std::move(pending), wider);
}

void InterestStatement::request(const wire::UnsubscribeInteractionClass& unsubscribe) {
  wire::InterestChanged wider;
  send_request(unsubscribe, pending_for_class(unsubscribe.interaction_class, wider, nothing), {});
}

// --- Subscriptions with regions.

void InterestStatement::request(const wire::SubscribeObjectClassAttributesWithRegion& subscribe) {
  if (subscribe.attributes.empty()) {
    const wire::UnsubscribeObjectClassWithRegion unsubscribe{subscribe.object_class,
                                                             subscribe.region};
    return withdraw_cells(subscribe, unsubscribe);
  }
  const auto set = wire::interest_key(subscribe.object_class);
  wire::InterestChanged wider;
  Pending pending = pending_for_class(subscribe.object_class, wider,
                                      within(wire::interest_mask(subscribe.attributes), set));
  const auto* regions = declared().find_region_subscriptions(subscribe.object_class);
  if (regions == nullptr || !regions->by_region.contains(subscribe.region)) {
    wider.cells.push_back({set, all_of(cells(subscribe.region)), {}});
  }
  add_subscription(subscribe.object_class, pending, wider);
  send_request(subscribe, std::move(pending), wider);
}

void InterestStatement::request(const wire::UnsubscribeObjectClassWithRegion& unsubscribe) {
  withdraw_cells(unsubscribe, unsubscribe);
}

template <class Request>
void InterestStatement::withdraw_cells(const Request& request,
                                       const wire::UnsubscribeObjectClassWithRegion& unsubscribe) {
  wire::InterestChanged wider;
  Pending pending = pending_for_class(unsubscribe.object_class, wider, nothing);
  const auto* regions = declared().find_region_subscriptions(unsubscribe.object_class);
  if (regions != nullptr && regions->by_region.contains(unsubscribe.region)) {
    pending.withdrawn_cells.push_back(
        {wire::interest_key(unsubscribe.object_class), {}, all_of(cells(unsubscribe.region))});
  }
  send_request(request, std::move(pending), {});
}

void InterestStatement::request(const wire::SubscribeInteractionClassWithRegion& subscribe) {
  const auto set = wire::interest_key(subscribe.interaction_class);
  wire::InterestChanged wider;
  Pending pending = pending_for_class(subscribe.interaction_class, wider, within(kAll, set));
  const auto& all = declared().interaction_class_regions;
  const auto at = all.find(subscribe.interaction_class);
  if (at == all.end() || !at->second.contains(subscribe.region)) {
    wider.cells.push_back({set, all_of(cells(subscribe.region)), {}});
  }
  send_request(subscribe, std::move(pending), wider);
}

void InterestStatement::request(const wire::UnsubscribeInteractionClassWithRegion& unsubscribe) {
  wire::InterestChanged wider;
  Pending pending = pending_for_class(unsubscribe.interaction_class, wider, nothing);
  pending.withdrawn_cells.push_back(
      {wire::interest_key(unsubscribe.interaction_class), {}, all_of(cells(unsubscribe.region))});
  send_request(unsubscribe, std::move(pending), {});
}

void InterestStatement::request(const wire::NotifyAboutRegionModification& modification) {
  const core::Region& region = *federation_.regions().find(modification.region);
  const auto before = cells(modification.region);
  const auto after =
      core::cells_of({region.space, region.extents, region.dimensions, modification.ranges},
                     model().find(region.space)->cells_of_extent);
  const auto begun = without(after, before);
  const auto ended = without(before, after);
  Pending pending;
  wire::InterestChanged wider;
  for (const wire::InterestKey set : cell_sets_with(modification.region)) {
    if (!begun.empty() && !TRIAD_DEFECT(moved_region_not_stated)) {
      wider.cells.push_back({set, begun, {}});
    }
    if (!ended.empty()) pending.withdrawn_cells.push_back({set, {}, ended});
  }
  send_request(modification, std::move(pending), wider);
}

std::vector<wire::InterestKey> InterestStatement::cell_sets_with(wire::RegionHandle region) const {
  std::vector<wire::InterestKey> sets;
  for (const auto& [object_class, regions] : declared().object_class_regions) {
    if (regions.by_region.contains(region)) sets.push_back(wire::interest_key(object_class));
  }
  for (const auto& [interaction_class, regions] : declared().interaction_class_regions) {
    if (regions.contains(region)) sets.push_back(wire::interest_key(interaction_class));
  }
  return sets;
}

// The limit must hold for all bounds that the region may take.
std::optional<Error> InterestStatement::check_cells(wire::RegionHandle handle) const {
  const core::Region& region = *federation_.regions().find(handle);
  const std::size_t sets = std::max<std::size_t>(1, cell_sets_with(handle).size());
  if (cells_ + sets * model().find(region.space)->cells_of_extent * region.extents <=
      wire::kInterestCellsMax) {
    return std::nullopt;
  }
  return wire::error(ErrorCode::RTIinternalError,
                     "the regions of this federate's subscriptions have too many extents: they "
                     "would cover more than " +
                         std::to_string(wire::kInterestCellsMax) +
                         " cells of the grid by which updates are forwarded; unsubscribe some");
}

// --- Before the request is sent, and after the log has it.

void InterestStatement::add_entry(wire::InterestEntry entry, Pending& pending,
                                  wire::InterestChanged& wider, const Widen& widen) const {
  const wire::InterestEntry before = entry;
  widen(entry);
  if (entry != before) wider.entries.push_back(entry);
  pending.stated.push_back(std::move(entry));
}

template <class Request>
void InterestStatement::send_request(const Request& request, Pending pending,
                                     const wire::InterestChanged& wider) {
  send_statement(wider);
  if (!wider.entries.empty() || !wider.cells.empty()) {
    context_.wait_for_settlement(context_.position());
  }
  context_.request(request);
  pending.asked_at = context_.position();
  pending.added_cells = wider.cells;
  if (pending.subscribed) {
    supplies_.push_back(pending.asked_at);
    context_.wait_for_supply();
  }
  pending_.push_back(std::move(pending));
}

void InterestStatement::apply_log_record(const wire::RecordHeader& header, const Drop& drop) {
  const auto at = std::ranges::find(pending_, header.after_position, &Pending::asked_at);
  if (header.cause() != self_ || at == pending_.end()) return;
  const Pending done = std::move(*at);
  pending_.erase(at);
  wire::InterestChanged narrower;
  for (const wire::InterestEntry& was : done.stated) {
    // A later request that concerns the key has stated its entry already.
    wire::InterestEntry is = stated_interest(was.key);
    if (is != was) narrower.entries.push_back(std::move(is));
    if (wire::is_interaction_class(was.key)) continue;
    const ObjectClassHandle registered_class = wire::object_class_of(was.key);
    keeps_[registered_class.value] = needs_all_instances(registered_class);
    if (!keeps(registered_class)) drop(registered_class);
    update_existence(registered_class, narrower);
  }
  narrower.cells = done.withdrawn_cells;
  send_statement(narrower);
}

void InterestStatement::send_statement(const wire::InterestChanged& changed) {
  if (changed.entries.empty() && changed.cells.empty()) return;
  for (const wire::CellsChanged& set : changed.cells) {
    cells_ += set.added.size();
    cells_ -= set.removed.size();
  }
  context_.send_to_rtig(changed);
}

// --- Existence.

void InterestStatement::add_subscription(ObjectClassHandle at, Pending& pending,
                                         wire::InterestChanged& wider) {
  pending.subscribed = at;
  for_each_at_or_below(model(), at, [&](ObjectClassHandle registered_class) {
    if (!TRIAD_DEFECT(supply_misses_a_registration)) keeps_[registered_class.value] = true;
    update_existence(registered_class, wider);
  });
}

// Returns whether a subscription in the log, or a pending one, covers the class.
bool InterestStatement::needs_all_instances(ObjectClassHandle registered_class) const {
  if (declared().nearest_subscribed(model(), registered_class)) return true;
  return std::ranges::any_of(pending_, [&](const Pending& pending) {
    return pending.subscribed && model().is_a(registered_class, pending.subscribed);
  });
}

wire::InterestMask InterestStatement::required_existence(ObjectClassHandle registered_class) const {
  if (keeps(registered_class)) return wire::kRegistrations | wire::kChanges;
  return federation_.objects().count(registered_class) > 0 ? wire::kChanges : 0;
}

// Adds the changed interest in existence to `changed`, which must be sent next.
void InterestStatement::update_existence(ObjectClassHandle registered_class,
                                         wire::InterestChanged& changed) {
  const wire::InterestMask is = required_existence(registered_class);
  const wire::InterestMask was = std::exchange(stated_existence_[registered_class.value], is);
  if (is == was) return;
  changed.entries.push_back({wire::existence_key(registered_class), is, is, {}});
  const bool narrower = (was & ~is) != 0 && context_.streams().is_on_fabric();
  if ((is & ~was & wire::kRegistrations) != 0) {
    widened_.emplace_back(context_.position() + 1, registered_class);
  }
  if (narrower) {
    narrowed_.push_back({context_.position() + 1, registered_class, was & ~is});
  }
}

void InterestStatement::update_existence_interest(
    std::span<const ObjectClassHandle> registered_classes) {
  wire::InterestChanged changed;
  for (const ObjectClassHandle registered_class : registered_classes) {
    update_existence(registered_class, changed);
  }
  send_statement(changed);
}

bool InterestStatement::needs_existence_record(const wire::Interest& interest) const {
  const ObjectClassHandle registered_class = wire::object_class_of(interest.key);
  if (registered_class.value >= stated_existence_.size()) return true;
  wire::InterestMask wanted = stated_existence_[registered_class.value];
  for (const Narrowed& narrowed : narrowed_) {
    if (narrowed.registered_class == registered_class) wanted |= narrowed.mask;
  }
  return (wanted & interest.mask) != 0;
}

void InterestStatement::record_acknowledgement(wire::Position stated_at) {
  std::erase_if(narrowed_, [&](const Narrowed& n) { return n.stated_at <= stated_at; });
  std::erase_if(widened_, [&](const auto& widened) { return widened.first <= stated_at; });
}

bool InterestStatement::keeps_logged(ObjectClassHandle registered_class) const {
  return keeps(registered_class) && std::ranges::none_of(widened_, [&](const auto& widened) {
           return widened.second == registered_class;
         });
}

// --- Present interest.

// Interest from the declarations in the log.
wire::InterestEntry InterestStatement::declared_interest(wire::InterestKey key) const {
  return wire::is_interaction_class(key)
             ? core::header_interest(model(), declared(), wire::interaction_class_of(key))
             : core::header_interest(model(), declared(), wire::object_class_of(key));
}

// Interest as the Router has it, with pending requests.
wire::InterestEntry InterestStatement::stated_interest(wire::InterestKey key) const {
  for (auto pending = pending_.rbegin(); pending != pending_.rend(); ++pending) {
    const auto at = std::ranges::find(pending->stated, key, &wire::InterestEntry::key);
    if (at != pending->stated.end()) return *at;
  }
  return declared_interest(key);
}

wire::InterestChanged InterestStatement::complete_interest() const {
  return make_complete_interest(
      [this](wire::InterestKey key) { return declared_interest(key); },
      [this](ObjectClassHandle registered_class) { return required_existence(registered_class); });
}

void InterestStatement::restate() {
  wire::InterestChanged all =
      make_complete_interest([this](wire::InterestKey key) { return stated_interest(key); },
                             [this](ObjectClassHandle registered_class) {
                               return stated_existence_[registered_class.value];
                             });
  for (const Pending& pending : pending_) {
    all.cells.insert(all.cells.end(), pending.added_cells.begin(), pending.added_cells.end());
  }
  cells_ = 0;
  for (const wire::CellsChanged& set : all.cells) cells_ += set.added.size();
  all.replaces_earlier = true;
  context_.send_to_rtig(all);
}

// Regions and cells are those of the declarations in the log.
template <class EntryOf, class ExistenceOf>
wire::InterestChanged InterestStatement::make_complete_interest(EntryOf&& entry_of,
                                                                ExistenceOf&& existence_of) const {
  wire::InterestChanged whole;
  const auto note_key = [&](wire::InterestKey key) {
    wire::InterestEntry entry = entry_of(key);
    if (entry.mask != 0) whole.entries.push_back(std::move(entry));
  };
  for (std::uint32_t value = 1; value <= model().object_classes.size(); ++value) {
    const ObjectClassHandle object_class(value);
    note_key(wire::interest_key(object_class));
    const wire::InterestMask existence = existence_of(object_class);
    if (existence == 0) continue;
    whole.entries.push_back({wire::existence_key(object_class), existence, existence, {}});
  }
  for (std::uint32_t value = 1; value <= model().interaction_classes.size(); ++value) {
    note_key(wire::interest_key(InteractionClassHandle(value)));
  }
  const auto note_cells = [&](wire::InterestKey set, const auto& regions) {
    wire::CellsChanged all{set, {}, {}};
    for (const auto& [region, subscription] : regions) {
      const auto covered = cells(region);
      all.added.insert(all.added.end(), covered.begin(), covered.end());
    }
    whole.cells.push_back(std::move(all));
  };
  for (const auto& [object_class, regions] : declared().object_class_regions) {
    note_cells(wire::interest_key(object_class), regions.by_region);
  }
  for (const auto& [interaction_class, regions] : declared().interaction_class_regions) {
    note_cells(wire::interest_key(interaction_class), regions);
  }
  return whole;
}

void InterestStatement::state_after_restore(wire::InterestChanged all) {
  all.after_restore = true;
  context_.send_to_rtig(all);
}

void InterestStatement::recompute_after_load() {
  for (std::uint32_t value = 1; value <= model().object_classes.size(); ++value) {
    const ObjectClassHandle object_class(value);
    keeps_[value] = static_cast<bool>(declared().nearest_subscribed(model(), object_class));
  }
}

void InterestStatement::activate_restored() {
  for (std::uint32_t value = 1; value <= model().object_classes.size(); ++value) {
    stated_existence_[value] = required_existence(ObjectClassHandle(value));
  }
  cells_ = 0;
  for (const wire::CellsChanged& set : complete_interest().cells) cells_ += set.added.size();
}

}  // namespace triad::rtia
