// Selects the members that may need a record, by its header alone (wire/interest.hpp). Readers,
// routers and senders all use this comparison of headers with subscriptions. It never omits a
// subscriber of the record. The subscriber's RTIA, which has more information, decides exactly.
//
// Maintained from declarations (core::InterestTable) or interest statements
// (router::InterestExchange).
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "records/cell_set.hpp"
#include "records/defect.hpp"
#include "wire/interest.hpp"
#include "wire/messages/interest_messages.hpp"

namespace triad::records {

// `Owner`: owner of an interest, by default a federate. Owners have an order. A filter with
// for_each_in_groups() needs an owner with a member `group`, the first part of that order.
template <class Owner>
class HeaderFilterOf {
 public:
  // Subscriptions of one owner to data with one key.
  struct Subscriber {
    Owner owner;
    wire::InterestMask mask = 0;
    wire::InterestMask mask_without_region = 0;
    // Cell sets of the subscriptions with regions, by the key that names the set.
    boost::container::small_vector<std::pair<wire::InterestKey, const CellSet*>, 1> cells = {};
  };

  // Replaces the owner's entry for its key, or removes it if its mask is 0. Its cell sets need
  // not exist yet.
  void set(Owner owner, const wire::InterestEntry& entry);
  // Removes all entries and cell sets of the owner.
  void erase(Owner owner);
  // Returns the owner's set of cells that this key names; makes an empty one if needed. Its
  // address is stable until the owner is erased.
  CellSet& cells(Owner owner, wire::InterestKey set) { return cells_[{owner, set}]; }

  // Calls visit(owner) for each owner that may need the record, in ascending order. Calls it for
  // none if the key is unknown.
  template <class Visit>
  void for_each(const wire::Interest& interest, Visit&& visit) const {
    for (const Subscriber& subscriber : subscribers(interest.key)) {
      if (matches(subscriber, interest)) visit(subscriber.owner);
    }
  }
  // Does the same, and skips the other owners of a group after visit(owner) has returned true for
  // one of them. Takes logarithmic time to skip them.
  template <class Visit>
  void for_each_in_groups(const wire::Interest& interest, Visit&& visit) const {
    const auto all = subscribers(interest.key);
    for (auto at = all.begin(); at != all.end();) {
      const Subscriber& subscriber = *at++;
      if (!matches(subscriber, interest) || !visit(subscriber.owner)) continue;
      const auto& skipped = subscriber.owner.group;
      if (at == all.end() || at->owner.group != skipped) continue;
      at = std::upper_bound(at, all.end(), skipped, [](const auto& group, const auto& other) {
        return group < other.owner.group;
      });
    }
  }
  // Returns true if this owner may need the record.
  bool may_need_record(Owner owner, const wire::Interest& interest) const;

  // Returns the keys with an entry, in ascending order.
  std::vector<wire::InterestKey> keys_of(Owner owner) const;
  // Returns the entry for the key; its mask is 0 if there is none.
  wire::InterestEntry entry(Owner owner, wire::InterestKey key) const;

  // Returns the subscribers of a key, in ascending order. Keys are below keys_end().
  std::span<const Subscriber> subscribers(wire::InterestKey key) const {
    return key < by_key_.size() ? std::span<const Subscriber>(by_key_[key])
                                : std::span<const Subscriber>();
  }
  wire::InterestKey keys_end() const { return static_cast<wire::InterestKey>(by_key_.size()); }
  // Returns the set of cells with this name, or the next one in the order of names, or null.
  using SetName = std::pair<Owner, wire::InterestKey>;
  const std::pair<const SetName, CellSet>* cells_from(const SetName& name) const {
    const auto at = cells_.lower_bound(name);
    return at == cells_.end() ? nullptr : &*at;
  }
  // Calls visit(owner, set, cells) for every set of cells.
  template <class Visit>
  void for_each_cell_set(Visit&& visit) const {
    for (const auto& [name, cells] : cells_) visit(name.first, name.second, cells);
  }
  // Calls visit(set, cells) for each set of cells of the owner.
  template <class Visit>
  void for_each_cell_set_of(Owner owner, Visit&& visit) const {
    const auto end = cells_.upper_bound({owner, ~wire::InterestKey{0}});
    for (auto at = cells_.lower_bound({owner, 0}); at != end; ++at) {
      visit(at->first.second, at->second);
    }
  }

 private:
  // Keys of one owner, so that its entries are found without a search through those of others.
  struct OwnerKeys {
    std::vector<wire::InterestKey> listed;  // each key at least once, and some without an entry
    std::size_t entry_count = 0;            // number of keys with an entry
  };

