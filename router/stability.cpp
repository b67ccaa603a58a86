#include "router/stability.hpp"

#include <algorithm>

#include "records/defect.hpp"

namespace triad::router {

void Stability::remove_member(FederateHandle member) {
  senders_.erase(member);
  for (auto& [sender, of] : senders_) of.receivers.erase(member);
}

void Stability::record_sent(FederateHandle sender, FederateHandle receiver, Position position) {
  if (TRIAD_DEFECT(ack_when_forwarded)) return;
  const auto at = senders_.find(sender);
  if (at == senders_.end()) return;
  Progress& progress = at->second.receivers[receiver];
  progress.sent = std::max(progress.sent, position);
}

// A receiver cannot acknowledge more than was sent to it.
void Stability::record_ack(FederateHandle receiver,
                           std::span<const wire::StreamPosition> received) {
  for (const wire::StreamPosition& of : received) {
    const auto sender = senders_.find(of.federate);
    if (sender == senders_.end()) continue;
    const auto at = sender->second.receivers.find(receiver);
    if (at == sender->second.receivers.end()) continue;
    at->second.acked = std::max(at->second.acked, std::min(of.position, at->second.sent));
  }
}

void Stability::begin_epoch() {
  for (auto& [sender, of] : senders_) of.receivers.clear();
}

wire::Position Stability::stable_position(const Sender& of) {
  Position stable = of.arrived;
  for (const auto& [receiver, progress] : of.receivers) {
    if (progress.acked < progress.sent) stable = std::min(stable, progress.acked);
  }
  return stable;
}

bool Stability::has_stable() const {
  return std::ranges::any_of(senders_, [](const auto& entry) {
    return stable_position(entry.second) > entry.second.told;
  });
}

}  // namespace triad::router
