#include "router/stability.hpp"

#include <utility>

#include "records/defect.hpp"

namespace triad::router {

void Stability::remove_receiver(LinkId receiver) {
  for (auto& [sender, of] : senders_) {
    if (of.receivers.erase(receiver) == 0) continue;
    update_lagging(of);
    record_change(sender, of);
  }
}

Stability::Sender* Stability::find_sender(FederateHandle sender) {
  if (last_index_ < senders_.size()) {
    const auto last = senders_.nth(last_index_);
    if (last->first == sender) return &last->second;
  }
  const auto at = senders_.find(sender);
  if (at == senders_.end()) return nullptr;
  last_index_ = senders_.index_of(at);
  return &at->second;
}

void Stability::record_arrival(FederateHandle sender, Position position) {
  Sender* const known = find_sender(sender);
  Sender& of = known == nullptr ? senders_[sender] : *known;
  if (position <= of.arrived) return;
  of.arrived = position;
  record_change(sender, of);
}

void Stability::record_sent(FederateHandle sender, LinkId receiver, Position position) {
  if (TRIAD_DEFECT(ack_when_forwarded)) return;
  Sender* const of_sender = find_sender(sender);
  if (of_sender == nullptr) return;
  Sender& of = *of_sender;
  Progress& progress = of.receivers[receiver];
  progress.sent = std::max(progress.sent, position);
  if (progress.is_listed || progress.acked >= progress.sent) return;
  progress.is_listed = true;
  of.lagging.push_back({progress.acked, receiver});
  std::push_heap(of.lagging.begin(), of.lagging.end());
}

// A receiver cannot acknowledge more than was sent to it.
void Stability::record_ack(LinkId receiver, std::span<const wire::StreamPosition> received) {
  for (const wire::StreamPosition& acked : received) {
    const auto sender = senders_.find(acked.federate);
    if (sender == senders_.end()) continue;
    Sender& of = sender->second;
    const auto at = of.receivers.find(receiver);
    if (at == of.receivers.end()) continue;
    Progress& progress = at->second;
    const Position position = std::min(acked.position, progress.sent);
    if (position <= progress.acked) continue;
    progress.acked = position;
    update_lagging(of);
    record_change(acked.federate, of);
  }
}

void Stability::update_lagging(Sender& of) {
  while (!of.lagging.empty()) {
    const Lagging first = of.lagging.front();
    const auto at = of.receivers.find(first.receiver);
    const bool is_present = at != of.receivers.end();
    if (is_present && at->second.acked == first.acked) return;
    std::pop_heap(of.lagging.begin(), of.lagging.end());
    if (is_present && at->second.acked < at->second.sent) {
      of.lagging.back().acked = at->second.acked;
      std::push_heap(of.lagging.begin(), of.lagging.end());
    } else {
      of.lagging.pop_back();
      if (is_present) at->second.is_listed = false;
    }
  }
}

void Stability::record_change(FederateHandle sender, Sender& of) {
  if (std::exchange(of.is_changed, true)) return;
  changed_.push_back(sender);
}

// Acknowledgements may have been lost with links, so all stable positions are taken again.
void Stability::begin_epoch() {
  for (auto at = senders_.begin(); at != senders_.end();) {
    Sender& of = at->second;
    if (!of.stays) {
      at = senders_.erase(at);
      continue;
    }
    of.receivers.clear();
    of.lagging.clear();
    of.told = 0;
    record_change(at->first, of);
    ++at;
  }
}

bool Stability::has_stable() const {
  return std::ranges::any_of(changed_, [this](FederateHandle sender) {
    const auto at = senders_.find(sender);
    return at != senders_.end() && stable_position(at->second) > at->second.told;
  });
}

}  // namespace triad::router
