#include "router/sender_holds.hpp"

namespace triad::router {

void SenderHolds::lags(FederateHandle member, bool lags) {
  Hold& hold = holds_.at(member);
  hold.by_member = lags;
  tell_if_held(member, hold);
}

void SenderHolds::waits_in_send(FederateHandle member, bool waits) {
  Hold& hold = holds_.at(member);
  hold.waits_in_send = waits;
  tell_if_held(member, hold);
}

bool SenderHolds::on_backlog(FederateHandle member, std::size_t bytes) {
  Hold& hold = holds_.at(member);
  if (bytes > hold.expel) return true;
  if (bytes > limits_.hold) hold.by_queue = true;
  if (bytes <= limits_.resume) hold.by_queue = false;
  tell_if_held(member, hold);
  return false;
}

// A member that takes no input stops all senders to it, so this limit applies whether the member
// itself or the host's queue holds them.
std::vector<FederateHandle> SenderHolds::held_others_for(std::chrono::milliseconds patience) const {
  std::vector<FederateHandle> members;
  for (const auto& [member, hold] : holds_) {
    if (hold.held && outlets_.now() - hold.held_since >= patience) members.push_back(member);
  }
  return members;
}

void SenderHolds::tell_if_held(FederateHandle member, Hold& hold) {
  const bool held = (hold.by_member || hold.by_queue) && !hold.waits_in_send;
  if (held == hold.held) return;
  hold.held = held;
  hold.held_since = outlets_.now();
  for (const auto& [other, unused] : holds_) {
    if (other != member) paths_.tell(other, wire::FlowControl{member, held});
  }
}

void SenderHolds::tell_newcomer(FederateHandle newcomer) {
  for (const auto& [member, hold] : holds_) {
    if (hold.held) paths_.tell(newcomer, wire::FlowControl{member, true});
  }
}

}  // namespace triad::router
