#include "router/sender_holds.hpp"

#include <utility>

#include "records/defect.hpp"

namespace triad::router {

void SenderHolds::set_lagging(FederateHandle member, bool lags) {
  Hold& hold = holds_.at(member);
  hold.by_member = lags;
  send_hold_change(member, hold);
}

void SenderHolds::set_waiting_in_send(FederateHandle member, bool waits) {
  Hold& hold = holds_.at(member);
  hold.waits_in_send = waits;
  send_hold_change(member, hold);
}

bool SenderHolds::record_backlog(FederateHandle member, std::size_t bytes) {
  Hold& hold = holds_.at(member);
  if (bytes > hold.expel) return true;
  if (bytes > limits_.hold) hold.by_queue = true;
  if (bytes <= limits_.resume) hold.by_queue = false;
  send_hold_change(member, hold);
  return false;
}

// A member that takes no input stops all senders to it, so this limit applies whether the member
// itself or the host's queue holds them.
std::vector<FederateHandle> SenderHolds::members_holding_for(
    std::chrono::milliseconds patience) const {
  std::vector<FederateHandle> members;
  for (const auto& [member, hold] : holds_) {
    if (hold.is_held && outlets_.now() - hold.held_since >= patience) members.push_back(member);
  }
  return members;
}

void SenderHolds::send_hold_change(FederateHandle member, Hold& hold) {
  const bool held = (hold.by_member || hold.by_queue) && !hold.waits_in_send;
  if (held == hold.is_held) return;
  hold.is_held = held;
  hold.held_since = outlets_.now();
  for (const auto& [other, unused] : holds_) {
    if (other != member) paths_.send_message(other, wire::FlowControl{member, held});
  }
}

void SenderHolds::restate_all() {
  for (auto& [member, hold] : holds_) {
    if (!paths_.is_on_fabric(member)) hold.by_member = hold.waits_in_send = false;
    const bool was_held = std::exchange(hold.is_held, false);
    send_hold_change(member, hold);
    const bool is_told = !TRIAD_DEFECT(release_not_told_in_memory);
    if (was_held && !hold.is_held && is_told) send_release_to_memory(member);
  }
}

// Members in memory have not forgotten the hold.
void SenderHolds::send_release_to_memory(FederateHandle member) {
  for (const auto& [other, unused] : holds_) {
    if (other != member && paths_.is_on_fabric(other))
      paths_.send_message(other, wire::FlowControl{member, false});
  }
}

void SenderHolds::send_holds_to_newcomer(FederateHandle newcomer) {
  for (const auto& [member, hold] : holds_) {
    if (hold.is_held) paths_.send_message(newcomer, wire::FlowControl{member, true});
  }
}

}  // namespace triad::router