  void add_key(Owner owner, wire::InterestKey key);
  std::vector<wire::InterestKey> keys_with_entry(Owner owner, const OwnerKeys& keys) const;
  void erase(wire::InterestKey key, Owner owner);
  const Subscriber* find(Owner owner, wire::InterestKey key) const;
  static bool matches(const Subscriber& subscriber, const wire::Interest& interest) {
    const wire::InterestMask mask = interest.mask == 0 ? ~wire::InterestMask{0} : interest.mask;
    if ((subscriber.mask & mask) == 0) return false;
    if (TRIAD_DEFECT(regions_do_not_filter)) return true;
    if (interest.cells.empty() || (subscriber.mask_without_region & mask) != 0) return true;
    return overlaps(subscriber, interest.cells);
  }
  static bool overlaps(const Subscriber& subscriber, const wire::Cells& cells);

  // Index: key. Each list is in ascending order.
  std::vector<std::vector<Subscriber>> by_key_;
  std::map<Owner, OwnerKeys> keys_;
  std::map<SetName, CellSet> cells_;
};

using HeaderFilter = HeaderFilterOf<wire::FederateHandle>;

template <class Owner>
void HeaderFilterOf<Owner>::set(Owner owner, const wire::InterestEntry& entry) {
  if (entry.mask == 0) return erase(entry.key, owner);
  Subscriber subscriber{owner, entry.mask, entry.mask_without_region, {}};
  for (const wire::InterestKey set : entry.cell_sets) {
    subscriber.cells.emplace_back(set, &cells(owner, set));
  }
  if (entry.key >= by_key_.size()) by_key_.resize(entry.key + 1);
  auto& all = by_key_[entry.key];
  const auto at = std::ranges::lower_bound(all, subscriber.owner, {}, &Subscriber::owner);
  const bool present = at != all.end() && at->owner == subscriber.owner;
  if (present && !TRIAD_DEFECT(interest_twice_after_resubscription)) {
    *at = std::move(subscriber);
  } else {
    all.insert(at, std::move(subscriber));
    add_key(owner, entry.key);
  }
}

template <class Owner>
void HeaderFilterOf<Owner>::add_key(Owner owner, wire::InterestKey key) {
  OwnerKeys& keys = keys_[owner];
  keys.listed.push_back(key);
  ++keys.entry_count;
  // An owner that subscribes and unsubscribes by turns would add the same key again and again.
  constexpr std::size_t kUnusedKeysMax = 16;
  if (keys.listed.size() > 2 * keys.entry_count + kUnusedKeysMax)
    keys.listed = keys_with_entry(owner, keys);
}

template <class Owner>
std::vector<wire::InterestKey> HeaderFilterOf<Owner>::keys_with_entry(Owner owner,
                                                                      const OwnerKeys& keys) const {
  std::vector<wire::InterestKey> found = keys.listed;
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](wire::InterestKey key) { return find(owner, key) == nullptr; });
  return found;
}

template <class Owner>
std::vector<wire::InterestKey> HeaderFilterOf<Owner>::keys_of(Owner owner) const {
  const auto at = keys_.find(owner);
  return at == keys_.end() ? std::vector<wire::InterestKey>() : keys_with_entry(owner, at->second);
}

template <class Owner>
void HeaderFilterOf<Owner>::erase(wire::InterestKey key, Owner owner) {
  if (key >= by_key_.size()) return;
  keys_[owner].entry_count -= std::erase_if(
      by_key_[key], [&](const auto& subscriber) { return subscriber.owner == owner; });
}

template <class Owner>
void HeaderFilterOf<Owner>::erase(Owner owner) {
  for (const wire::InterestKey key : keys_of(owner)) erase(key, owner);
  keys_.erase(owner);
  cells_.erase(cells_.lower_bound({owner, 0}), cells_.upper_bound({owner, ~wire::InterestKey{0}}));
}

template <class Owner>
const typename HeaderFilterOf<Owner>::Subscriber* HeaderFilterOf<Owner>::find(
    Owner owner, wire::InterestKey key) const {
  const auto all = subscribers(key);
  const auto at = std::ranges::lower_bound(all, owner, {}, &Subscriber::owner);
  return at != all.end() && at->owner == owner ? &*at : nullptr;
}

template <class Owner>
wire::InterestEntry HeaderFilterOf<Owner>::entry(Owner owner, wire::InterestKey key) const {
  wire::InterestEntry entry{key, 0, 0, {}};
  const Subscriber* const subscriber = find(owner, key);
  if (subscriber == nullptr) return entry;
  entry.mask = subscriber->mask;
  entry.mask_without_region = subscriber->mask_without_region;
  for (const auto& [set, cells] : subscriber->cells) entry.cell_sets.push_back(set);
  return entry;
}

template <class Owner>
bool HeaderFilterOf<Owner>::may_need_record(Owner owner, const wire::Interest& interest) const {
  const Subscriber* const subscriber = find(owner, interest.key);
  return subscriber != nullptr && matches(*subscriber, interest);
}

template <class Owner>
bool HeaderFilterOf<Owner>::overlaps(const Subscriber& subscriber, const wire::Cells& cells) {
  return std::ranges::any_of(subscriber.cells,
                             [&](const auto& own) { return own.second->overlaps(cells); });
}

extern template class HeaderFilterOf<wire::FederateHandle>;

}  // namespace triad::records
