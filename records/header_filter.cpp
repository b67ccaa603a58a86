#include "records/header_filter.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::records {

void HeaderFilter::set(wire::FederateHandle federate, const wire::InterestEntry& entry) {
  if (entry.mask == 0) return erase(entry.key, federate);
  Subscriber subscriber{federate, entry.mask, entry.mask_without_region, {}};
  for (const wire::InterestKey set : entry.cell_sets) {
    subscriber.cells.emplace_back(set, &cells(federate, set));
  }
  if (entry.key >= by_key_.size()) by_key_.resize(entry.key + 1);
  auto& all = by_key_[entry.key];
  const auto at = std::ranges::lower_bound(all, subscriber.federate, {}, &Subscriber::federate);
  const bool present = at != all.end() && at->federate == subscriber.federate;
  if (present && !TRIAD_DEFECT(interest_twice_after_resubscription)) {
    *at = std::move(subscriber);
  } else {
    all.insert(at, std::move(subscriber));
    add_key(federate, entry.key);
  }
}

void HeaderFilter::add_key(wire::FederateHandle federate, wire::InterestKey key) {
  FederateKeys& keys = keys_[federate];
  keys.listed.push_back(key);
  ++keys.entry_count;
  // A federate that subscribes and unsubscribes by turns would add the same key again and again.
  constexpr std::size_t kUnusedKeysMax = 16;
  if (keys.listed.size() > 2 * keys.entry_count + kUnusedKeysMax)
    keys.listed = keys_with_entry(federate, keys);
}

std::vector<wire::InterestKey> HeaderFilter::keys_with_entry(wire::FederateHandle federate,
                                                             const FederateKeys& keys) const {
  std::vector<wire::InterestKey> found = keys.listed;
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::erase_if(found, [&](wire::InterestKey key) { return find(federate, key) == nullptr; });
  return found;
}

std::vector<wire::InterestKey> HeaderFilter::keys_of(wire::FederateHandle federate) const {
  const auto at = keys_.find(federate);
  return at == keys_.end() ? std::vector<wire::InterestKey>()
                           : keys_with_entry(federate, at->second);
}

void HeaderFilter::erase(wire::InterestKey key, wire::FederateHandle federate) {
  if (key >= by_key_.size()) return;
  keys_[federate].entry_count -= std::erase_if(
      by_key_[key], [&](const auto& subscriber) { return subscriber.federate == federate; });
}

void HeaderFilter::erase(wire::FederateHandle federate) {
  for (const wire::InterestKey key : keys_of(federate)) erase(key, federate);
  keys_.erase(federate);
  cells_.erase(cells_.lower_bound({federate, 0}),
               cells_.upper_bound({federate, ~wire::InterestKey{0}}));
}

const HeaderFilter::Subscriber* HeaderFilter::find(wire::FederateHandle federate,
                                                   wire::InterestKey key) const {
  const auto all = subscribers(key);
  const auto at = std::ranges::lower_bound(all, federate, {}, &Subscriber::federate);
  return at != all.end() && at->federate == federate ? &*at : nullptr;
}

wire::InterestEntry HeaderFilter::entry(wire::FederateHandle federate,
                                        wire::InterestKey key) const {
  wire::InterestEntry entry{key, 0, 0, {}};
  const Subscriber* const subscriber = find(federate, key);
  if (subscriber == nullptr) return entry;
  entry.mask = subscriber->mask;
  entry.mask_without_region = subscriber->mask_without_region;
  for (const auto& [set, cells] : subscriber->cells) entry.cell_sets.push_back(set);
  return entry;
}

bool HeaderFilter::may_need_record(wire::FederateHandle federate,
                                   const wire::Interest& interest) const {
  const Subscriber* const subscriber = find(federate, interest.key);
  return subscriber != nullptr && matches(*subscriber, interest);
}

bool HeaderFilter::overlaps(const Subscriber& subscriber, const wire::Cells& cells) {
  return std::ranges::any_of(subscriber.cells,
                             [&](const auto& own) { return own.second->overlaps(cells); });
}

}  // namespace triad::records
