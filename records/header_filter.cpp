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
  }
}

void HeaderFilter::erase(wire::InterestKey key, wire::FederateHandle federate) {
  if (key >= by_key_.size()) return;
  std::erase_if(by_key_[key], [&](const auto& one) { return one.federate == federate; });
}

void HeaderFilter::erase(wire::FederateHandle federate) {
  for (wire::InterestKey key = 0; key < by_key_.size(); ++key) erase(key, federate);
  std::erase_if(cells_, [&](const auto& entry) { return entry.first.first == federate; });
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

bool HeaderFilter::wants(wire::FederateHandle federate, const wire::Interest& interest) const {
  const Subscriber* const subscriber = find(federate, interest.key);
  return subscriber != nullptr && matches(*subscriber, interest);
}

bool HeaderFilter::overlaps(const Subscriber& subscriber, const wire::Cells& cells) {
  return std::ranges::any_of(subscriber.cells,
                             [&](const auto& own) { return own.second->overlaps(cells); });
}

}  // namespace triad::records
