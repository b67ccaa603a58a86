#include "records/header_filter.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::records {

void HeaderFilter::set(wire::InterestKey key, Subscriber subscriber) {
  if (key >= by_key_.size()) by_key_.resize(key + 1);
  auto& all = by_key_[key];
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

bool HeaderFilter::wants(wire::FederateHandle federate, const wire::Interest& interest) const {
  const auto all = subscribers(interest.key);
  const auto at = std::ranges::lower_bound(all, federate, {}, &Subscriber::federate);
  return at != all.end() && at->federate == federate && matches(*at, interest);
}

bool HeaderFilter::overlaps(const Subscriber& subscriber, const wire::Cells& cells) {
  return std::ranges::any_of(subscriber.cells,
                             [&](const CellSet* own) { return own->overlaps(cells); });
}

}  // namespace triad::records
